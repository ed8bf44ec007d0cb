import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { incomingEvent, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { KEPT_TABLES } from '../repair/store-remainder.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { ensureSchema } from '../schema/schema.ts';
import { SMALL_TABLES, TREE_TABLES } from './record-slice.ts';

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Tables whose rows are copied with the receipts, or begin anew in a copy. */
const COPIED_OTHERWISE = ['receipts', 'sessions', 'session_notes', 'integrations', 'redactions', 'progress'];
/** Tables that are emptied when everything is deleted. */
const EMPTIED = [
  'receipts',
  'sessions',
  'session_notes',
  'integrations',
  'recording_gaps',
  'refusals',
  'dismissed_problems',
];

test('each table of the record has its place in copies, and in what stays when everything is deleted', () => {
  const db = new DatabaseSync(':memory:');
  ensureSchema(db);
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => !isDerived(name))
    .sort();
  db.close();
  expect([...SMALL_TABLES, ...TREE_TABLES, ...COPIED_OTHERWISE].sort()).toEqual(tables);
  expect([...KEPT_TABLES, ...EMPTIED].sort()).toEqual(tables);
});

test('a repair that the end of the process interrupted is finished by the next start', () => {
  const folder = newFolder();
  const file = join(folder, 'receipts.db');
  const store = openTestStore(file);
  store.commit([incomingEvent(), incomingEvent()]);
  store.calls.close();
  copyFileSync(file, `${file}.salvaged`);
  writeFileSync(file, 'the damaged file');
  for (const unfinished of ['.salvaging', '.restoring', '.prepared', '.prepared-wal'])
    writeFileSync(file + unfinished, 'a part');
  const repaired = openTestStore(file);
  expect(repaired.calls.count()).toBe(2);
  repaired.calls.close();
  const names = readdirSync(folder).sort();
  expect(names.some((name) => name.startsWith('receipts.db.corrupt-'))).toBe(true);
  expect(names.filter((name) => /salvag|restoring|prepared/.test(name))).toEqual([]);
  expect(existsSync(file)).toBe(true);
});
