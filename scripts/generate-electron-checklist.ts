import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ELECTRON_CHECKLIST, type Place } from './electron-checklist.ts';

const root = join(import.meta.dirname, '..');

export const CHECKLIST_FILE = 'docs/electron-security.md';

/**
 * Returns a link to the file of a place. Throws when the file no longer holds the text, so that the checklist
 * cannot refer to removed code. Line numbers stay out: any other change of the file would move them.
 */
function link({ file, text }: Place): string {
  if (!readFileSync(join(root, file), 'utf8').includes(text))
    throw new Error(`${file} no longer holds: ${text}`);
  return `[${file}](../${file})`;
}

/** Returns the page that shows how each item of Electron's checklist is met, and where. */
export function checklistText(): string {
  const items = ELECTRON_CHECKLIST.map(
    ({ title, how, code, tests }, index) =>
      `### ${index + 1}. ${title}\n\n${how}\n\n- Code: ${[...new Set(code.map(link))].join(', ')}\n- Held by: ${tests
        .map((test) => `“${test.text}” (${link(test)})`)
        .join('; ')}\n`,
  );
  return `<!-- Generated from scripts/electron-checklist.ts by "npm run generate"; do not edit. -->
# Electron's security checklist

All ${ELECTRON_CHECKLIST.length} items of [Electron's checklist](https://www.electronjs.org/docs/latest/tutorial/security#checklist-security-recommendations),
with the place that meets each and the test that holds it. [electron-testing.md](electron-testing.md) says what these tests can
prove without Electron's runtime.

${items.join('\n')}`;
}

if (import.meta.main) writeFileSync(join(root, CHECKLIST_FILE), checklistText());
