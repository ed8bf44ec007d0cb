import { closeSync, copyFileSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ReceiptType } from '../../../shared/event.ts';
import { incidentSentences } from '../../../shared/words/incidents.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { canMountDisks, mountSmallDisk } from '../../../test/support/small-disk.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { StoreReplaced } from '../store/store-failure.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { examineStore } from './examine-store.ts';

const RECEIPTS = 400;
const PAGE = 4096;
/** More than JavaScript's numbers hold. */
const LARGE = '4611686018427387904';

let folder: string;
let file: string;
let store: ReceiptStore | undefined;
const setAside: string[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'receipts.db');
  setAside.length = 0;
});
afterEach(() => {
  store?.calls.close();
  store = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function populate(): string[] {
  const filling = openTestStore(file);
  const ids = Array.from({ length: RECEIPTS }, (_, index) =>
    filling.commit([incomingEvent({ data: { content: `needle ${index} ${'hay '.repeat(30)}` } })]),
  ).map(([outcome]) => outcome!.receiptId);
  indexAll(filling);
  filling.calls.close();
  return ids;
}

/** Overwrites the root page of one table. */
function damage(table: string): void {
  const db = new DatabaseSync(file);
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  db.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (rootpage - 1) * PAGE);
  closeSync(descriptor);
}

/** Returns the name of a table. SQLite keeps a part of the text index in several. */
function ownTable(name: string): string {
  if (!name.endsWith('receipt_text_0')) return name;
  const db = new DatabaseSync(file);
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE name LIKE 'receipt_text_0%' AND rootpage > 0 ORDER BY rootpage",
    )
    .all();
  db.close();
  return tables[name.startsWith('another') ? 1 : 0]!.name as string;
}

/** Zeroes one page with rows of a table. */
function damageLeaf(table: string, index: number): void {
  const db = new DatabaseSync(file);
  const { pageno } = db
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' LIMIT 1 OFFSET ?")
    .get(table, index) as { pageno: number };
  db.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE), 0, PAGE, (pageno - 1) * PAGE);
  closeSync(descriptor);
}

/** Changes rows while the schema lacks one of their indexes, so that the index keeps what the rows had. */
function changeBehind(index: string, change: string): void {
  const run = (sql: string) => {
    const db = new DatabaseSync(file);
    db.enableDefensive(false);
    db.exec(`PRAGMA writable_schema = ON; ${sql}`);
    db.close();
  };
  run(`CREATE TABLE hidden AS SELECT * FROM sqlite_schema WHERE name = '${index}';
    DELETE FROM sqlite_schema WHERE name = '${index}'`);
  run(`${change}; INSERT INTO sqlite_schema SELECT * FROM hidden`);
  run('DROP TABLE hidden');
}

const ids = (page: { receipts: { id: string }[] }) => page.receipts.map(({ id }) => id).reverse();

