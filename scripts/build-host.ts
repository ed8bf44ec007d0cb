import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { HOST_ENTRIES } from './built-parts.ts';
import { REDACTOR_CONSTANTS } from './vite/node-bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Modules that Express and Conf load but the host does not use, and what stands in for each: the body parsers, with
 * decoders for every Asian encoding, the table of all media types, the log of Express's authors, the warnings about old
 * calls, and the schemas and migrations of a settings file. The listener reads bodies itself, bounded and in the
 * contract's order, and names its media types itself; the settings have validators of the contract. The modules would
 * only use memory and delay the start: `depd` walks the stack for each module that it serves.
 */
const UNUSED: Record<string, string> = {
  'body-parser': 'module.exports = {};',
  'mime-db': 'module.exports = {};',
  debug: 'module.exports = () => () => {};',
  depd: 'module.exports = () => Object.assign(() => {}, { function: (call) => call, property: () => {} });',
  'ajv/dist/2020.js': 'module.exports = {};',
  'ajv-formats': 'module.exports = {};',
  semver: 'module.exports = {};',
};
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id) => (id in UNUSED ? `\0${id}` : undefined),
  load: (id) => (id.startsWith('\0') ? UNUSED[id.slice(1)] : undefined),
};

/** V8 stores a file's whole text with two bytes per character when it contains one character beyond Latin 1. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replaceAll(/[^\p{ASCII}]/gu, (character) =>
        Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
        ).join(''),
      );
    }
  },
};

/** Bundles the program that begins in `entry`, with all that it imports, into the file `name.cjs` of `outDir`. */
export async function bundleForNode(name: string, entry: string, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutUnused, inAscii],
    define: REDACTOR_CONSTANTS,
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: entry,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        output: { entryFileNames: `${name}.cjs`, format: 'cjs', codeSplitting: false },
      },
    },
  });
}

/**
 * Bundles the headless host and the command line into `outDir`. They also run from their sources. The bundle
 * starts sooner and needs less memory, because Node neither strips types nor loads a thousand small files. The
 * format is CommonJS: when an ES module imports a Node module, Node loads all of its exports, with node:http a
 * whole WebSocket client.
 */
export async function buildHost(outDir: string): Promise<void> {
  for (const [name, entry] of Object.entries(HOST_ENTRIES)) await bundleForNode(name, entry, outDir);
}
