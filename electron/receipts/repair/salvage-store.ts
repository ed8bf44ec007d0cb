import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { removeDatabase } from '../../platform/held-file.ts';
import { type LeafRange, rangesOf } from '../../proof/leaves.ts';
import { insertInto, RECEIPT_TABLE_COLUMNS, recordTables } from '../schema/schema.ts';
import { inTransaction, type SqlRow, type SqlValue } from '../schema/statements.ts';
import { SQLITE_CONSTRAINT, sqliteCode } from '../store/database.ts';
import type { MissingRange } from '../store/leaf-states.ts';
import { countSessions } from '../store/receipt-counts.ts';
import { RecordTree } from '../store/record-tree.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { ReadableReceipts } from './readable-receipts.ts';
import { openDamaged } from './readable-rows.ts';
import { makeStore } from './record-rows.ts';
import { writeTree } from './tree-leaves.ts';

/** Bytes of a session's digest: see event-digests.ts. */
const DIGEST_BYTES = 16;
const SQLITE_MISMATCH = 20;
const REFUSALS: unknown[] = [SQLITE_CONSTRAINT, SQLITE_MISMATCH];
/** Tables that are written with the receipts. */
const WRITTEN_ANEW = ['receipts', 'sessions', 'integrations', 'tree_leaves', 'tree_subtrees'];

/** Writes a row, unless it holds what the table does not take. */
function runIfValid(statement: StatementSync, values: readonly SqlValue[]): boolean {
  try {
    return statement.run(...values).changes > 0;
  } catch (error) {
    // A full disk, for example, has ended the transaction.
    if (!REFUSALS.includes(sqliteCode(error))) throw error;
    return false;
  }
}

/** Writes readable receipts to a new store. Returns their number. */
function writeReceipts(db: DatabaseSync, source: ReadableReceipts): number {
  const insert = db.prepare(insertInto('receipts', RECEIPT_TABLE_COLUMNS, 'OR IGNORE'));
  let receipts = 0;
  source.forEach(({ stored }) => {
    const values = RECEIPT_TABLE_COLUMNS.map((name) => stored[name] ?? null);
    if (runIfValid(insert, values)) receipts += 1;
  });
  return receipts;
}

/** Writes the agents and the sessions of the receipts. */
function writeNames(db: DatabaseSync, source: ReadableReceipts): void {
  const addIntegration = db.prepare('INSERT OR IGNORE INTO integrations (key, id, name) VALUES (?, ?, ?)');
  const addSession = db.prepare(
    `INSERT INTO sessions (key, integration_key, digest, label, first_at, last_at, started_at, ended_at, ended_by_silence)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sessions = db.prepare(
    `SELECT session_key AS key, integration_key AS integration, min(received_at) AS first, max(received_at) AS last
     FROM receipts GROUP BY session_key`,
  );
  for (const row of sessions.all()) {
    const { key, integration, first, last } = row as { [name: string]: number };
    const unknown = { id: `int_lost_${integration}`, name: `unknown agent ${integration}` };
    const { id, name } = source.integration(integration) ?? unknown;
    addIntegration.run(integration!, id, name);
    const add = (stored: SqlRow | undefined) =>
      runIfValid(addSession, [
        key!,
        integration!,
        stored?.digest ?? randomBytes(DIGEST_BYTES),
        stored?.label ?? 'unknown session',
        Math.min(first!, Number(stored?.first_at ?? first)),
        Math.max(last!, Number(stored?.last_at ?? last)),
        stored?.started_at ?? null,
        stored?.ended_at ?? null,
        stored?.ended_by_silence ?? 0,
      ]);
    // A damaged page can hold what a session's row does not take, and the rows of another table.
    if (!add(source.sessions.get(key))) add(undefined);
  }
  countSessions(db);
}

/** Copies the readable rows of the tables that are no receipts and no index. */
function copyOtherTables(db: DatabaseSync, source: ReadableReceipts): void {
  for (const table of recordTables(db).filter((name) => !WRITTEN_ANEW.includes(name))) {
    for (const row of source.rows(table)) {
      runIfValid(db.prepare(insertInto(table, Object.keys(row), 'OR IGNORE')), Object.values(row));
    }
  }
}

/** States in the tree what is lost, so that a check tells it from what somebody removes later. */
function markDamage(db: DatabaseSync, lost: readonly MissingRange[], incomplete: number[]): void {
  if (lost.length === 0 && incomplete.length === 0) return;
  const ranges = lost.map(({ from, to }): LeafRange => [from, to]);
  const damaged = { incomplete: rangesOf(incomplete.sort((a, b) => a - b)), lost: ranges };
  inTransaction(db, () => new RecordTree(db).appendMark({ damaged, v: 1 }));
}

/** Returns the numbers of the receipts that could be read, and of those that could not, if that is known. */
function writeAll(db: DatabaseSync, source: ReadableReceipts) {
  db.exec('BEGIN');
  const receipts = writeReceipts(db, source);
  writeNames(db, source);
  writeTree(db, source.leaves, source.rows('tree_subtrees'));
  copyOtherTables(db, source);
  db.exec('COMMIT');
  const lost = source.lost();
  markDamage(db, lost.ranges, source.incomplete);
  return { receipts, lost: lost.receipts };
}

/**
 * Writes everything that SQLite can read of a closed, damaged database to a new database. Each receipt is compared with
 * its leaf. Returns undefined and leaves no file if nothing is readable.
 */
export function salvageStore(file: string, target: string, known: readonly KnownIntegration[]) {
  using db = openDamaged(file);
  const source = new ReadableReceipts(db, file, known);
  const salvage = makeStore(target, (made) => writeAll(made, source));
  if (salvage.receipts + (salvage.lost ?? 0) > 0) return salvage;
  removeDatabase(target);
  return undefined;
}
