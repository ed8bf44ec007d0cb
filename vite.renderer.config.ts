import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, 'renderer');

/**
 * Under `electron-forge start` the window still loads the built files over app://, so that development runs
 * under the same Content-Security-Policy as the product: serving starts a watching build beside it.
 */
function buildWhileServing(): Plugin {
  return {
    name: 'plinth:build-while-serving',
    apply: 'serve',
    async configureServer() {
      await build({ configFile: import.meta.filename, build: { watch: {} } });
    },
  };
}

export default defineConfig(({ mode }) => {
  // Whatever a shell or a test runner has set: Vite would keep it, and build React for development into the product.
  process.env.NODE_ENV = mode === 'development' ? 'development' : 'production';
  return {
    root,
    base: './',
    publicDir: join(root, 'public'),
    plugins: [react(), buildWhileServing()],
    build: {
      outDir: join(import.meta.dirname, '.vite/renderer/main_window'),
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
