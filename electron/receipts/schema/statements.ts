import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const prepared = new Map<DatabaseSync, Map<string, StatementSync>>();

/** Returns the statement of a text that the caller does not put together anew. A connection prepares it once. */
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

/** Returns the value of a query that has one column and at most one row. Undefined without a row. */
export function firstValue<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T | undefined {
  const row = statement(db, sql).get(...values);
  for (const name in row) return row[name] as T;
  return undefined;
}

/** Returns the number of a query that always has one, such as a count. */
export const numberOf = (db: DatabaseSync, sql: string, ...values: SQLInputValue[]): number =>
  firstValue<number>(db, sql, ...values)!;
