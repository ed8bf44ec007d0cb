import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { thirdPartyNotices } from '../third-party-notices.ts';

const root = join(import.meta.dirname, '../../renderer');

const NOTICES = 'virtual:third-party-notices';

/** The licences of the shipped packages as a module that the window loads when it shows them. */
const notices: Plugin = {
  name: 'third-party-notices',
  resolveId: (id) => (id === NOTICES ? `\0${NOTICES}` : undefined),
  load: (id) =>
    id === `\0${NOTICES}` ? `export default ${JSON.stringify(thirdPartyNotices())};` : undefined,
};

const FIRST = normalizePath(join(root, 'first-questions.ts'));

/** Runs the first questions to the host as a script of its own, which does not wait for the code of the screens. */
const firstQuestions: Plugin = {
  name: 'first-questions',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId === FIRST,
      );
      if (chunk === undefined) throw new Error('The build has no script of the first questions.');
      const attrs = { type: 'module', async: true, crossorigin: true, src: `./${chunk.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
};

export default defineConfig(({ mode }) => {
  // Overrides NODE_ENV from a shell or a test runner. Vite would keep it, and build the development version of
  // React into the product.
  process.env.NODE_ENV = mode === 'development' ? 'development' : 'production';
  return {
    root,
    base: './',
    publicDir: join(root, 'public'),
    plugins: [react(), notices, firstQuestions],
    build: {
      outDir: join(import.meta.dirname, '../../.vite/renderer/main_window'),
      emptyOutDir: true,
      target: 'chrome130',
      rolldownOptions: { input: [join(root, 'index.html'), FIRST] },
      // The CSP has no data: source, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file of styles, so that their order is the same on every screen.
      cssCodeSplit: false,
    },
  };
});
