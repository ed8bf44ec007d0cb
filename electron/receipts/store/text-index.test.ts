import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readDatabaseCopy } from '../../../test/support/database-copy.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import type { ReceiptStore } from './receipt-store.ts';
import { RecordTree } from './record-tree.ts';

/** A group of three letters that begins like no other, so the index stores all of its bytes. */
const GROUP = 'ʒʓʔ';
const LEAVES_OF_PART = 65_536;
const NO_LIMITS = { olderThan: null, maxBytes: null };

let folder: string;
let file: string;
let store: ReceiptStore;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'receipts.db');
  store = openTestStore(file);
});

afterEach(() => {
  store.calls.close();
  rmSync(folder, { recursive: true, force: true });
});

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

test('the segments of many slices are merged', () => {
  const ids = record(Array.from({ length: 60 }, (_, index) => `needle ${index}`));
  const segments = 'SELECT count(DISTINCT segid) AS segments FROM receipt_text_1_idx';
  expect(readDatabaseCopy(file, (db) => db.prepare(segments).get()!.segments)).toBeLessThan(12);
  expect(found('needle', 'oldest')).toEqual(ids);
});

describe('the segments of a part', () => {
  const SLICE = 64;
  /** FTS5 merges a level of four segments, and these parts have two levels. */
  const MOST_MERGED = 6;
  /** Slices between two merges. */
  const MOST_UNMERGED = 16;

  const ofFirstPart = () =>
    readDatabaseCopy(
      file,
      (db) => db.prepare('SELECT count(DISTINCT segid) AS segments FROM receipt_text_1_idx').get()!.segments,
    );
  const commitSlices = (count: number) =>
    Array.from(
      { length: count },
      () => store.commit(Array.from({ length: SLICE }, () => incomingEvent()))[0]!,
    );

  test('are merged while a deletion indexes, and at last after the next part has begun', async () => {
    const [first] = commitSlices(100);
    await store.calls.erase({ receiptId: first!.receiptId }, false);
    expect(store.calls.statistics().unindexedReceipts).toBe(0);
    expect(ofFirstPart()).toBeLessThanOrEqual(MOST_UNMERGED + MOST_MERGED);
    leaveLeaves(0);
    record(['in the next part']);
    expect(ofFirstPart()).toBeLessThanOrEqual(MOST_MERGED);
  });

  test('are merged while a deletion of a project indexes', async () => {
    commitSlices(100);
    await store.calls.erase({ project: '/srv/a' }, false);
    expect(ofFirstPart()).toBeLessThanOrEqual(MOST_UNMERGED + MOST_MERGED);
  });

  test('are merged if the leaves of the part end between two merges', () => {
    record(['the first']);
    leaveLeaves(10 * SLICE);
    commitSlices(12);
    while (store.calls.advanceIndex('busy') !== 'nothing');
    expect(ofFirstPart()).toBeLessThanOrEqual(MOST_MERGED);
  });
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
  const inIndex = 'SELECT count(*) AS pages FROM receipt_text_1_data WHERE instr(block, CAST(? AS BLOB)) > 0';
  expect(readDatabaseCopy(file, (db) => db.prepare(inIndex).get(GROUP))).toEqual({ pages: 1 });
  await store.calls.erase({ receiptId: deleted! }, false);
  expect(filesWith(GROUP)).toEqual([]);
  expect(found('needle')).toHaveLength(2);
  // The part takes new receipts again.
  const [added] = record([`needle ${GROUP} again`]);
  expect(found(GROUP)).toEqual([added]);
  expect(found('needle', 'oldest')[0]).toBe(kept);
});

test('a part that is purged again and again stays short', async () => {
  const outcomes = store.commit(Array.from({ length: 130 }, () => incomingEvent()));
  indexAll(store);
  for (const { receiptId } of outcomes.slice(1)) await store.calls.erase({ receiptId }, false);
  const record = 'SELECT length(block) < 240 AS isShort FROM receipt_text_1_data WHERE id = 10';
  expect(readDatabaseCopy(file, (db) => db.prepare(record).get())).toEqual({ isShort: 1 });
  expect(found('prompt')).toEqual([outcomes[0]!.receiptId]);
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
  expect(store.calls.count({ text: 'needle' })).toBe(5);
  expect(store.calls.count({ text: 'needle' }, 3)).toBe(4);
  const tables = "SELECT name FROM sqlite_schema WHERE name GLOB 'receipt_text_[0-9]' ORDER BY name";
  const names = () =>
    readDatabaseCopy(file, (copy) =>
      copy
        .prepare(tables)
        .all()
        .map(({ name }) => name),
    );
  expect(names()).toEqual(['receipt_text_1', 'receipt_text_2']);
  for (const receiptId of older) await store.calls.erase({ receiptId }, false);
  expect(names()).toEqual(['receipt_text_2']);
  expect(found('needle')).toEqual(newer.toReversed());
  await store.calls.erase({ everything: true }, false);
  expect(names()).toEqual([]);
  expect(store.calls.integrity()).toEqual([]);
});
