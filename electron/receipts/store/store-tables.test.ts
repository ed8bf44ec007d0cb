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

const OLD_INDEX = `
  INSERT INTO receipt_facets (facet, seq) SELECT 2, seq FROM receipts;
  INSERT INTO receipt_facts SELECT 1, seq, 0, 0, 0, 0, 0 FROM receipts;
  INSERT INTO secrets_seen SELECT 'plantedfingerprint', seq, 'rule', 0, 1, 0, 0 FROM receipts;
  INSERT INTO session_stories SELECT session_key, 0, seq FROM receipts;
  UPDATE progress SET seq = (SELECT max(seq) FROM receipts) WHERE name = 'indexed';`;
const TEXT_PART = `
  INSERT INTO text_parts (key, part, state) VALUES (1, 0, 0), (2, 1, 1), (3, 2, 2);
  CREATE TABLE receipt_text_freed_3 (id INTEGER PRIMARY KEY, block BLOB);
  INSERT INTO receipt_text_freed_3 VALUES (1, x'00');
  CREATE VIRTUAL TABLE receipt_text_1 USING fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram remove_diacritics 1'
  );
  CREATE VIRTUAL TABLE receipt_text_2 USING fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram remove_diacritics 1'
  );
  INSERT INTO receipt_text_1 (rowid, text) VALUES (1, 'plantedʒʓʔ earlier words');
  INSERT INTO receipt_text_2 (rowid, text) VALUES (65536, 'plantedʒʓʔ');`;

/** The last schemas before an index that is built anew, and what else their index has. */
const OLD_INDEXES = [
  {
    name: 'a text index without parts',
    version: 12,
    more: "INSERT INTO receipt_text (rowid, text) VALUES (1, 'plantedʒʓʔ')",
  },
  { name: 'facets of row numbers', version: 14, more: TEXT_PART },
  {
    name: 'facets of row numbers, and what is left of the index before them',
    version: 14,
    more: `${TEXT_PART}
      CREATE TABLE freed_receipt_facets (facet INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (facet, seq)) STRICT, WITHOUT ROWID;
      INSERT INTO freed_receipt_facets VALUES (1, 1), (2, 2);`,
  },
];

/** Makes a store of an earlier schema with the index of its receipt. */
function storeWithOldIndex(file: string, { version, more }: (typeof OLD_INDEXES)[number]): string {
  const id = storeOfVersion(file, version);
  const db = new DatabaseSync(file);
  db.exec(OLD_INDEX);
  db.exec(more);
  db.close();
  return id;
}

const freedTables = (file: string) =>
  readDatabaseCopy(file, (db) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'freed_*' OR name GLOB 'receipt_text_freed_*'")
      .all(),
  );
const hasPlanted = (file: string) =>
  [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .some((each) => /plantedfingerprint|ʒʓʔ/.test(readFileSync(each, 'utf8')));

test.each(OLD_INDEXES)('$name: the old index is freed while the receipts are indexed anew', (old) => {
  const file = join(newFolder(), 'receipts.db');
  const id = storeWithOldIndex(file, old);
  const store = openTestStore(file);
  expect(freedTables(file).length).toBeGreaterThan(0);
  expect(store.calls.statistics().unindexedReceipts).toBe(1);
  expect(store.calls.count({ event: 'prompt.submitted' })).toBe(1);
  expect(store.calls.query({}, undefined, 10).receipts).toMatchObject([{ id }]);
  indexAll(store);
  expect(freedTables(file)).toEqual([]);
  expect(readDatabaseCopy(file, (db) => db.prepare('SELECT state FROM text_parts').all())).toEqual([
    { state: 0 },
  ]);
  expect(store.calls.query({ text: 'earlier words' }, undefined, 10).receipts).toMatchObject([{ id }]);
  expect(store.calls.query({ integrationId: 'int_1' }, undefined, 10).receipts).toMatchObject([{ id }]);
  expect(store.calls.integrity()).toEqual([]);
  store.calls.close();
});

test.each(OLD_INDEXES)('$name: a deletion leaves nothing of the old index', async (old) => {
  const file = join(newFolder(), 'receipts.db');
  const receiptId = storeWithOldIndex(file, old);
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
  for (const unfinished of ['.salvaging', '.examined']) writeFileSync(file + unfinished, 'a part');
  const repaired = openTestStore(file);
  expect(repaired.calls.count({})).toBe(2);
  repaired.calls.close();
  const names = readdirSync(folder).sort();
  expect(names.some((name) => name.startsWith('receipts.db.corrupt-'))).toBe(true);
  expect(names.filter((name) => /salvag|examined/.test(name))).toEqual([]);
  expect(existsSync(file)).toBe(true);
});
