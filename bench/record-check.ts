import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ReceiptClient } from '../electron/receipts/worker/receipt-client.ts';
import { fillStore } from './filled-store.ts';

/** Checks a store of a million receipts, and measures the bytes that the tree takes. */
const TARGETS = { checkSeconds: 20, bytesPerReceipt: 100 };

const { values } = parseArgs({ options: { receipts: { type: 'string', default: '1000000' } } });
const receiptCount = Number(values.receipts);
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-check-'));
const file = join(dataDir, 'receipts.db');
const signing = { origin: 'plinth.local/bench', seed: randomBytes(32) };
const keys = { digestKey: randomBytes(32), fingerprintKey: randomBytes(32) };
const worker = new URL('../electron/host/receipt-worker.ts', import.meta.url);

/** Returns the bytes of the tree's tables, and of the salts and positions in the rows of the receipts. */
function treeBytes(): number {
  const db = new DatabaseSync(file);
  const one = (sql: string) => (db.prepare(sql).get() as { bytes: number }).bytes;
  const tables = one("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'tree~_%' ESCAPE '~'");
  // A column of a row takes its value and one byte of header. A position of a large tree has four bytes.
  const columns = one('SELECT sum(length(salt) + 4 + 2) AS bytes FROM receipts');
  db.close();
  return tables + columns;
}

try {
  console.log(`Filling a store with ${receiptCount.toLocaleString('en')} receipts …`);
  const fillStartedAt = performance.now();
  fillStore(dataDir, receiptCount, { signing, ...keys });
  const fillSeconds = (performance.now() - fillStartedAt) / 1000;
  const client = new ReceiptClient(worker, { file, signing, ...keys, homeDirectories: [], userNames: [] });
  await client.open();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const check = await client.call('checkRecord', []);
  const checkSeconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  await client.close();
  if (check.faultCount > 0 || check.receipts !== receiptCount) throw new Error('The check found a fault.');
  const report = {
    when: new Date().toISOString(),
    node: process.version,
    receipts: receiptCount,
    fillSeconds,
    checkSeconds,
    checkCpuSeconds: (cpu.user + cpu.system) / 1e6,
    bytesPerReceipt: treeBytes() / receiptCount,
    targets: TARGETS,
  };
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}record-check.json`, `${JSON.stringify(report, null, 2)}\n`);
  console.log(report);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
