import { defineConfig } from '@playwright/test';
import { electronAvailability } from './e2e/fixtures/electron-availability.ts';
import type { HostOptions } from './e2e/fixtures/test.ts';

const canRunElectron = 'executable' in electronAvailability();
// npm test reads the counts from a file of this name.
const wantsJson = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined;

export default defineConfig<HostOptions>({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A spec that needs its second try is listed as flaky, and is a defect to mend.
  retries: process.env.CI ? 2 : 0,
  // Long enough for a machine that does much else; a spec that is well takes a few seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./e2e/electron-notice.ts'], ...(wantsJson ? [['json'] as ['json']] : [])],
  use: {
    // A trace has the page's document at every step, which takes a tenth of the processor time of the specs, and images of
    // every frame, drawn without a graphics card, a quarter. `--trace on` asks for one.
    trace: { mode: 'on-first-retry', screenshots: false },
    viewport: { width: 1280, height: 800 },
  },
  projects: [
    { name: 'headless', use: { hostKind: 'headless' }, grepInvert: /@desktop/ },
    // The built main process and preload over the fake electron, their page in a real Chromium: the specs of the shell
    // (`@desktop`), and those in which a page uses the clipboard, IPC or a new window of it (`@shell`).
    {
      name: 'desktop',
      use: { hostKind: 'desktop' },
      grep: process.platform === 'win32' ? /(?!)/ : /@desktop|@shell/,
    },
    canRunElectron
      ? // The same specs in the real window.
        { name: 'electron', use: { hostKind: 'electron' }, grepInvert: /@headless|@fake/, workers: 1 }
      : // One spec that says why, instead of all of them saying the same.
        { name: 'electron', testDir: 'e2e/without-electron' },
  ],
});
