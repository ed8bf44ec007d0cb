import type { DatabaseSync } from 'node:sqlite';
import { PagesOfSlice } from './slice-time.ts';

/*
 * Tables of an index that is built anew. SQLite empties a table in one statement, which takes seconds for one of millions of
 * rows. So such a table is kept under another name, and emptied in slices. Its rows tell of receipts, so a deletion empties
 * it before it ends.
 */

/** How the names of tables begin that are to be emptied. */
export const FREED = 'freed';
const FREED_PREFIX = `${FREED}_`;

/** Derived tables with a row for each receipt or more. No trigger or view depends on them. */
const LARGE_TABLES = ['receipt_facets', 'receipt_facts', 'secrets_seen', 'activity', 'files_touched'];
/** Pages of the text index before it consisted of parts. */
const TEXT_PAGES = 'receipt_text_data';

/** Rows that a slice deletes for each page that its time is measured in. */
const ROWS_PER_PAGE = 32;

/** Gives the large tables of an index new, empty tables, inside the caller's transaction. The old ones are to be emptied. */
export function setIndexAside(db: DatabaseSync): void {
  const schema = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of LARGE_TABLES) {
    const { sql } = schema.get(table) as { sql: string };
    // The tables of an index before the last one can be left, too.
    let freed = `${FREED_PREFIX}${table}`;
    while (schema.get(freed) !== undefined) freed = `${FREED_PREFIX}${freed}`;
    db.exec(`ALTER TABLE ${table} RENAME TO ${freed}; ${sql};`);
  }
  if (schema.get(TEXT_PAGES) === undefined) return;
  // SQLite keeps all but FTS5 from changing this table. An older Node does not have the method, and does not protect tables.
  db.enableDefensive?.(false);
  try {
    db.exec(`ALTER TABLE ${TEXT_PAGES} RENAME TO ${FREED_PREFIX}${TEXT_PAGES}`);
  } finally {
    db.enableDefensive?.(true);
  }
}

/** Empties tables that were set aside. */
export class FreedTables {
  readonly #db: DatabaseSync;
  readonly #rows = new PagesOfSlice();
  #names: string[] | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Whether a table is left. */
  any(): boolean {
    return this.#left().length > 0;
  }

  /** Deletes some rows, and at last the table. Returns false if no table is left. */
  free(): boolean {
    const table = this.#left()[0];
    if (table === undefined) return false;
    const key = this.#db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table);
    const columns = key.map(({ name }) => name).join(', ');
    const remove = this.#db.prepare(
      `DELETE FROM ${table} WHERE (${columns}) IN (SELECT ${columns} FROM ${table} ORDER BY ${columns} LIMIT ?)`,
    );
    this.#rows.take((pages) => {
      if (remove.run(pages * ROWS_PER_PAGE).changes > 0) return;
      this.#db.exec(`DROP TABLE ${table}`);
      this.#names = undefined;
    });
    // The rows of one table take longer than those of another.
    if (this.#names === undefined) this.#rows.reset();
    return true;
  }

  #left(): string[] {
    this.#names ??= this.#db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, ?) = ? ORDER BY name")
      .all(FREED_PREFIX.length, FREED_PREFIX)
      .map(({ name }) => name as string);
    return this.#names;
  }
}
