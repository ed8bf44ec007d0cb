import type { DatabaseSync } from 'node:sqlite';
import { firstValue, statement } from '../schema/statements.ts';

const MAX_REMEMBERED = 4096;

export type NamedTable = 'integrations' | 'projects' | 'destinations';
/** No row has this number. */
export const UNKNOWN_NAME = -1;

/** Returns the number of a name in a table. */
export const keyOf = (db: DatabaseSync, table: NamedTable, column: string, name: string): number =>
  firstValue(db, `SELECT key FROM ${table} WHERE ${column} = ?`, name) ?? UNKNOWN_NAME;

/** Numbers for the names in a table, such as projects. A name that no row uses any more is deleted. */
export class KnownNames {
  readonly #db: DatabaseSync;
  readonly #add: string;
  readonly #find: string;
  readonly #forgetUnused: string;
  readonly #keys = new Map<string, number>();

  /** `table` and `column` name the table of the names, `isUsed` the condition that a row uses the number `${table}.key`. */
  constructor(db: DatabaseSync, table: string, column: string, isUsed: string) {
    this.#db = db;
    this.#add = `INSERT INTO ${table} (${column}) VALUES (?) ON CONFLICT (${column}) DO UPDATE SET ${column} = excluded.${column} RETURNING key`;
    this.#find = `SELECT key FROM ${table} WHERE ${column} = ?`;
    this.#forgetUnused = `DELETE FROM ${table} WHERE NOT (${isUsed})`;
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

  forgetUnused(): void {
    this.#keys.clear();
    statement(this.#db, this.#forgetUnused).run();
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
