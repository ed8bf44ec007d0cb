import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { COPY_START } from '../copy/copy-slice.ts';
import { RecordCopy } from '../copy/record-copy.ts';
import { prepareRecord } from '../copy/restore-copy.ts';
import { salvageStore } from '../repair/salvage-store.ts';
import { packInBackground } from '../worker/background-packing.ts';
import { PACKED_COLUMNS, packTexts, unpackAll, unpackTexts } from './packed-texts.ts';
import type { ReceiptStore } from './receipt-store.ts';
import { checkDatabase } from './record-calls.ts';

const START = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const RECEIPTS = 120;
const MARKER = 'quartz-harbour-71-meadow-lantern';
const FILLER = 'plain words of an ordinary report. '.repeat(20);

let folder: string;
let store: ReceiptStore;

const dataOf = (index: number) => ({
  content: `${index === 50 ? '' : `word ${index} `}${FILLER} ${index === 50 ? MARKER : 'end'} dev${index}@example.com`,
  cwd: `/srv/project-${index % 3}`,
  callId: `call_${index}`,
});

const fileOf = (name: string) => join(folder, name);
const change = (sql: string) => {
  const db = new DatabaseSync(fileOf('receipts.db'));
  db.exec(sql);
  db.close();
};

function packAll(before = START + RECEIPTS * MINUTE): void {
  while (!store.calls.packReceipts(before));
}

function packedRows(file = fileOf('receipts.db')): number {
  const db = new DatabaseSync(file);
  const empty = ['id', 'summary', 'data', 'sizes', 'redaction']
    .map((column) => `${column} = ''`)
    .join(' AND ');
  const sql = `SELECT count(*) AS count FROM receipts WHERE packed IS NOT NULL AND ${empty}`;
  const { count } = db.prepare(sql).get() as { count: number };
  db.close();
  return count;
}

