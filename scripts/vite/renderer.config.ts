import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, '../../renderer');

export default defineConfig(({ mode }) => {
  // Whatever a shell or a test runner has set: Vite would keep it, and build React for development into the product.
  process.env.NODE_ENV = mode === 'development' ? 'development' : 'production';
  return {
    root,
    base: './',
    publicDir: join(root, 'public'),
    plugins: [react()],
    build: {
      outDir: join(import.meta.dirname, '../../.vite/renderer/main_window'),
      emptyOutDir: true,
      target: 'chrome130',
      // The CSP has no data: source, so that nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file, read from the disk or over loopback: there is nothing to be won by splitting it.
      chunkSizeWarningLimit: 900,
    },
  };
});
