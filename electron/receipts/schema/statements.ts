import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A value of the record, and a row by its columns. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

const prepared = new Map<DatabaseSync, Map<string, StatementSync>>();

/**
 * Returns the statement of a text. A connection prepares it once and keeps it, so the text must be one of few: one with a number of
 * its own would stay for ever.
 */
export function statement(db: DatabaseSync, sql: string): StatementSync {
  let statements = prepared.get(db);
  if (statements === undefined) {
    // A statement holds its connection in memory.
    for (const each of prepared.keys()) if (!each.isOpen) prepared.delete(each);
    statements = new Map();
    prepared.set(db, statements);
  }
  let found = statements.get(sql);
  if (found === undefined) {
    found = db.prepare(sql);
    statements.set(sql, found);
  }
  return found;
}

/** Returns the first column of a row. */
function firstColumn<T>(row: Record<string, unknown> | undefined): T | undefined {
  for (const name in row) return row[name] as T;
  return undefined;
}

/** Returns the value of a query that has one column and at most one row. Undefined without a row. Keeps the statement. */
export const firstValue = <T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T | undefined =>
  firstColumn(statement(db, sql).get(...values));

/** Returns the number of a statement that always has one, such as a count. */
export const numberIn = (found: StatementSync, ...values: SQLInputValue[]): number =>
  firstColumn<number>(found.get(...values))!;

/** Does the same for a text, whose statement it keeps. */
export const numberOf = (db: DatabaseSync, sql: string, ...values: SQLInputValue[]): number =>
  numberIn(statement(db, sql), ...values);

/** Returns true if SQLite finds all pages whole, and the indexes as their rows. Of a table, or of all by `1`, only the pages. */
export function isWhole(db: DatabaseSync, table?: string): boolean {
  const check = table === undefined ? 'integrity_check(1)' : `quick_check(${table})`;
  return firstColumn(db.prepare(`PRAGMA ${check}`).get()) === 'ok';
}

/** Returns what an action makes of a database that was just opened. Closes the database if it throws. */
export function closedOnError<T>(db: DatabaseSync, act: (db: DatabaseSync) => T): T {
  try {
    return act(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs an action in a transaction that writes. If it throws, nothing of it stays. */
export function inTransaction<T>(db: DatabaseSync, act: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite ends a transaction itself after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
