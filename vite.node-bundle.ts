import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { UserConfig } from 'vite';

/** Modules that stay outside the bundles: Electron, Node, and the one native addon, which is packaged beside them. */
const EXTERNAL = ['electron', 'keytar', ...builtinModules.flatMap((name) => [name, `node:${name}`])];

/** One CommonJS file for Electron's Node, with everything but {@link EXTERNAL} inside. */
export function nodeBundle(name: string, entry: string): UserConfig {
  return {
    root: import.meta.dirname,
    publicDir: false,
    resolve: { conditions: ['node'], mainFields: ['module', 'main'] },
    build: {
      outDir: join(import.meta.dirname, '.vite/build'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      lib: { entry: { [name]: entry }, formats: ['cjs'], fileName: () => `${name}.cjs` },
      rolldownOptions: { external: EXTERNAL, platform: 'node', output: { codeSplitting: false } },
    },
  };
}
