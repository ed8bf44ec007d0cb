import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FolderWatch } from './folder-watch.ts';

const WAIT = { timeout: 20_000, interval: 10 };

const changes: [string, (folder: string) => void][] = [
  ['a deleted file', (folder) => rmSync(join(folder, 'file'))],
  ['a folder that was moved', (folder) => renameSync(folder, `${folder}-moved`)],
  ['a deleted folder', (folder) => rmSync(folder, { recursive: true })],
  ['a change in a further folder', (folder) => writeFileSync(join(folder, 'further', 'new'), '')],
];

test.each(changes)('tells once of %s', async (_name, change) => {
  const above = mkdtempSync(join(tmpdir(), 'plinth-watch-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, 'data');
  const further = join(folder, 'further');
  mkdirSync(further, { recursive: true });
  writeFileSync(join(folder, 'file'), 'text');
  const changed = vi.fn();
  const watch = new FolderWatch(changed);
  onTestFinished(() => watch.disarm());
  expect(watch.arm(folder, [further])).toBe(true);
  change(folder);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WAIT);
});

test('says that a folder which is not there cannot be watched', () => {
  expect(new FolderWatch(() => {}).arm(join(tmpdir(), 'no-such-folder', 'data'), [])).toBe(false);
});
