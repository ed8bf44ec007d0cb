import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { incomingEvent } from '../../../test/support/incoming-events.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';
import { RecordCopy } from './record-copy.ts';

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