beforeEach(() => {
  folder = temporaryFolder();
  store = openTestStore(fileOf('receipts.db'));
  for (let index = 0; index < RECEIPTS; index += 1) {
    const receivedAt = START + index * MINUTE;
    store.commit([incomingEvent({ receivedAt, sessionId: `session ${index % 4}`, data: dataOf(index) })]);
  }
  indexAll(store);
});
afterEach(() => {
  store.calls.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that the window, the console and the command line ask of a store. */
async function answers(asked = store) {
  const { calls } = asked;
  const exported = calls.export({}, undefined, 500).receipts;
  const { checkpoints: _, ...check } = await calls.checkRecord([]);
  return {
    exported,
    listed: calls.query({}, undefined, 500).receipts,
    found: calls.query({ text: 'word 77' }, undefined, 10).receipts.map(({ id }) => id),
    excluded: calls.query({ text: '-word' }, undefined, 500).receipts.map(({ id }) => id),
    story: calls.query({ sessionId: 'session 2' }, undefined, 10, { order: 'oldest' }).receipts,
    one: calls.get(exported[40]!.id),
    sessions: calls.sessions({ limit: 10 }),
    erasable: (await calls.erase({ project: '/srv/project-1' }, true)).receipts,
    due: (await calls.applyRetention({ olderThan: START + 30 * MINUTE, maxBytes: null }, true)).receipts,
    check,
    integrity: calls.integrity(),
  };
}

function reopen(): void {
  store.calls.close();
  store = openTestStore(fileOf('receipts.db'));
}

test('unpacking gives the packed texts again', () => {
  // Numbers of a generator with a fixed seed, so that a failure can be repeated.
  let state = 7;
  const below = (end: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  const anyText = (length: number) => String.fromCharCode(...Array.from({ length }, () => below(65_536)));
  const texts = [
    ['', '', '', ''],
    ['{}', '', '{"findings":[]}', ''],
    ['\u0000', '🙂\u2028', '', '🙂'],
    [JSON.stringify('\ud800 lone \udfff'), 'é', 'x'.repeat(127), 'x'],
    [JSON.stringify(anyText(20_000)), 'y'.repeat(128), 'z'.repeat(16_384), 'y'.repeat(300)],
    ['a'.repeat(1_048_576), JSON.stringify(FILLER.repeat(40)), '', 'a'],
    ...Array.from({ length: 100 }, () =>
      PACKED_COLUMNS.map(() => JSON.stringify(anyText(below(400) * below(2)))),
    ),
  ];
  const bytes = texts.map((each) => each.map((text) => Buffer.from(text)));
  const expected = bytes.map((each) => each.map((text) => text.toString()));
  const packed = bytes.map((each, index) =>
    packTexts(each, index % 2 === 0 ? Buffer.alloc(9, index) : undefined),
  );
  const textsOf = (found: ReturnType<typeof unpackTexts>) => PACKED_COLUMNS.map((name) => found?.[name]);
  expect(packed.map((each) => textsOf(unpackTexts(each)))).toEqual(expected);
  expect(unpackAll(packed).map(textsOf)).toEqual(expected);
  // A damaged one harms none of its neighbours.
  const damaged = packed.map((each, index) => (index === 3 ? each.subarray(0, -3) : each));
  damaged[4] = Buffer.from([9, ...packed[4]!.subarray(1)]);
  const read = unpackAll(damaged);
  expect([read[3], read[4], unpackTexts(damaged[3]!), unpackTexts(Buffer.alloc(0))]).toEqual(
    new Array(4).fill(undefined),
  );
  expect(read.toSpliced(3, 2).map(textsOf)).toEqual(expected.toSpliced(3, 2));
});

test('packed receipts give the same answers, take less room and leave no plain text', async () => {
  const before = await answers();
  expect(before.found).toHaveLength(1);
  const sizeOf = () => readFileSync(fileOf('receipts.db')).length;
  reopen();
  const plainBytes = sizeOf();
  expect(readFileSync(fileOf('receipts.db')).includes(MARKER)).toBe(true);
  packAll();
  expect(await answers()).toEqual(before);
  reopen();
  expect(await answers()).toEqual(before);
  store.calls.close();
  expect(packedRows()).toBe(RECEIPTS);
  expect(readFileSync(fileOf('receipts.db')).includes(MARKER)).toBe(false);
  const db = new DatabaseSync(fileOf('receipts.db'));
  const { count } = db.prepare('SELECT freelist_count AS count FROM pragma_freelist_count').get() as {
    count: number;
  };
  db.close();
  expect((sizeOf() - count * 4096) / plainBytes).toBeLessThan(0.75);
  store = openTestStore(fileOf('receipts.db'));
});

test('only receipts before the instant are packed, and later ones at their time', async () => {
  const before = await answers();
  packAll(START + 60 * MINUTE);
  store.calls.close();
  expect(packedRows()).toBe(60);
  store = openTestStore(fileOf('receipts.db'));
  expect(await answers()).toEqual(before);
  packAll();
  store.calls.close();
  expect(packedRows()).toBe(RECEIPTS);
  store = openTestStore(fileOf('receipts.db'));
});

test('the background packs receipts of yesterday, but not while others wait for their indexes', () => {
  const yesterdayOf = START + 60 * MINUTE + 86_400_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: yesterdayOf });
  onTestFinished(() => void vi.useRealTimers());
  let isIndexing = true;
  const failures: unknown[] = [];
  const packer = packInBackground(store, {
    isIndexing: () => isIndexing,
    onFailure: (error) => failures.push(error),
  });
  const packed = () => {
    store.calls.close();
    const rows = packedRows();
    store = openTestStore(fileOf('receipts.db'));
    return rows;
  };
  vi.advanceTimersByTime(5 * MINUTE);
  packer.stop();
  expect(packed()).toBe(0);
  isIndexing = false;
  const next = packInBackground(store, {
    isIndexing: () => isIndexing,
    onFailure: (error) => failures.push(error),
  });
  vi.advanceTimersByTime(10 * MINUTE);
  next.stop();
  // Receipts of the first hour, and those that became a day old meanwhile.
  const rows = packed();
  expect(rows).toBeGreaterThanOrEqual(60);
  expect(rows).toBeLessThan(RECEIPTS);
  expect(failures).toEqual([]);
});

test('a changed id stays in its row when the receipt is packed, and is reported', async () => {
  store.calls.close();
  change(`UPDATE receipts SET id = substr(id, 1, 29) || '00' WHERE leaf = 5;
          UPDATE receipts SET id = 'other' WHERE leaf = 6;
          UPDATE receipts SET id = lower(id) WHERE leaf = 7`);
  store = openTestStore(fileOf('receipts.db'));
  packAll();
  const { faults } = await store.calls.checkRecord([]);
  expect(faults.map(({ kind, from }) => [kind, from])).toEqual([
    ['altered', 5],
    ['altered', 6],
    ['altered', 7],
  ]);
  store.calls.close();
  expect(packedRows()).toBe(RECEIPTS - 2);
  store = openTestStore(fileOf('receipts.db'));
});

test('a retry of a packed receipt has its id', () => {
  const event = incomingEvent({ receivedAt: START, sessionId: 'session 0' });
  const [first] = store.commit([event]);
  indexAll(store);
  packAll();
  expect(store.commit([event])).toEqual([{ ...first, replayed: true }]);
  expect(store.commit([{ ...event, paused: true }])).toEqual([{ ...first, replayed: true }]);
  expect(store.calls.get(first!.receiptId)).toMatchObject({ id: first!.receiptId, repeats: 1 });
});

test('packed receipts are erased with their entries in every index', async () => {
  packAll();
  const [found] = store.calls.query({ text: MARKER }, undefined, 10).receipts;
  await store.calls.erase({ receiptId: found!.id }, false);
  await store.calls.applyRetention({ olderThan: START + 30 * MINUTE, maxBytes: null }, false);
  expect(store.calls.query({ text: MARKER }, undefined, 10).receipts).toEqual([]);
  expect(store.calls.query({ text: 'word 7' }, undefined, 500).receipts.length).toBeGreaterThan(0);
  expect(await store.calls.checkRecord([])).toMatchObject({ faultCount: 0, erased: 31, receipts: 89 });
  expect(store.calls.integrity()).toEqual([]);
  await store.calls.erase({ everything: true }, false);
  expect(store.calls.count({})).toBe(0);
});

test('a changed packed text is reported, and one that cannot be read is lost like a damaged row', async () => {
  packAll();
  store.calls.close();
  change(`UPDATE receipts SET packed = (SELECT packed FROM receipts WHERE leaf = 8) WHERE leaf = 7;
          UPDATE receipts SET packed = substr(packed, 1, 9) WHERE leaf = 9`);
  store = openTestStore(fileOf('receipts.db'));
  const { faults } = await store.calls.checkRecord([]);
  expect(faults.map(({ kind, from }) => [kind, from])).toEqual([
    ['altered', 7],
    ['altered', 9],
  ]);
  expect(store.calls.repair(true)).toMatchObject({ state: 'salvage', parts: ['receipts'], lost: 1 });
  // The read finds the damage, and a new store with what is readable takes over.
  expect(() => store.calls.export({}, undefined, 500)).toThrow();
  expect(store.calls.export({}, undefined, 500).receipts).toHaveLength(RECEIPTS - 1);
});

test('packed receipts are salvaged, copied and restored', async () => {
  const { exported } = await answers();
  packAll();
  const slice = store.calls.copySlice(COPY_START);
  expect(slice.isLast).toBe(true);
  const copy = RecordCopy.create(fileOf('copy.db'), 'one');
  copy.apply(slice);
  copy.close();
  const prepared = await prepareRecord(fileOf('copy.db'), fileOf('prepared.db'), (db) =>
    checkDatabase(db, undefined),
  );
  expect(prepared).toMatchObject({ receipts: RECEIPTS, check: { faultCount: 0 } });
  store.calls.close();

  expect(salvageStore(fileOf('receipts.db'), fileOf('salvaged.db'), [])).toMatchObject({
    receipts: RECEIPTS,
    lost: 0,
    altered: 0,
  });
  expect(packedRows(fileOf('salvaged.db'))).toBe(RECEIPTS);
  for (const name of ['prepared.db', 'salvaged.db']) {
    const restored = openTestStore(fileOf(name));
    expect(restored.calls.export({}, undefined, 500).receipts).toEqual(exported);
    restored.calls.close();
  }
  store = openTestStore(fileOf('receipts.db'));
});
