import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';
import { editorHistories } from './local-histories.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('the history of an editor is found as the editor writes paths', async () => {
  const editor = join(home, 'config', 'Code', 'User');
  const keep = (name: string, file: string) => {
    const folder = join(editor, 'History', name);
    // Editors on Windows write the letter of a drive like this.
    const resource = pathToFileURL(file).href.replace(
      /^file:\/\/\/([A-Z]):/,
      (_all, letter: string) => `file:///${letter.toLowerCase()}%3A`,
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'entries.json'),
      JSON.stringify({ resource, entries: [{ id: 'x', timestamp: 1 }] }),
    );
  };
  const project = join(home, 'project');
  keep('1', join(project, 'a.txt'));
  keep('2', join(project, 'deep', '..b.txt'));
  keep('3', join(home, 'project 2', 'a.txt'));
  keep('4', join(home, 'a.txt'));
  const found = async (path: string) =>
    (await editorHistories(path, { home, dataHome: home, editors: [editor] })).candidates.length;
  expect([await found(join(project, 'a.txt')), await found(project), await found(home)]).toEqual([1, 2, 4]);
});
