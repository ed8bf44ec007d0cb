import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { UserConfig } from 'vite';
import { credentialLiterals } from '../../electron/redaction/detectors/index.ts';
import { packNumbers } from '../../electron/redaction/engine/literal-numbers.ts';
import { entriesOf, numbersOf } from '../../electron/redaction/engine/literal-table.ts';
import { digestOfSources } from '../../electron/redaction/source-digest.ts';

/** Modules outside the bundles: Electron, Node, and the one native addon, which is packaged beside them. */
const EXTERNAL = ['electron', 'keytar', ...builtinModules.flatMap((name) => [name, `node:${name}`])];

const literals = entriesOf(credentialLiterals());

/**
 * What the builds insert into the sources: the digest by which receipts name the redactor that masked them, and the table
 * of its literals, which takes longer to make than the rest of a start.
 */
export const REDACTOR_CONSTANTS = {
  __CREDENTIAL_LITERALS__: JSON.stringify(packNumbers(literals, numbersOf(literals))),
  __REDACTOR_DIGEST__: JSON.stringify(digestOfSources(join(import.meta.dirname, '../../electron/redaction'))),
};

/** Builds one CommonJS file for Electron's Node that includes everything except {@link EXTERNAL}. */
export function nodeBundle(name: string, entry: string): UserConfig {
  return {
    root: join(import.meta.dirname, '../..'),
    publicDir: false,
    define: REDACTOR_CONSTANTS,
    resolve: { conditions: ['node'], mainFields: ['module', 'main'] },
    build: {
      outDir: join(import.meta.dirname, '../../.vite/build'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      lib: { entry: { [name]: entry }, formats: ['cjs'], fileName: () => `${name}.cjs` },
      rolldownOptions: { external: EXTERNAL, platform: 'node', output: { codeSplitting: false } },
    },
  };
}
