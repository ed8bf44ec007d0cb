import type { DatabaseSync, StatementSync } from 'node:sqlite';

const MAX_REMEMBERED = 4096;

/** Numbers for the names in a table, such as projects. A name that no row uses any more is deleted. */
export class KnownNames {
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #forgetUnused: StatementSync;
  readonly #keys = new Map<string, number>();

  /** `table` and `column` name the table of the names, `isUsed` the condition that a row uses the number `${table}.key`. */
  constructor(db: DatabaseSync, table: string, column: string, isUsed: string) {
    this.#add = db.prepare(
      `INSERT INTO ${table} (${column}) VALUES (?) ON CONFLICT (${column}) DO UPDATE SET ${column} = excluded.${column} RETURNING key`,
    );
    this.#find = db.prepare(`SELECT key FROM ${table} WHERE ${column} = ?`);
    this.#forgetUnused = db.prepare(`DELETE FROM ${table} WHERE NOT (${isUsed})`);
  }

  /** Returns the number of a name, or 0 without a name. */
  keyOf(name: string | undefined): number {
    if (name === undefined || name === '') return 0;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const { key } = this.#add.get(name) as { key: number };
    this.#remember(name, key);
    return key;
  }

  /** Returns the number of a name that is already known. */
  find(name: string): number | undefined {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const row = this.#find.get(name) as { key: number } | undefined;
    if (row !== undefined) this.#remember(name, row.key);
    return row?.key;
  }

  forgetUnused(): void {
    this.#keys.clear();
    this.#forgetUnused.run();
  }

  /** Clears the state in memory, after a rollback. */
  forget(): void {
    this.#keys.clear();
  }

  #remember(name: string, key: number): void {
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(name, key);
  }
}
