import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds an available browser: the one in PLINTH_CHROMIUM, an installed one, or Playwright's own. */
export function findBrowser(): string | undefined {
  const named = process.env.PLINTH_CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error('PLINTH_CHROMIUM does not name an executable file.');
    return named;
  }
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable);
  if (installed !== undefined) return installed;
  if (isExecutable(MAC_CHROME)) return MAC_CHROME;
  const own = chromium.executablePath();
  return own !== '' && existsSync(own) ? own : undefined;
}

function run(command: string, args: string[]): boolean {
  console.log(`${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

function isDebianRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Finds a browser, or downloads one with Playwright, else from Debian's packages. Returns undefined when both
 * fail.
 */
export function ensureBrowser(): string | undefined {
  const there = findBrowser();
  if (there !== undefined) return there;
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  run(process.execPath, [playwright, 'install', 'chromium']);
  const own = findBrowser();
  if (own !== undefined) return own;
  if (isDebianRoot()) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  return findBrowser();
}

if (import.meta.main) {
  const browser = ensureBrowser();
  if (browser === undefined) {
    console.error(
      'No Chromium could be found or fetched: install Chromium or Chrome, or set PLINTH_CHROMIUM to its executable.',
    );
    process.exit(1);
  }
  console.log(`Browser for the end-to-end suite: ${browser}`);
}
