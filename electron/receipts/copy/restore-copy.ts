import { chmodSync, constants, copyFileSync, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { createPrivateFile } from '../../platform/private-file.ts';
import { type LeafRange, parseMark, rangesOf } from '../../proof/leaves.ts';
import { namesFarPage } from '../pages/file-pages.ts';
import { whileOpen } from '../repair/examine-store.ts';
import { isDiskFull, suggestsDamage } from '../store/database.ts';
import { eventOfCode } from '../store/receipt-codes.ts';
import { RecordTree, treeSize } from '../store/record-tree.ts';
import { SCHEMA_VERSION, schemaVersion } from '../store/schema.ts';
import { receiptCount } from '../store/store-health.ts';
import { hasForeignSchema } from '../store/store-schema.ts';
import { discardPrepared, JOURNALS } from './prepared-file.ts';
import { CopyUnusable } from './record-copy.ts';

/** What a record that was prepared for its restoration contains. */
export interface PreparedRecord {
  receipts: number;
  oldestAt: number | null;
  newestAt: number | null;
  check: RecordCheck;
}

/**
 * Copies a backup, a mirror or a store that was set aside to `target`, and makes a store of it. The source stays as it is.
 * Throws {@link CopyUnusable} if it is none, or if another version of Plinth wrote it.
 */
export async function prepareRecord(
  source: string,
  target: string,
  check: (db: DatabaseSync) => Promise<RecordCheck>,
): Promise<PreparedRecord> {
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) throw new CopyUnusable('missing');
  discardPrepared(target);
  let db: DatabaseSync | undefined;
  try {
    for (const suffix of ['', ...JOURNALS]) {
      if (!existsSync(source + suffix)) continue;
      createPrivateFile(target + suffix);
      copyFileSync(source + suffix, target + suffix, constants.COPYFILE_FICLONE);
      chmodSync(target + suffix, 0o600);
    }
    if (namesFarPage(target)) throw new CopyUnusable('not_a_record');
    refuseForeign(target);
    db = openPrepared(target);
    if (isCopy(db)) makeStore(db);
    const checked = await check(db);
    return { ...factsOf(db), check: checked };
  } catch (error) {
    db?.close();
    db = undefined;
    discardPrepared(target);
    if (error instanceof CopyUnusable || isDiskFull(error) || !suggestsDamage(error)) throw error;
    throw new CopyUnusable('not_a_record');
  } finally {
    db?.close();
  }
}

/** Throws {@link CopyUnusable} if a file does not have the schema. Opens it for reading, and changes nothing. */
function refuseForeign(file: string): void {
  whileOpen(file, (db) => {
    const version = schemaVersion(db);
    const isRecord = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'receipts'").get() !== undefined;
    if (version === 0 || !isRecord) throw new CopyUnusable('not_a_record');
    if (version !== SCHEMA_VERSION) throw new CopyUnusable('other_version');
    if (hasForeignSchema(db)) throw new CopyUnusable('not_a_record');
  });
}

function openPrepared(target: string): DatabaseSync {
  const db = new DatabaseSync(target);
  try {
    const isIntact = db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    if (!isIntact) throw new CopyUnusable('not_a_record');
    db.exec('PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const isCopy = (db: DatabaseSync) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").get() !== undefined;

function factsOf(db: DatabaseSync): Omit<PreparedRecord, 'check'> {
  const at = (order: string) =>
    (db.prepare(`SELECT received_at FROM receipts ORDER BY seq ${order} LIMIT 1`).get()?.received_at as
      | number
      | undefined) ?? null;
  return { receipts: receiptCount(db), oldestAt: at('ASC'), newestAt: at('DESC') };
}

/** Counts the receipts of each session, notes in the tree what the copy has and lacks, and drops what only a copy has. */
function makeStore(db: DatabaseSync): void {
  const trimmed = JSON.parse(
    (db.prepare("SELECT value FROM copy_state WHERE name = 'trimmed'").get()?.value as string | undefined) ??
      '[]',
  ) as LeafRange[];
  const { restored, erased } = differences(db, trimmed);
  const tree = treeSize(db) === 0 ? undefined : new RecordTree(db);
  db.exec('BEGIN IMMEDIATE');
  countSessions(db);
  if (restored.length > 0) tree?.appendMark({ restored: rangesOf(restored), v: 1 });
  if (erased.length > 0) tree?.appendMark({ erased: rangesOf(erased), v: 1, why: 'retention' });
  db.exec('DROP INDEX copy_by_leaf; DROP INDEX copy_by_session; DROP TABLE copy_state; COMMIT');
}

/**
 * Returns the positions of the receipts that retention deleted in the record but not in its copy, and of those that only
 * the copy's own retention deleted.
 */
function differences(
  db: DatabaseSync,
  trimmed: readonly LeafRange[],
): { restored: number[]; erased: number[] } {
  const erased = new Uint8Array(treeSize(db));
  const marks = db.prepare('SELECT leaf FROM tree_marks ORDER BY i').all() as { leaf: string }[];
  for (const { leaf } of marks) {
    const mark = parseMark(leaf);
    if (mark === undefined || !('erased' in mark || 'restored' in mark)) continue;
    const isErasure = 'erased' in mark;
    for (const [from, to] of isErasure ? mark.erased : mark.restored) {
      erased.fill(isErasure ? 1 : 0, from, to + 1);
    }
  }
  const restored: number[] = [];
  const rows = db.prepare('SELECT leaf FROM receipts ORDER BY leaf').iterate();
  for (const { leaf } of rows as Iterable<{ leaf: number }>) if (erased[leaf] === 1) restored.push(leaf);
  const only: number[] = [];
  for (const [from, to] of trimmed) {
    for (let leaf = from; leaf <= to; leaf += 1) if (erased[leaf] === 0) only.push(leaf);
  }
  return { restored, erased: only };
}

function countSessions(db: DatabaseSync): void {
  const counts = new Map<number, Record<string, number>>();
  const rows = db
    .prepare('SELECT session_key AS key, event, count(*) AS events FROM receipts GROUP BY session_key, event')
    .all() as { key: number; event: number; events: number }[];
  for (const { key, event, events } of rows) {
    const counted = counts.get(key) ?? {};
    counted[eventOfCode(event)] = events;
    counts.set(key, counted);
  }
  const update = db.prepare('UPDATE sessions SET events = ?, counts = ? WHERE key = ?');
  for (const [key, counted] of counts) {
    const events = Object.values(counted).reduce((sum, each) => sum + each, 0);
    update.run(events, JSON.stringify(counted), key);
  }
}
