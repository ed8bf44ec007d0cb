import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { SMALL_TABLES, TREE_TABLES } from '../copy/copy-slice.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { isDerived } from './rebuild-indexes.ts';
import { receiptIdOf, seqAt } from './receipt-id.ts';
import { KEPT_TABLES } from './store-remainder.ts';

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const START = Date.UTC(2026, 5, 1, 12);

/** Tables whose rows are copied with the receipts, or begin anew in a copy. */
const COPIED_OTHERWISE = ['receipts', 'sessions', 'session_notes', 'integrations', 'progress'];
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
  migrate(db);
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

/** Makes a store as the program of an earlier schema left it, with one receipt. */
function storeOfVersion(file: string, version: number): string {
  const db = new DatabaseSync(file);
  for (const migration of MIGRATIONS.slice(0, version)) db.exec(migration);
  db.exec(`PRAGMA user_version = ${version}`);
  db.exec("INSERT INTO integrations (key, id, name) VALUES (1, 'int_1', 'one')");
  db.prepare(
    `INSERT INTO sessions (key, integration_key, digest, label, first_at, last_at, events, counts)
     VALUES (1, 1, x'0102', '#1', ?, ?, 1, '{"prompt.submitted":1}')`,
  ).run(START, START);
  const id = receiptIdOf(seqAt(START));
  const redaction = JSON.stringify({ engine: 'e', ruleSet: 'r', findings: [] });
  db.prepare(
    `INSERT INTO receipts (seq, id, integration_key, session_key, event, occurred_at, received_at, digest, body_bytes,
       dropped, flags, findings, summary, data, sizes, redaction)
     VALUES (?, ?, 1, 1, 0, ?, ?, x'0a0b', 10, 0, 0, 0, 'a summary', '{"content":"earlier words"}', '{}', ?)`,
  ).run(seqAt(START), id, START, START, redaction);
  db.close();
  return id;
}

test.each(MIGRATIONS.slice(1).map((_, index) => index + 1))(
  'a store of schema %i is migrated, keeps its receipt and finds it',
  async (version) => {
    const file = join(newFolder(), 'receipts.db');
    const id = storeOfVersion(file, version);
    const store = openTestStore(file);
    const added = store.commit([incomingEvent({ receivedAt: START + 1000 })])[0]!.receiptId;
    indexAll(store);
    expect(store.calls.query({}, undefined, 10).receipts.map((receipt) => receipt.id)).toEqual([added, id]);
    expect(store.calls.query({ text: 'earlier words' }, undefined, 10).receipts).toMatchObject([{ id }]);
    expect(await store.calls.checkRecord([])).toMatchObject({ faultCount: 0, unproven: 1, receipts: 1 });
    expect(store.calls.integrity()).toEqual([]);
    store.calls.close();
  },
);

/** Makes a store of the last schema before the text index had parts, with the index of its receipt. */
function storeWithOldIndex(file: string): string {
  const id = storeOfVersion(file, BEFORE_PARTS);
  const db = new DatabaseSync(file);
  db.exec(`
    INSERT INTO receipt_facets (facet, seq) SELECT 2, seq FROM receipts;
    INSERT INTO receipt_facts SELECT 1, seq, 0, 0, 0, 0, 0 FROM receipts;
    INSERT INTO secrets_seen SELECT 'plantedfingerprint', seq, 'rule', 0, 1, 0, 0 FROM receipts;
    INSERT INTO receipt_text (rowid, text) VALUES (1, 'plantedʒʓʔ');
    UPDATE progress SET seq = (SELECT max(seq) FROM receipts) WHERE name = 'indexed';`);
  db.close();
  return id;
}

const BEFORE_PARTS = 12;
const freedTables = (file: string) =>
  readDatabaseCopy(file, (db) =>
    db.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'freed_*'").all(),
  );
const hasPlanted = (file: string) =>
  [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .some((each) => /plantedfingerprint|ʒʓʔ/.test(readFileSync(each, 'utf8')));

test('the index of an earlier schema is freed while the receipts are indexed anew', async () => {
  const file = join(newFolder(), 'receipts.db');
  const id = storeWithOldIndex(file);
  const store = openTestStore(file);
  expect(freedTables(file).length).toBeGreaterThan(0);
  expect(store.calls.statistics().unindexedReceipts).toBe(1);
  expect(store.calls.count({ event: 'prompt.submitted' })).toBe(1);
  indexAll(store);
  expect(freedTables(file)).toEqual([]);
  expect(store.calls.query({ text: 'earlier words' }, undefined, 10).receipts).toMatchObject([{ id }]);
  expect(store.calls.integrity()).toEqual([]);
  store.calls.close();
});

test('a deletion leaves nothing of the index of an earlier schema', async () => {
  const file = join(newFolder(), 'receipts.db');
  const receiptId = storeWithOldIndex(file);
  expect(hasPlanted(file)).toBe(true);
  const store = openTestStore(file);
  expect(await store.calls.erase({ receiptId }, false)).toMatchObject({ receipts: 1 });
  expect(freedTables(file)).toEqual([]);
  expect(hasPlanted(file)).toBe(false);
  store.calls.close();
});

test('a repair that the end of the process interrupted is finished by the next start', () => {
  const folder = newFolder();
  const file = join(folder, 'receipts.db');
  const store = openTestStore(file);
  store.commit([incomingEvent(), incomingEvent()]);
  store.calls.close();
  copyFileSync(file, `${file}.salvaged`);
  writeFileSync(file, 'the damaged file');
  for (const unfinished of ['.salvaging', '.merging', '.examined'])
    writeFileSync(file + unfinished, 'a part');
  const repaired = openTestStore(file);
  expect(repaired.calls.count({})).toBe(2);
  repaired.calls.close();
  const names = readdirSync(folder).sort();
  expect(names.some((name) => name.startsWith('receipts.db.corrupt-'))).toBe(true);
  expect(names.filter((name) => /salvag|merging|examined/.test(name))).toEqual([]);
  expect(existsSync(file)).toBe(true);
});
