import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { incomingEvent, indexAll, openTestStore } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import type { ReceiptStore } from './receipt-store.ts';

const RECEIPTS = 400;
const PAGE = 4096;

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

const ids = (page: { receipts: { id: string }[] }) => page.receipts.map(({ id }) => id).reverse();

describe.each(['receipt_text_data', 'receipt_text_idx', 'receipt_facets', 'secrets_seen'])(
  'damage to %s only',
  (table) => {
    test('that a running store finds rebuilds the indexes and loses no receipt', () => {
      const before = populate();
      damage(table);
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
      expect(store.calls.count({})).toBe(all.length);
      expect(store.calls.integrity()).toEqual([]);
      expect(setAside).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  },
);

test('damage to the receipts sets the store aside, even if the indexes are intact', () => {
  populate();
  damage('receipts');
  store = openTestStore(file, (aside) => setAside.push(aside));
  store.commit([incomingEvent()]);
  expect(setAside).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
  expect(store.calls.count({})).toBe(1);
});
