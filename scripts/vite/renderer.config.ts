import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, '../../renderer');

export default defineConfig(({ mode }) => {
  // Overrides NODE_ENV from a shell or a test runner. Vite would keep it, and build the development version of
  // React into the product.
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
      // The CSP has no data: source, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file, read from the disk or over loopback: splitting it saves nothing.
      chunkSizeWarningLimit: 900,
    },
  };
});
