import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { removeDatabase } from '../../platform/held-file.ts';
import { createPrivateFile } from '../../platform/private-file.ts';
import { type LeafRange, rangesOf } from '../../proof/leaves.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { RECEIPT_TABLE_COLUMNS } from '../schema/receipt-table.ts';
import { ensureSchema } from '../schema/schema.ts';
import { RecordTree } from '../store/record-tree.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { type ReadableReceipt, ReadableReceipts } from './readable-receipts.ts';
import type { Row, Value } from './readable-rows.ts';
import { writeTree } from './tree-leaves.ts';

/** A run of positions whose receipts are lost, and the times of the receipts around it. */
interface LostRange {
  from: number;
  to: number;
  after: number | null;
  before: number | null;
}

/** What could be read of a damaged store. */
export interface Salvage {
  receipts: number;
  lost: number;
  /** The first of the lost positions. */
  lostRanges: LostRange[];
  /** Receipts that are readable, but without the name of their agent or session. */
  incomplete: number;
  /** Readable receipts that do not fit their leaf. */
  altered: number;
}

const MOST_RANGES = 100;
/** Bytes of a session's digest: see event-digests.ts. */
const DIGEST_BYTES = 16;
/** Tables that are written with the receipts, or that begin anew. */
const WRITTEN_ANEW = ['receipts', 'sessions', 'integrations', 'tree_leaves', 'tree_subtrees', 'progress'];

interface SessionCount {
  integration: number;
  first: number;
  last: number;
  events: number;
  counts: Record<string, number>;
}

/** Writes a row, unless it holds what the table does not take. */
function runIfValid(statement: StatementSync, values: readonly Value[]): boolean {
  try {
    return statement.run(...values).changes > 0;
  } catch {
    return false;
  }
}

/** Writes readable receipts to a new store, and counts the sessions anew. */
class SalvagedRows {
  readonly #db: DatabaseSync;
  readonly #source: ReadableReceipts;
  readonly #insert: StatementSync;
  readonly #sessions = new Map<number, SessionCount>();
  readonly counts = { receipts: 0, incomplete: 0, altered: 0 };

  constructor(db: DatabaseSync, source: ReadableReceipts) {
    this.#db = db;
    this.#source = source;
    const columns = RECEIPT_TABLE_COLUMNS.join(', ');
    const places = RECEIPT_TABLE_COLUMNS.map(() => '?').join(', ');
    this.#insert = db.prepare(`INSERT OR IGNORE INTO receipts (${columns}) VALUES (${places})`);
  }

  add({ stored, row, proof }: ReadableReceipt): void {
    const values = RECEIPT_TABLE_COLUMNS.map((name) => stored[name] ?? null);
    if (!runIfValid(this.#insert, values)) return;
    this.counts.receipts += 1;
    if (proof === 'incomplete' || proof === 'altered') this.counts[proof] += 1;
    const time = row.received_at;
    const key = stored.session_key as number;
    const session = this.#sessions.get(key) ?? {
      integration: stored.integration_key as number,
      first: time,
      last: time,
      events: 0,
      counts: {},
    };
    session.first = Math.min(session.first, time);
    session.last = Math.max(session.last, time);
    session.events += 1;
    const event = eventOfCode(row.event);
    session.counts[event] = (session.counts[event] ?? 0) + 1;
    this.#sessions.set(key, session);
  }

  /** Writes the agents and the sessions of the receipts. */
  writeNames(): void {
    const integrations = new Set([...this.#sessions.values()].map(({ integration }) => integration));
    const addIntegration = this.#db.prepare(
      'INSERT OR IGNORE INTO integrations (key, id, name) VALUES (?, ?, ?)',
    );
    for (const key of integrations) {
      const { id, name } = this.#source.integration(key) ?? {
        id: `int_lost_${key}`,
        name: `unknown agent ${key}`,
      };
      addIntegration.run(key, id, name);
    }
    const addSession = this.#db.prepare(
      `INSERT INTO sessions (key, integration_key, digest, label, first_at, last_at, started_at, ended_at,
         ended_by_silence, events, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [key, { integration, first, last, events, counts }] of this.#sessions) {
      const add = (stored: Row | undefined) =>
        runIfValid(addSession, [
          key,
          integration,
          stored?.digest ?? randomBytes(DIGEST_BYTES),
          stored?.label ?? 'unknown session',
          Math.min(first, Number(stored?.first_at ?? first)),
          Math.max(last, Number(stored?.last_at ?? last)),
          stored?.started_at ?? null,
          stored?.ended_at ?? null,
          stored?.ended_by_silence ?? 0,
          events,
          JSON.stringify(counts),
        ]);
      // A damaged page can hold what a session's row does not take, and the rows of another table.
      if (!add(this.#source.sessions.get(key))) add(undefined);
    }
  }
}

/** Copies the readable rows of the tables that are no receipts and no index. */
function copyOtherTables(db: DatabaseSync, source: ReadableReceipts): void {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => !WRITTEN_ANEW.includes(name) && !isDerived(name));
  for (const table of tables) {
    for (const row of source.rows(table)) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      const insert = db.prepare(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${places})`);
      runIfValid(insert, Object.values(row));
    }
  }
}

/** States in the tree what is lost, so that a check tells it from what somebody removes later. */
function markDamage(db: DatabaseSync, lost: LeafRange[], incomplete: number[]): void {
  if (lost.length === 0 && incomplete.length === 0) return;
  const tree = new RecordTree(db);
  db.exec('BEGIN');
  tree.appendMark({ damaged: { incomplete: rangesOf(incomplete), lost }, v: 1 });
  db.exec('COMMIT');
}

function writeAll(db: DatabaseSync, source: ReadableReceipts): Salvage {
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN');
  const rows = new SalvagedRows(db, source);
  source.forEach((receipt) => {
    rows.add(receipt);
  });
  rows.writeNames();
  writeTree(db, source.leaves, source.subtrees());
  copyOtherTables(db, source);
  db.exec('COMMIT');
  const { lost, lostReceipts, incomplete } = source.positions();
  markDamage(db, lost, incomplete);
  return { ...rows.counts, lost: lostReceipts, lostRanges: rangesWithTimes(source, lost) };
}

/** Returns the first of the lost ranges, with the times of the receipts around them. */
export const rangesWithTimes = (source: ReadableReceipts, lost: readonly LeafRange[]): LostRange[] =>
  lost.slice(0, MOST_RANGES).map(([from, to]) => ({ from, to, ...source.timesAround([from, to]) }));

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Writes everything that SQLite can read of a closed, damaged database to a new database. Each receipt is compared with
 * its leaf. Returns undefined and leaves no file if nothing is readable.
 */
export function salvageStore(
  file: string,
  target: string,
  known: readonly KnownIntegration[],
): Salvage | undefined {
  const source = new ReadableReceipts(file, known);
  removeDatabase(target);
  try {
    createPrivateFile(target);
    const db = new DatabaseSync(target);
    let salvage: Salvage;
    try {
      db.exec('PRAGMA auto_vacuum = INCREMENTAL');
      ensureSchema(db);
      salvage = writeAll(db, source);
    } finally {
      db.close();
    }
    if (salvage.receipts === 0 && salvage.lost === 0) removeDatabase(target);
    else flush(target);
    return salvage.receipts === 0 && salvage.lost === 0 ? undefined : salvage;
  } catch (error) {
    removeDatabase(target);
    throw error;
  } finally {
    source.close();
  }
}
