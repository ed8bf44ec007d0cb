import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

/**
 * Builds the window for development into `outDir` whenever one of its sources changes. Resolves after the first
 * build.
 */
export async function watchWindow(outDir: string): Promise<void> {
  const watcher = await build({
    configFile: join(root, 'scripts/vite/renderer.config.ts'),
    mode: 'development',
    logLevel: 'warn',
    build: { outDir, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('Vite did not watch the window');
  await new Promise<void>((resolve, reject) => {
    let isBuilt = false;
    watcher.on('event', (event) => {
      if (event.code === 'END') isBuilt = true;
      if (event.code === 'END') resolve();
      if (event.code !== 'ERROR') return;
      if (!isBuilt) reject(event.error);
      else console.error(event.error.message);
    });
  });
}
