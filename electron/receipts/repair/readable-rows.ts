import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlRow, SqlValue } from '../schema/statements.ts';
import { connectToRead, unlessDamaged } from '../store/database.ts';
import { rowsOfFile } from './record-rows.ts';

/** No row number is higher. */
const LAST_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * Opens a damaged database for reading. SQLite reads a file that is shorter than its header says only while the schema is
 * writable; the connection itself stays read-only.
 */
export function openDamaged(file: string): DatabaseSync {
  const db = connectToRead(file);
  db.enableDefensive?.(false);
  db.exec('PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return db;
}

/**
 * Yields rows until the end or until damage. Returns true at the end, and undefined after more than the file holds: pages that lead
 * to one again and again have rows without end.
 */
function* rowsUntilDamage(
  statement: StatementSync,
  isInFile: ReturnType<typeof rowsOfFile>,
  ...values: SqlValue[]
): Generator<SqlRow, boolean | undefined> {
  const rows = statement.iterate(...values) as Iterator<SqlRow>;
  for (;;) {
    const next = unlessDamaged(() => rows.next(), false);
    if (next === false) return false;
    if (next.done === true) return true;
    if (!isInFile(Object.values(next.value))) return undefined;
    yield next.value;
  }
}

/**
 * Returns the first row number behind damaged pages from which rows can be read. It doubles the distance from the damage until
 * that works, and then halves the range.
 */
function behindDamage(probe: StatementSync, from: number): number | undefined {
  const works = (at: number) => unlessDamaged(() => probe.get(at) ?? true, false) !== false;
  let damaged = from;
  let readable = from;
  for (let step = 1; !works(readable); step *= 2) {
    damaged = readable;
    if (readable === LAST_NUMBER) return undefined;
    readable = Math.min(LAST_NUMBER, readable + step);
  }
  while (readable - damaged > 1) {
    const middle = damaged + Math.floor((readable - damaged) / 2);
    if (works(middle)) readable = middle;
    else damaged = middle;
  }
  return readable;
}

/**
 * Reads the rows of a table that SQLite can read, past its damaged pages. Returns true if it met no damage. There are no rows
 * if the schema is damaged. A damaged page can yield a row twice.
 */
export function* readableRows(db: DatabaseSync, table: string, columns = '*'): Generator<SqlRow, boolean> {
  if (unlessDamaged(() => db.prepare(`SELECT ${columns} FROM ${table} LIMIT 0`), false) === false)
    return false;
  if (unlessDamaged(() => db.prepare(`SELECT rowid FROM ${table} LIMIT 0`), false) === false) {
    // A table without row numbers is read from both ends.
    const key = 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk';
    const keys = unlessDamaged(() => db.prepare(key).all(table), []).map(({ name }) => name as string);
    return keys.length > 0 && (yield* rowsFromBothEnds(db, `SELECT ${columns} FROM ${table}`, keys));
  }
  const selected = `SELECT rowid AS "#", ${columns} FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`;
  const probe = db.prepare(`${selected} LIMIT 1`);
  const isInFile = rowsOfFile(db.location()!);
  let isWhole = true;
  for (let next: number | undefined = 0; next !== undefined; ) {
    const first: number = next;
    let last = first - 1;
    let highest = last;
    // A statement that met damage does not begin again.
    const found = rowsUntilDamage(db.prepare(selected), isInFile, first);
    for (;;) {
      const { done, value } = found.next();
      if (done === true) {
        if (value !== false) return value === true && isWhole;
        break;
      }
      const { '#': number, ...row } = value;
      // One damaged number can be higher than all that follow. A damaged page can lead to one before it.
      if ((number as number) <= last) isWhole = false;
      last = number as number;
      highest = Math.max(highest, last);
      yield row;
    }
    isWhole = false;
    next = behindDamage(probe, (last < first ? highest : last) + 1);
  }
  return false;
}

/** Reads the rows of a query in the order of an index, and in the other order if it meets damage. */
export function* rowsFromBothEnds(
  db: DatabaseSync,
  query: string,
  keys: readonly string[],
): Generator<SqlRow, boolean> {
  const isInFile = rowsOfFile(db.location()!);
  for (const order of ['ASC', 'DESC']) {
    const sorted = `${query} ORDER BY ${keys.map((key) => `${key} ${order}`).join(', ')}`;
    const statement = unlessDamaged(() => db.prepare(sorted), false);
    if (statement === false) return false;
    if (yield* rowsUntilDamage(statement, isInFile)) return order === 'ASC';
  }
  return false;
}
