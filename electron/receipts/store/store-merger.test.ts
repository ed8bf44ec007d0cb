import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { checkWords } from '../../../shared/words/record-check.ts';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { MergeSource } from '../copy/merge-source.ts';
import { RecordCopy } from '../copy/record-copy.ts';
import type { ReceiptStore } from './receipt-store.ts';
import type { MergeCounts } from './store-merger.ts';

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(file: string): ReceiptStore {
  const store = openTestStore(file);
  onTestFinished(() => {
    try {
      store.calls.close();
    } catch {
      // The test has closed it.
    }
  });
  return store;
}

const START = Date.UTC(2026, 5, 1, 12);
const record = (store: ReceiptStore, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const receivedAt = START + (from + at) * 1000;
    const data = { content: `word ${from + at}`, cwd: '/srv/project' };
    return store.commit([incomingEvent({ receivedAt, data, sessionId: `s${from}` })])[0]!.receiptId;
  });

async function merge(store: ReceiptStore, file: string, dryRun = false): Promise<MergeCounts> {
  const unchecked = async () => undefined as never;
  const source = await MergeSource.open(file, `${file}.merging`, [], unchecked);
  const { entries, root } = source.facts;
  const all: MergeCounts = { added: 0, proven: 0, present: 0, deleted: 0, leftOut: 0 };
  for (let after = -1; ; ) {
    const rows = source.rowsAfter(after);
    if (rows.length === 0) break;
    const counts = await store.calls.mergeRows(rows, { entries, root }, dryRun);
    for (const name of Object.keys(all) as (keyof MergeCounts)[]) all[name] += counts[name];
    after = rows.at(-1)!.seq;
  }
  if (!dryRun) store.calls.endMerge({ entries, root }, source.history(), all.added);
  store.calls.leaveMerge();
  source.close();
  return all;
}

const idsOf = (store: ReceiptStore, text?: string) =>
  store.calls.query(text === undefined ? {} : { text }, undefined, 500).receipts.map(({ id }) => id);

test('an older store is merged into a newer one, once, and the record still verifies', async () => {
  const folder = newFolder();
  const old = open(join(folder, 'old.db'));
  const before = record(old, 0, 150);
  old.calls.beginGap(START, null);
  old.calls.endGap(START + 1, null);
  old.calls.close();
  const store = open(join(folder, 'receipts.db'));
  const after = record(store, 1000, 90);
  indexAll(store);
  store.calls.signCheckpoint();

  const wanted = { added: 150, proven: 150, present: 0, deleted: 0, leftOut: 0 };
  expect(await merge(store, join(folder, 'old.db'), true)).toEqual(wanted);
  expect(store.calls.count({})).toBe(90);
  expect(await merge(store, join(folder, 'old.db'))).toEqual(wanted);
  indexAll(store);
  const newestFirst = [...before, ...after].reverse();
  expect(idsOf(store)).toEqual(newestFirst);
  // The text index is in the order of the receipts.
  expect(idsOf(store, 'word')).toEqual(newestFirst);
  expect(store.calls.gaps()).toHaveLength(1);
  expect(store.calls.statistics()).toMatchObject({ receipts: 240, unindexedReceipts: 0, sessions: 2 });
  expect(await store.calls.health()).toMatchObject({ receipts: 240, counted: 240 });

  const check = await store.calls.checkRecord([]);
  expect(check).toMatchObject({ faultCount: 0, receipts: 240, merged: 150, mergedUnproven: 0 });
  expect(checkWords(check).notes.join(' ')).toContain('150 receipts merged from a store that was set aside');

  await store.calls.erase({ receiptId: before[3]! }, false);
  const again = { added: 0, proven: 0, present: 149, deleted: 1, leftOut: 0 };
  expect(await merge(store, join(folder, 'old.db'))).toEqual(again);
  expect((await store.calls.checkRecord([])).faultCount).toBe(0);
  expect(record(store, 2000, 1)).toHaveLength(1);
});

test('what a damaged store had comes back to its own place, and what was deleted does not', async () => {
  const folder = newFolder();
  const file = join(folder, 'receipts.db');
  const store = open(file);
  const ids = record(store, 0, 100);
  store.calls.signCheckpoint();
  store.calls.close();
  copyFileSync(file, join(folder, 'aside.db'));
  const db = new DatabaseSync(file);
  db.exec('DELETE FROM receipts WHERE leaf BETWEEN 20 AND 29; UPDATE sessions SET events = events - 10');
  db.close();
  const harmed = open(file);
  await harmed.calls.erase({ receiptId: ids[50]! }, false);
  expect((await harmed.calls.checkRecord([])).faults).toMatchObject([{ kind: 'removed', from: 20, to: 29 }]);

  const counts = await merge(harmed, join(folder, 'aside.db'));
  expect(counts).toEqual({ added: 10, proven: 10, present: 89, deleted: 1, leftOut: 0 });
  expect(await harmed.calls.checkRecord([])).toMatchObject({ faultCount: 0, receipts: 99, merged: 0 });
  expect(await harmed.calls.health()).toMatchObject({ receipts: 99, counted: 99 });
});

test('receipts that do not fit their entries are told apart, and a mirror gets what was merged', async () => {
  const folder = newFolder();
  const old = open(join(folder, 'old.db'));
  record(old, 0, 20);
  old.calls.close();
  const db = new DatabaseSync(join(folder, 'old.db'));
  db.exec("UPDATE receipts SET data = replace(data, 'word 7', 'ward 7') WHERE leaf = 7");
  db.close();
  const store = open(join(folder, 'receipts.db'));
  record(store, 1000, 30);
  const copy = RecordCopy.create(join(folder, 'copy.db'), 'i');
  const copyAll = () => {
    for (let isLast = false; !isLast; ) {
      const slice = store.calls.copySlice(copy.facts().position, false);
      copy.apply(slice);
      isLast = slice.isLast;
    }
  };
  copyAll();

  expect(await merge(store, join(folder, 'old.db'))).toMatchObject({ added: 20, proven: 19 });
  const check = await store.calls.checkRecord([]);
  expect(check).toMatchObject({ faultCount: 0, merged: 19, mergedUnproven: 1 });
  expect(checkWords(check).notes.join(' ')).toContain('nothing is proven about them before the merge');
  copyAll();
  expect(copy.facts()).toMatchObject({ receipts: 50 });
  const fresh = RecordCopy.create(join(folder, 'fresh.db'), 'i');
  for (let isLast = false; !isLast; ) {
    const slice = store.calls.copySlice(fresh.facts().position, false);
    fresh.apply(slice);
    isLast = slice.isLast;
  }
  expect(fresh.facts()).toMatchObject({ receipts: 50, root: copy.facts().root });
  copy.close();
  fresh.close();
});