describe.each([
  'a table of receipt_text_0',
  'another table of receipt_text_0',
  'receipt_facets',
  'secrets_seen',
])('damage to %s only', (name) => {
  test('that a running store finds rebuilds the indexes and loses no receipt', () => {
    const before = populate();
    damage(ownTable(name));
    store = openTestStore(file, (aside) => setAside.push(aside));
    expect(ids(store.calls.query({}, undefined, 500))).toEqual(before);
    const [added] = store.commit([incomingEvent()]);
    const all = [...before, added!.receiptId];
    for (let index = 0; index < 3; index += 1) indexAll(store);
    // If the damage is not found yet, these queries find it.
    for (let index = 0; index < 2; index += 1) {
      store.calls.query({ text: 'needle' }, undefined, 500);
      store.calls.query({ integrationId: 'int_1' }, undefined, 500);
      store.calls.query({ fingerprint: '0123456789abcdef' }, undefined, 500);
    }
    indexAll(store);
    expect(ids(store.calls.query({ text: 'needle' }, undefined, 500))).toEqual(before);
    expect(ids(store.calls.query({ integrationId: 'int_1' }, undefined, 500))).toEqual(all);
    expect(store.calls.count()).toBe(all.length);
    expect(store.calls.integrity()).toEqual([]);
    expect(setAside).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

test.each([
  ['receipts_by_identity', 'UPDATE receipts SET digest = randomblob(16) WHERE leaf = 100'],
  ['sessions_by_last', 'UPDATE sessions SET last_at = last_at + 1'],
])('rows that differ from %s keep nothing from deletion', async (index, change) => {
  populate();
  changeBehind(index, change);
  store = openTestStore(file, (aside) => setAside.push(aside));
  expect(store.calls.integrity()).not.toEqual([]);
  expect(store.calls.repair(true)).toMatchObject({ state: 'rebuild', parts: ['indexes'] });
  await store.calls.erase({ everything: true }, false);
  expect(store.calls.count()).toBe(0);
  expect(store.calls.integrity()).toEqual([]);
  expect(setAside).toEqual([]);
});

test('a receipt of any kind is no damage', () => {
  store = openTestStore(file);
  const kinds = Object.keys(EVENT_CODES) as ReceiptType[];
  for (const event of kinds) store.commit([incomingEvent({ event })]);
  expect(store.calls.repair(true)).toMatchObject({ state: 'intact', receipts: kinds.length });
});

test('damage to a page above all receipts loses them, names them, and keeps the damaged file', async () => {
  populate();
  damage('receipts');
  store = openTestStore(file, (aside) => setAside.push(aside));
  const [added] = store.commit([incomingEvent()]);
  expect(setAside).toHaveLength(1);
  expect(statSync(setAside[0]!).size).toBeGreaterThan(PAGE);
  expect(readdirSync(folder).filter((name) => /rebuilding|salvag/.test(name))).toEqual([]);
  expect(ids(store.calls.query({}, undefined, 500))).toEqual([added!.receiptId]);
  expect(store.calls.incidents(1)).toMatchObject([{ harm: 'damaged', lost: RECEIPTS, receipts: 0 }]);
  expect((await store.calls.checkRecord([])).faults).toMatchObject([
    { kind: 'lost', from: 0, to: RECEIPTS - 1 },
  ]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('of a file without a readable page, nobody knows what it had', () => {
  populate();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE - 100, 0x11), 0, PAGE - 100, 100);
  closeSync(descriptor);
  expect(examineStore(file, [])).toMatchObject({ state: 'salvage', receipts: 0, lost: null });
  store = openTestStore(file);
  const [incident] = store.calls.incidents(1);
  expect(incident).toMatchObject({ harm: 'damaged', lost: null, receipts: 0 });
  expect(incidentSentences(incident!).outcome).toContain('is not known');
});

test.skipIf(!canMountDisks)('a disk without room for a repair changes nothing', () => {
  // More than the pages that SQLite keeps in memory until a commit.
  const filling = openTestStore(file);
  const content = 'hay '.repeat(2000);
  for (let batch = 0; batch < 10; batch += 1)
    filling.commit(Array.from({ length: RECEIPTS / 10 }, () => incomingEvent({ data: { content } })));
  filling.calls.close();
  damageLeaf('receipts', 3);
  const disk = mountSmallDisk(32);
  onTestFinished(() => disk.remove());
  const onDisk = join(disk.path, 'receipts.db');
  copyFileSync(file, onDisk);
  const open = () => openTestStore(onDisk, (aside) => setAside.push(aside));
  for (const share of [0.4, 0.6, 0.8]) {
    disk.fill();
    disk.free(Math.floor(statSync(onDisk).size * share));
    expect(() => {
      const opened = open();
      onTestFinished(() => opened.calls.close());
      opened.keep();
    }).toThrow('disk is full');
    expect(setAside).toEqual([]);
    disk.free();
  }
  const repaired = open();
  onTestFinished(() => repaired.calls.close());
  repaired.keep();
  expect(repaired.calls.count()).toBeGreaterThan(RECEIPTS - 40);
  expect(setAside).toHaveLength(1);
});

test('a damaged page of receipts loses only its own, and a check names them', async () => {
  const before = populate();
  const known = openTestStore(file);
  known.calls.signCheckpoint();
  known.calls.close();
  damageLeaf('receipts', 3);
  store = openTestStore(file, (aside) => setAside.push(aside));
  // A host looks at every page of a small store when it starts.
  store.keep();
  const left = store.calls.count();
  const lost = RECEIPTS - left;
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThan(40);
  expect(store.calls.incidents(1)).toMatchObject([{ lost, receipts: left }]);
  const { faults, faultCount } = await store.calls.checkRecord([]);
  expect(faults).toMatchObject([{ kind: 'lost', from: expect.any(Number), after: expect.any(String) }]);
  expect(faultCount).toBe(1);
  expect(faults[0]!.to! - faults[0]!.from! + 1).toBe(lost);
  // Somebody who removes more is named, although there was damage.
  store.calls.close();
  const other = new DatabaseSync(file);
  other.prepare('DELETE FROM receipts WHERE id = ?').run(before[300]!);
  other.close();
  store = openTestStore(file);
  expect((await store.calls.checkRecord([])).faults.map(({ kind }) => kind).sort()).toEqual([
    'lost',
    'removed',
  ]);
});

test('an export that meets the damage does not end as if it were complete', () => {
  populate();
  damageLeaf('receipts', 3);
  const opened = openTestStore(file, (aside) => setAside.push(aside));
  store = opened;
  const exported: unknown[] = [];
  const exportAll = () => {
    for (let cursor: string | undefined; ; ) {
      const page = opened.calls.export({}, cursor, 50);
      exported.push(...page.receipts);
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  };
  expect(exportAll).toThrow(StoreReplaced);
  expect(exported.length).toBeLessThan(RECEIPTS);
  exported.length = 0;
  exportAll();
  expect(exported.length).toBeGreaterThan(RECEIPTS - 40);
});

// A changed bit in the header of a row makes a small number a large one.
test.each([
  ['the leaf of the newest receipt', `UPDATE receipts SET leaf = ${LARGE} WHERE leaf = 399`, 'receipts', 1],
  ['a row number', 'UPDATE receipts SET seq = 9007199254740991 WHERE leaf = 399', 'receipts', 1],
  ['a row number below zero', 'UPDATE receipts SET seq = -5 WHERE leaf = 0', 'receipts', 1],
])('a value of %s that Plinth does not write costs only its row', async (_name, change, part, lost) => {
  populate();
  const db = new DatabaseSync(file);
  db.exec(change);
  db.close();
  expect(examineStore(file, [])).toMatchObject({ parts: [part], lost });
  const opened = openTestStore(file, (aside) => setAside.push(aside));
  store = opened;
  const uses: (() => unknown)[] = [
    () => opened.calls.query({}, undefined, 500),
    () => opened.calls.sessions({ limit: 500 }),
    () => opened.calls.export({}, undefined, 500),
    () => opened.commit([incomingEvent()]),
    () => opened.calls.repair(false),
  ];
  for (const use of uses) {
    try {
      await use();
    } catch (error) {
      expect(error).toBeInstanceOf(StoreReplaced);
      await use();
    }
  }
  expect(opened.calls.count()).toBe(RECEIPTS + 1 - lost);
  expect(opened.calls.repair(true)).toMatchObject({ state: 'intact' });
  expect((await opened.calls.checkRecord([])).faultCount).toBe(lost);
  await opened.calls.erase({ everything: true }, false);
  expect(opened.calls.count()).toBe(0);
});

test('a row number below zero is named, and deleted with the others', async () => {
  populate();
  const db = new DatabaseSync(file);
  db.exec('UPDATE receipts SET seq = -5 WHERE leaf = 0');
  db.exec('UPDATE receipts SET session_key = 99 WHERE leaf = 1');
  db.close();
  store = openTestStore(file);
  expect((await store.calls.checkRecord([])).faultCount).toBe(2);
  await store.calls.erase({ everything: true }, false);
  store.calls.close();
  store = undefined;
  using left = new DatabaseSync(file);
  expect(left.prepare('SELECT count(*) AS rows FROM receipts').get()).toEqual({ rows: 0 });
});

test('hashes that are none keep nothing from the start', async () => {
  populate();
  const db = new DatabaseSync(file);
  db.enableDefensive(false);
  // A damaged header of a row reads as NULL, which no table takes.
  db.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'hash BLOB NOT NULL', 'hash BLOB') WHERE name = 'tree_leaves'`);
  db.close();
  const other = new DatabaseSync(file);
  other.enableDefensive(false);
  other.exec(`UPDATE tree_leaves SET hash = NULL WHERE i IN (7, 399); PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'hash BLOB', 'hash BLOB NOT NULL') WHERE name = 'tree_leaves'`);
  other.close();
  store = openTestStore(file, (aside) => setAside.push(aside));
  expect((await store.calls.checkRecord([])).faultCount).toBe(2);
  expect(store.calls.repair(false)).toMatchObject({ state: 'salvage', parts: ['proofs'], lost: 0 });
  store.commit([incomingEvent()]);
  expect(store.calls.count()).toBe(RECEIPTS + 1);
});

test('a receipt whose JSON is damaged costs only itself', async () => {
  const before = populate();
  const db = new DatabaseSync(file);
  db.exec("UPDATE receipts SET found = '{' WHERE leaf = 7");
  db.close();
  const opened = openTestStore(file, (aside) => setAside.push(aside));
  store = opened;
  const exportAll = () => opened.calls.export({}, undefined, 500);
  expect(exportAll).toThrow(StoreReplaced);
  expect(setAside).toHaveLength(1);
  expect(ids(exportAll())).toEqual(before.filter((_, index) => index !== 7));
  expect((await opened.calls.checkRecord([])).faults).toMatchObject([{ kind: 'lost', from: 7, to: 7 }]);
});
