import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import { ensureSchema } from '../schema/schema.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { RecordTree } from './record-tree.ts';
import { LEAVES_OF_PART, TextIndex, textTables } from './text-index.ts';

/** A group of three letters that begins like no other, so the index stores all of its bytes. */
const GROUP = 'ʒʓʔ';
const NO_LIMITS = { olderThan: null, maxBytes: null };

let folder: string;
let file: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ folder, file, store } = opened);
  },
  () => store,
);

/** Stores receipts, indexes them in several segments, and returns their ids. */
function record(contents: readonly string[]): string[] {
  return contents.flatMap((content) => {
    const outcomes = store.commit([incomingEvent({ data: { content } })]);
    indexAll(store);
    return outcomes.map(({ receiptId }) => receiptId);
  });
}

/** Fills the tree with marks, until so many leaves are left to the part that takes the next receipt. */
function leaveLeaves(left: number): void {
  store.calls.close();
  const db = new DatabaseSync(file);
  const tree = new RecordTree(db);
  db.exec('BEGIN');
  while ((tree.size + left) % LEAVES_OF_PART !== 0) tree.appendMark({ erased: [], v: 1, why: 'user' });
  db.exec('COMMIT');
  db.close();
  store = openTestStore(file);
}

const filesWith = (text: string, place = folder): string[] =>
  readdirSync(place).filter((name) => readFileSync(join(place, name)).includes(text));

const found = (text: string, order: 'newest' | 'oldest' = 'newest', limit = 2): string[] => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = store.calls.query({ text }, cursor, limit, { order });
    ids.push(...page.receipts.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

test('a search finds the receipts of many slices and of several parts while they are merged', async () => {
  const first = record(Array.from({ length: 60 }, (_, index) => `needle ${index}`));
  leaveLeaves(20);
  const ids = [...first, ...record(Array.from({ length: 40 }, (_, index) => `needle ${index}`))];
  expect(found('needle', 'oldest')).toEqual(ids);
  await store.calls.erase({ receiptId: ids[70]! }, false);
  expect(found('needle', 'oldest')).toEqual(ids.filter((_, index) => index !== 70));
});

test('merges are upkeep: no receipt waits for its indexes meanwhile', () => {
  const works = Array.from({ length: 20 }, () => {
    store.commit([incomingEvent()]);
    const left = store.calls.advanceIndex();
    expect(store.calls.statistics().unindexedReceipts).toBe(0);
    return left;
  });
  expect(works).toContain('upkeep');
  expect(works).not.toContain('receipts');
  indexAll(store);
  store.commit(Array.from({ length: 300 }, () => incomingEvent()));
  expect(store.calls.advanceIndex()).toBe('receipts');
});

test('the terms of a deleted receipt leave the file, and those of others stay', async () => {
  const [kept, deleted] = record(['needle one', `needle ${GROUP}`, 'needle three']);
  expect(filesWith(GROUP)).not.toEqual([]);
  await store.calls.erase({ receiptId: deleted! }, false);
  expect(filesWith(GROUP)).toEqual([]);
  expect(found('needle')).toHaveLength(2);
  // The part takes new receipts again.
  const [added] = record([`needle ${GROUP} again`]);
  expect(found(GROUP)).toEqual([added]);
  expect(found('needle', 'oldest')[0]).toBe(kept);
});

test('a part is purged 3,000 times', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  ensureSchema(db);
  const index = new TextIndex(db);
  index.add(0, 'the needle that stays');
  for (let leaf = 1; leaf <= 3000; leaf += 1) {
    index.add(leaf, `needle ${leaf}`);
    index.remove(leaf);
    index.flush();
    while (index.purge());
  }
  const [table] = textTables(db);
  const matches = db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"nee" AND "dle"'`);
  expect(matches.all()).toEqual([{ rowid: 0 }]);
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
});

test('the next run of retention ends a purge that the end of the process interrupted', async () => {
  const [deleted] = record([`needle ${GROUP}`, 'needle two']);
  const erasing = store.calls.erase({ receiptId: deleted! }, false);
  const left = temporaryFolder();
  onTestFinished(() => rmSync(left, { recursive: true, force: true }));
  cpSync(folder, left, { recursive: true });
  await erasing;
  const later = openTestStore(join(left, 'receipts.db'));
  expect(later.calls.query({ text: 'needle' }, undefined, 10).receipts).toHaveLength(1);
  expect(filesWith(GROUP, left)).not.toEqual([]);
  await later.calls.applyRetention(NO_LIMITS, false);
  expect(filesWith(GROUP, left)).toEqual([]);
  later.calls.close();
});

test('the store is sound at every turn of a deletion', async () => {
  const words = (from: number) =>
    Array.from({ length: 300 }, (_, index) => (from + index * 7919).toString(36));
  record(Array.from({ length: 40 }, (_, index) => words(index * 40_009).join(' ')));
  let isDone = false;
  const erasing = store.calls.erase({ everything: true }, false).finally(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    expect(store.calls.integrity()).toEqual([]);
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await erasing;
  expect(turns).toBeGreaterThan(2);
});

test('a search goes through all parts of the index, and a part without receipts leaves the file', async () => {
  const older = record(['needle a', 'needle b', 'needle c']);
  leaveLeaves(0);
  const newer = record(['needle d', 'needle e']);
  const all = [...older, ...newer];
  expect(found('needle', 'oldest')).toEqual(all);
  expect(found('needle')).toEqual(all.toReversed());
  expect(store.calls.countTurn({ text: 'needle' }).count).toBe(5);
  expect(store.calls.countTurn({ text: 'needle' }, 3).count).toBe(4);
  const names = () => readDatabaseCopy(file, textTables);
  expect(names()).toEqual(['receipt_text_0', 'receipt_text_1']);
  for (const receiptId of older) await store.calls.erase({ receiptId }, false);
  expect(names()).toEqual(['receipt_text_1']);
  expect(found('needle')).toEqual(newer.toReversed());
  await store.calls.erase({ everything: true }, false);
  expect(names()).toEqual([]);
  expect(store.calls.integrity()).toEqual([]);
});
