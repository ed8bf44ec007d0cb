import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { incomingEvent, openTestStore } from '../../../test/support/incoming-events.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { RecordCopy } from './record-copy.ts';
import { readRecordFile } from './restore-copy.ts';

let mirror: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    store = opened.store;
    mirror = join(opened.folder, 'record.db');
  },
  () => store,
);

function copyAll(copy: RecordCopy): void {
  for (let isLast = false; !isLast; ) {
    const slice = store.calls.copySlice(copy.facts().position);
    copy.apply(slice);
    ({ isLast } = slice);
  }
}

function newCopy(): RecordCopy {
  const copy = RecordCopy.create(mirror, 'instance');
  onTestFinished(() => void (copy.db.isOpen && copy.close()));
  return copy;
}

test('what is noted of a receipt leaves a copy with it, also of one that came later or that the copy trimmed', async () => {
  const many = store.commit(Array.from({ length: 300 }, () => incomingEvent({ sessionId: 'noted' })));
  const [old, , gone] = many.map(({ receiptId }) => receiptId);
  const [later, last] = many.slice(-2).map(({ receiptId }) => receiptId);
  const note = (receiptId: string) => ({ receiptId, outcome: 'failed' as const });
  store.calls.noteSessions([
    {
      integrationId: 'int_1',
      sessionId: 'noted',
      approvals: [],
      outcomes: [old, gone, later, last].map((id) => note(id!)),
      secondRoutes: [],
      counts: { hookRuns: 2 },
    },
  ]);
  const copy = newCopy();
  const noted = () =>
    copy.db
      .prepare('SELECT name FROM session_notes ORDER BY name')
      .all()
      .map(({ name }) => name);
  copy.apply(store.calls.copySlice(copy.facts().position));
  expect(noted()).toEqual(['hookRuns', old, gone]);
  const { receivedAt } = store.calls.get(old!)!;
  copy.trim({ olderThan: Date.parse(receivedAt) + 1, maxBytes: null });
  expect(noted()).toEqual(['hookRuns', gone]);
  for (const receiptId of [gone!, later!, old!]) await store.calls.erase({ receiptId }, false);
  copyAll(copy);
  expect(noted()).toEqual(['hookRuns', last]);
  copy.close();
});

/** Writes an interior page of a table whose cells all lead to one page. */
function leadTo(child: number, page: Buffer): void {
  const cells = Math.floor((page.length - 12) / 8) - 2;
  page.fill(0);
  page[0] = 5;
  let end = page.length;
  for (let cell = 0; cell < cells; cell += 1) {
    end -= 6;
    page.writeUInt32BE(child, end);
    page[end + 4] = 0x81;
    page.writeUInt16BE(end, 12 + 2 * cell);
  }
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(end, 5);
  page.writeUInt32BE(child, 8);
}

test('a file whose pages lead to one again and again is refused', async () => {
  const file = `${mirror}.aside`;
  const source = openTestStore(file);
  const [, gone] = source.commit([incomingEvent(), incomingEvent()]);
  await source.calls.erase({ receiptId: gone!.receiptId }, false);
  source.calls.close();
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = DELETE; CREATE TABLE pad (x);
    INSERT INTO pad VALUES (zeroblob(20000)); DROP TABLE pad`);
  const { size } = db.prepare('SELECT page_size AS size FROM pragma_page_size()').get() as { size: number };
  const { root } = db
    .prepare("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'tree_marks'")
    .get() as {
    root: number;
  };
  db.close();
  const bytes = readFileSync(file);
  const pageAt = (page: number) => bytes.subarray((page - 1) * size, page * size);
  const last = bytes.length / size;
  pageAt(root).copy(pageAt(last));
  // 500 cells on each of four pages.
  for (const [at, page] of [last - 1, last - 2, last - 3, root].entries())
    leadTo(at === 0 ? last : last - at, pageAt(page));
  writeFileSync(file, bytes);
  await expect(readRecordFile(file)).rejects.toThrow('not_a_record');
});

test.each([
  'CREATE TRIGGER projects_keep AFTER DELETE ON receipts BEGIN INSERT INTO projects (path) VALUES (old.data); END',
  'CREATE INDEX projects_keep ON receipts (data)',
  'CREATE VIEW projects_keep AS SELECT data FROM receipts',
])('a copy is refused with: %s', (sql) => {
  newCopy().close();
  const db = new DatabaseSync(mirror);
  db.exec(sql);
  db.close();
  expect(() => RecordCopy.open(mirror)).toThrow('not_a_record');
});
