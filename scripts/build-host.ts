import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles the headless host and the command line. They run from their sources as well; the bundle starts sooner and
 * needs less memory, because Node neither strips types nor loads a thousand small files.
 */
for (const [name, entry] of [
  ['plinth', 'electron/cli/plinth.ts'],
  ['receipt-worker', 'electron/receipts/receipt-worker.ts'],
]) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: entry!,
      target: 'node24',
      outDir: '.vite/host',
      emptyOutDir: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: `${name}.js`, format: 'esm', codeSplitting: false } },
    },
  });
}
