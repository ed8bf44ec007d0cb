import { join } from 'node:path';
import { defineConfig } from 'vite';
import { CONTROL_CHANNELS } from '../../shared/control.ts';

const root = join(import.meta.dirname, '../..');

export default defineConfig({
  root,
  publicDir: false,
  define: { PLINTH_CONTROL_CHANNELS: JSON.stringify(CONTROL_CHANNELS) },
  build: {
    outDir: join(root, '.vite/build'),
    emptyOutDir: false,
    target: 'chrome130',
    minify: false,
    rolldownOptions: {
      input: join(root, 'electron/preload.ts'),
      external: ['electron'],
      // A sandboxed preload is one CommonJS file. It can require only Electron.
      output: { format: 'cjs', codeSplitting: false, entryFileNames: '[name].cjs' },
    },
  },
});
