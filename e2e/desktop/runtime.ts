import { createRequire, Module } from 'node:module';
import { join, resolve } from 'node:path';
import { createFakeElectron, type FakeElectron } from '../../electron/desktop/fake-electron.ts';
import { findBrowser } from '../../scripts/ensure-browser.ts';
import { Chromium } from './chromium.ts';
import { ChromiumPage } from './chromium-page.ts';

/*
 * Runs the built main process over the fake electron, with its window's page in a real Chromium. It answers
 * Playwright's `_electron` as Electron does: it prints the addresses of both debuggers.
 * docs/electron-testing.md describes the limits of this setup.
 */

const args = process.argv.slice(2);
const switches = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split('=', 1)[0] ?? '');
const appPath = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
const executable = findBrowser();
if (executable === undefined) throw new Error('There is no Chromium to show the window in');

const chromium = await Chromium.start(executable);
await chromium.browser.send('Target.setDiscoverTargets', { discover: true });

const pages = new Set<ChromiumPage>();
const openPage = () => [...pages].at(-1);
let remembered = '';

const electron: FakeElectron = createFakeElectron({
  appPath,
  switches,
  page: (window) => {
    const page = new ChromiumPage(chromium, () => electron, window);
    pages.add(page);
    window.once('closed', () => pages.delete(page));
    return page;
  },
  clipboard: {
    // Without a page the system's clipboard is not accessible. The last text from Plinth is used instead.
    read: async () => (await openPage()?.readClipboard()) ?? remembered,
    write: async (text) => {
      remembered = text;
      await openPage()?.writeClipboard(text);
    },
  },
  end: (code) => {
    chromium.kill();
    process.exit(code);
  },
});

const require = createRequire(join(appPath, '.vite/build/main.cjs'));
const entry = createRequire(import.meta.url).resolve('electron');
const stand = new Module(entry);
stand.exports = electron.module;
stand.loaded = true;
require.cache[entry] = stand;
// Gives specs access to state that Electron does not expose: the tray, the notifications and the boxes shown.
Object.assign(globalThis, { fakeElectron: electron });

// Electron treats these signals as a request to quit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => (electron.module as { app: { quit(): void } }).app.quit());
}
require(join(appPath, '.vite/build/main.cjs'));
console.error(`DevTools listening on ${chromium.endpoint}`);
electron.becomeReady();
