import { DatabaseSync } from 'node:sqlite';
import { BroadcastChannel, workerData } from 'node:worker_threads';
import type { ReceiptWorkerData } from '../../electron/receipts/worker/worker-protocol.ts';
import { builtReceiptWorker } from './built-receipt-worker.ts';

// The real receipt worker with a second channel. Through it a test can cause rare faults: the death of the
// thread, or a database that cannot grow.

const databases = new Set<DatabaseSync>();
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql: string): void {
  databases.add(this);
  exec.call(this, sql);
};

const pragma = (db: DatabaseSync, name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0];

const orders: Record<string, () => unknown> = {
  exit: () => process.exit(1),
  throw: () =>
    setImmediate(() => {
      throw new Error('thrown on a test’s request');
    }),
  fill: () => {
    for (const db of databases)
      if (db.isOpen) exec.call(db, `PRAGMA max_page_count = ${pragma(db, 'page_count')}`);
  },
  free: () => {
    for (const db of databases) if (db.isOpen) exec.call(db, 'PRAGMA max_page_count = 1073741823');
  },
  prototype: () => Object.getOwnPropertyNames(Object.prototype).sort(),
};

const { file } = workerData as ReceiptWorkerData;
const channel = new BroadcastChannel(`plinth-test ${file}`);
channel.unref();
channel.onmessage = (event: unknown) => {
  const { order } = (event as { data: { order?: string } }).data;
  const carryOut = order === undefined ? undefined : orders[order];
  if (carryOut !== undefined) channel.postMessage({ done: order, result: carryOut() });
};

await import(builtReceiptWorker.href);
