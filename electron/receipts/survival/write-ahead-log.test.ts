import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { incomingEvent, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { storeFailure } from '../store/store-failure.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { logUseOf } from './write-ahead-log.ts';

const MIB = 1_048_576;
const BATCH = 20;
/** Each batch fills about as much of the log. */
const LONG_TEXT = 'plain words of an ordinary report. '.repeat(1500);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (suffix = '') => join(folder, `receipts.db${suffix}`);

test('tells the bytes of the pages in the log, also after SQLite begins at its start again', () => {
  const db = new DatabaseSync(file());
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (text)');
  const use = logUseOf(db)!;
  const add = db.prepare('INSERT INTO t VALUES (?)');
  add.run(LONG_TEXT);
  const length = statSync(file('-wal')).size;
  const full = use();
  // Each page has a short header in the log.
  expect(full).toBeGreaterThan(length * 0.95);
  expect(full).toBeLessThan(length);
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  add.run('short');
  expect(use()).toBeGreaterThan(0);
  expect(use()).toBeLessThan(full);
  expect(statSync(file('-wal')).size).toBe(length);
  db.close();
});

test('says nothing where SQLite would move the pages instead', () => {
  const db = new DatabaseSync(':memory:');
  db.function('sqlite_version', () => '3.50.4');
  expect(logUseOf(db)).toBeUndefined();
  db.function('sqlite_version', () => '4.0.0');
  expect(logUseOf(db)).toBeDefined();
  db.close();
});

/** Reads the store like another program, in a transaction that stays open. */
function beginToRead(): DatabaseSync {
  const reader = new DatabaseSync(file(), { readOnly: true });
  onTestFinished(() => void (reader.isOpen && reader.close()));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM receipts').get();
  return reader;
}

describe('a store', () => {
  let store: ReceiptStore;
  const commit = (text: string) => {
    store.commit(Array.from({ length: BATCH }, () => incomingEvent({ data: { content: text } })));
    store.checkpointIfDue();
  };

  beforeEach(() => {
    store = openTestStore(file());
  });

  test('writes over its log instead of a longer one', () => {
    const sizes: number[] = [];
    while (statSync(file()).size < 30 * MIB) {
      commit(LONG_TEXT);
      sizes.push(statSync(file('-wal')).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(11 * MIB);
    expect(sizes.at(-1)).toBe(Math.max(...sizes));
    store.calls.close();
  });

  test('has what is before the torn end of its log, and stays in its place', () => {
    for (let batches = 0; batches < 3; batches += 1) commit('a short text');
    // The files as a power cut leaves them.
    for (const suffix of ['', '-wal']) copyFileSync(file(suffix), join(folder, `torn.db${suffix}`));
    store.calls.close();
    const log = readFileSync(join(folder, 'torn.db-wal'));
    writeFileSync(join(folder, 'torn.db-wal'), log.fill(0, log.length - 3000));
    const asides: string[] = [];
    const torn = openTestStore(join(folder, 'torn.db'), (aside) => asides.push(aside));
    expect(torn.calls.count()).toBe(2 * BATCH);
    expect(asides).toEqual([]);
    torn.calls.close();
  });

  test('keeps its log short after another program has read it at the start', () => {
    store.calls.close();
    const reader = beginToRead();
    store = openTestStore(file());
    reader.close();
    for (let batches = 0; batches < 30; batches += 1) commit(LONG_TEXT);
    expect(statSync(file('-wal')).size).toBeLessThan(11 * MIB);
    store.calls.close();
  });

  test('says that deleted text is in its files while another program reads them, and overwrites it then', async () => {
    const marker = 'copper-lantern-29-quiet-harbour';
    const holdsMarker = () => ['', '-wal'].some((suffix) => readFileSync(file(suffix)).includes(marker));
    commit(marker);
    store.calls.close();
    const reader = beginToRead();
    store = openTestStore(file());
    const failure = await store.calls.erase({ everything: true }, false).catch(storeFailure);
    expect([failure, store.calls.count(), holdsMarker()]).toEqual(['storage_locked', 0, true]);
    commit('events are recorded meanwhile');
    store.keep();
    expect([store.calls.count(), holdsMarker()]).toEqual([BATCH, true]);
    reader.close();
    store.keep();
    expect(holdsMarker()).toBe(false);
    store.calls.close();
  });

  test('leaves nothing of a deleted receipt in a log that it has written over', async () => {
    const marker = 'quartz-harbour-71-meadow-lantern';
    const holdsMarker = (suffix: string) => readFileSync(file(suffix)).includes(marker);
    // The end of the log keeps what was written there before SQLite began at its start again.
    for (let batches = 0; batches < 12; batches += 1) commit(`${marker} ${LONG_TEXT}`);
    commit('a short text');
    expect(holdsMarker('-wal')).toBe(true);
    await store.calls.erase({ everything: true }, false);
    expect([holdsMarker(''), holdsMarker('-wal')]).toEqual([false, false]);
    store.calls.close();
  });
});
