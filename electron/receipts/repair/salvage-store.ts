import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createPrivateFile } from '../../platform/private-file.ts';
import { type LeafRange, rangesOf } from '../../proof/leaves.ts';
import type { Value } from '../pages/page-cells.ts';
import { eventOfCode } from '../store/receipt-codes.ts';
import { RECEIPT_TABLE_COLUMNS } from '../store/receipt-table.ts';
import { RecordTree } from '../store/record-tree.ts';
import { ensureSchema } from '../store/schema.ts';
import { type KnownIntegration, type ReadableReceipt, ReadableReceipts } from './readable-receipts.ts';
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
/** Tables with a row number that the scan finds by their rows. */
const SCANNED = ['redactions', 'tree_checkpoints', 'tree_marks', 'recording_gaps', 'incidents'] as const;
/** Tables that the rest of the new store is made from, or that a new index fills. */
const MADE_ANEW =
  /^(?:receipts|sessions|integrations|tree_(?:leaves|subtrees)|progress|receipt_(?:facets|facts|text.*)|text_parts|secrets_seen|session_stories|activity(?:_days|_zone)?|files_touched|projects|destinations)$/;

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

  add({ row, proof }: ReadableReceipt): void {
    const values = RECEIPT_TABLE_COLUMNS.map(
      (name) => (name === 'redaction' ? row.redaction_key : row[name]) as Value,
    );
    if (!runIfValid(this.#insert, values)) return;
    this.counts.receipts += 1;
    if (proof === 'incomplete' || proof === 'altered') this.counts[proof] += 1;
    const time = row.received_at;
    const session = this.#sessions.get(row.session_key) ?? {
      integration: row.integration_key,
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
    this.#sessions.set(row.session_key, session);
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
        name: `lost agent ${key}`,
      };
      addIntegration.run(key, id, name);
    }
    const addSession = this.#db.prepare(
      `INSERT INTO sessions (key, integration_key, digest, label, first_at, last_at, started_at, ended_at,
         ended_by_silence, events, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const { rows, sessionDigests } = this.#source.record;
    for (const [key, { integration, first, last, events, counts }] of this.#sessions) {
      const stored = rows.sessions.get(key);
      const [, , digest, label, firstAt, lastAt, startedAt, endedAt, bySilence] = stored ?? [];
      const lostDigest = sessionDigests.get(key)?.digest ?? randomBytes(16);
      addSession.run(
        key,
        integration,
        (digest as Buffer | undefined) ?? lostDigest,
        (label as string | undefined) ?? `lost session ${key}`,
        Math.min(first, (firstAt as number | undefined) ?? first),
        Math.max(last, (lastAt as number | undefined) ?? last),
        (startedAt as number | undefined) ?? null,
        (endedAt as number | undefined) ?? null,
        (bySilence as number | undefined) ?? 0,
        events,
        JSON.stringify(counts),
      );
    }
  }
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return db
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name as string);
}

/** Copies the readable rows of the tables that are no receipts and no index. */
function copyOtherTables(db: DatabaseSync, { record }: ReadableReceipts): void {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => !MADE_ANEW.test(name));
  for (const table of tables) {
    const scanned = SCANNED.find((name) => name === table);
    const rows =
      scanned === undefined
        ? record
            .rowsOf(table)
            .map(({ rowId, values }) => (values[0] === null ? [rowId, ...values.slice(1)] : values))
        : [...record.rows[scanned].values()];
    const columns = columnsOf(db, table);
    for (const values of rows) {
      const names = columns.slice(0, values.length);
      const places = names.map(() => '?').join(', ');
      const insert = db.prepare(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${places})`);
      runIfValid(insert, values);
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
  writeTree(db, source.record.leaves, source.record.subtrees);
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
 * Writes everything that is readable in the pages of a closed database to a new database. Each receipt is compared with
 * its leaf. Returns undefined and leaves no file if nothing is readable.
 */
export function salvageStore(
  file: string,
  target: string,
  known: readonly KnownIntegration[],
): Salvage | undefined {
  const source = new ReadableReceipts(file, known);
  const discard = () => {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(target + ending, { force: true });
  };
  discard();
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
    if (salvage.receipts === 0 && salvage.lost === 0) discard();
    else flush(target);
    return salvage.receipts === 0 && salvage.lost === 0 ? undefined : salvage;
  } catch (error) {
    discard();
    throw error;
  } finally {
    source.close();
  }
}
