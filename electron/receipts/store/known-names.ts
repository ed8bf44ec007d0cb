import type { DatabaseSync } from 'node:sqlite';
import { firstValue } from '../schema/statements.ts';

const MAX_REMEMBERED = 4096;

export type NamedTable = 'integrations' | 'projects' | 'destinations';
/** No row has this number. */
export const UNKNOWN_NAME = -1;

/** Returns the number of a name in a table. */
export const keyOf = (db: DatabaseSync, table: NamedTable, column: string, name: string): number =>
  firstValue(db, `SELECT key FROM ${table} WHERE ${column} = ?`, name) ?? UNKNOWN_NAME;

/** Numbers for the names in a table, such as projects. */
export class KnownNames {
  readonly #db: DatabaseSync;
  readonly #add: string;
  readonly #find: string;
  readonly #keys = new Map<string, number>();

  constructor(db: DatabaseSync, table: string, column: string) {
    this.#db = db;
    this.#add = `INSERT INTO ${table} (${column}) VALUES (?) ON CONFLICT (${column}) DO UPDATE SET ${column} = excluded.${column} RETURNING key`;
    this.#find = `SELECT key FROM ${table} WHERE ${column} = ?`;
  }

  /** Returns the number of a name, or 0 without a name. */
  keyOf(name: string | undefined): number {
    if (name === undefined || name === '') return 0;
    return this.#remembered(name, this.#add)!;
  }

  /** Returns the number of a name that is already known. */
  find(name: string): number | undefined {
    return this.#remembered(name, this.#find);
  }

  /** Clears the state in memory, after a rollback. */
  forget(): void {
    this.#keys.clear();
  }

  #remembered(name: string, sql: string): number | undefined {
    const key = this.#keys.get(name) ?? firstValue<number>(this.#db, sql, name);
    if (key === undefined || this.#keys.has(name)) return key;
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }
}
