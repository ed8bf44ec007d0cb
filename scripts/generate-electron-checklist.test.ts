import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ELECTRON_CHECKLIST } from './electron-checklist.ts';
import { CHECKLIST_FILE, checklistText } from './generate-electron-checklist.ts';

const root = join(import.meta.dirname, '..');

function sources(): { path: string; text: string }[] {
  return ['electron', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|html)$/.test(path) && !/\.test\.|fake-|testing/.test(path))
      .map((path) => ({
        path: `${folder}/${path.replaceAll('\\', '/')}`,
        text: readFileSync(join(root, folder, path), 'utf8'),
      })),
  );
}

const places = (pattern: RegExp) => sources().flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

describe('Electron’s security checklist', () => {
  it('in the documents matches the sources', () => {
    expect(ELECTRON_CHECKLIST).toHaveLength(20);
    expect(
      readFileSync(join(root, CHECKLIST_FILE), 'utf8'),
      'run "npm run generate" and commit the result',
    ).toBe(checklistText());
  });

  it('no source enables a setting that the checklist forbids', () => {
    for (const pattern of [
      /experimentalFeatures/,
      /enableBlinkFeatures/,
      /allowpopups/i,
      /<webview/,
      /webSecurity: false/,
      /allowRunningInsecureContent: true/,
      /contextIsolation: false/,
      /sandbox: false/,
      /nodeIntegration\w*: true/,
      /setPermission\w+Handler\(null/,
    ]) {
      expect(places(pattern), String(pattern)).toEqual([]);
    }
    // Checks that the search finds existing text.
    expect(places(/nodeIntegration: false/)).toEqual(['electron/desktop/main-window.ts']);
    expect(places(/new BrowserWindow\(/)).toEqual(['electron/desktop/main-window.ts']);
  });

  it('external links are opened in two places only', () => {
    expect(places(/openExternal|openPath/).sort()).toEqual([
      'electron/desktop/app-menu.ts',
      'electron/desktop/start-failure.ts',
    ]);
  });
});
