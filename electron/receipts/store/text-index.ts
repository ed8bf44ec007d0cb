import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { PagesOfSlice } from './slice-time.ts';
import { readTextSegments } from './text-segments.ts';

/*
 * The text index consists of parts, each a table of FTS5 for a range of leaves. To take one row out of an index, all of its
 * groups of characters have to be looked up, which takes milliseconds for a long text. So a deletion only marks rows, and
 * the terms of the marked rows leave the file when the segments of the part are merged. A part is small enough for that:
 * a merge of the whole index of millions of receipts would take minutes, for one deleted receipt.
 */

/** Leaves of one part. A merge of their terms takes half a second of short texts, and some seconds of long ones. */
const LEAVES_OF_PART = 65_536;
const LIVE = 0;
/** Terms of erased rows are in the file. */
const MARKED = 1;
/** The part is not searched any more, and its pages are freed slice by slice. */
const DROPPED = 2;

/** Levels of a list of segments. FTS5 itself makes some more than 64. */
const MOST_LEVELS = 100;
/** Segments of a level that SQLite merges inside of a commit all the same. A list of more than 2,000 is damage to it. */
const MOST_SEGMENTS = 1000;
/** Processor time that one merge of new segments aims at. Under load, events wait for it between two slices of the index. */
const MERGE_MS = 5;
/** No receipt has this leaf. */
const NO_LEAF = -1;

interface PartRow {
  key: number;
  part: number;
  state: number;
}

interface Part extends PartRow {
  add?: StatementSync;
  remove?: StatementSync;
}

const tableOf = (key: number): string => `receipt_text_${key}`;
/** Returns the statement that creates the table of a part. */
export const createTextPart = (key: number): string =>
  `CREATE VIRTUAL TABLE ${tableOf(key)} USING fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  );`;
/** The pages of a part that was taken out. */
const freedTableOf = (key: number): string => `receipt_text_freed_${key}`;

/** The parts of the text index. */
export class TextIndex {
  readonly #db: DatabaseSync;
  #parts: Map<number, Part> | undefined;
  readonly #marked = new Set<Part>();
  /** Numbers of the parts that can have segments to merge. */
  #unmerged: Set<number> | undefined;
  readonly #purging = new PagesOfSlice();
  readonly #merging = new PagesOfSlice(MERGE_MS);
  #purged: number | undefined;
  #purgedState = LIVE;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Adds the text of a leaf, inside the caller's transaction. */
  add(leaf: number, text: string): void {
    const number = Math.floor(leaf / LEAVES_OF_PART);
    const part = this.#live().get(number) ?? this.#create(number);
    part.add ??= this.#change(part, (table) => `INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
    part.add.run(leaf, text);
    this.#unmergedParts().add(number);
  }

  /** Marks the text of a leaf as erased, inside the caller's transaction. {@link flush} ends the removal of leaves. */
  remove(leaf: number): void {
    const part = this.#live().get(Math.floor(leaf / LEAVES_OF_PART));
    if (part === undefined) return;
    part.remove ??= this.#change(part, (table) => `DELETE FROM ${table} WHERE rowid = ?`);
    part.remove.run(leaf);
    this.#marked.add(part);
  }

  /** Notes which parts have erased rows, inside the caller's transaction. */
  flush(): void {
    const mark = this.#db.prepare('UPDATE text_parts SET state = ? WHERE key = ?');
    for (const part of this.#marked) {
      if (part.state !== MARKED) mark.run(MARKED, part.key);
      part.state = MARKED;
    }
    this.#marked.clear();
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#parts = undefined;
    this.#marked.clear();
  }

  /** Returns the tables with leaves of a range, newest first. */
  tables(first: number, last: number): string[] {
    return [...this.#live().values()]
      .filter(({ part }) => (part + 1) * LEAVES_OF_PART > first && part * LEAVES_OF_PART <= last)
      .sort((a, b) => b.part - a.part)
      .map(({ key }) => tableOf(key));
  }

  /** Whether terms of erased rows are in the file. */
  hasErased(): boolean {
    return this.#erasedPart() !== undefined;
  }

  /** Whether a leaf belongs to the part that is purged. New segments would begin its merge anew each time. */
  isPurging(leaf: number): boolean {
    return this.#purged === Math.floor(leaf / LEAVES_OF_PART);
  }

  /** Takes one slice of the erased terms out of the file. Returns false if none is left. */
  purge(): boolean {
    const row = this.#erasedPart();
    this.#purged = row?.part;
    if (row === undefined) return false;
    this.#purgeSlice(row);
    return true;
  }

  /** Whether parts are left that are not searched any more. */
  hasDropped(): boolean {
    return (this.#erasedPart()?.state ?? LIVE) >= DROPPED;
  }

  /** Frees one slice of the parts that are not searched any more. Returns false if none is left. */
  free(): boolean {
    const row = this.#erasedPart();
    if (row === undefined || row.state < DROPPED) return false;
    this.#purgeSlice(row);
    return true;
  }

  #purgeSlice({ key, state }: PartRow): void {
    // The pages of one kind of slice take longer than those of another.
    if (state !== this.#purgedState) this.#purging.reset();
    this.#purgedState = state;
    this.#purging.take((pages) => {
      if (state === DROPPED) this.#free(key, pages);
      else if (this.#isEmpty(key)) this.#drop(key);
      else this.#mergeErased(key, pages);
    });
  }

  /**
   * Merges a few pages of the segments of one part, so that a search reads few segments. A part that takes no new rows can
   * still have some. Returns false if nothing was left to merge.
   */
  merge(): boolean {
    const part = this.#nextUnmerged();
    if (part === undefined) return false;
    const table = tableOf(part.key);
    const changes = this.#db.prepare('SELECT total_changes() AS count');
    const merge = this.#mergeOf(table);
    const before = (changes.get() as { count: number }).count;
    this.#merging.take((pages) => merge.run(pages));
    // The statement itself counts as one change.
    if ((changes.get() as { count: number }).count - before > 1) return true;
    this.#unmergedParts().delete(part.part);
    return this.#nextUnmerged() !== undefined;
  }

  /** Lets the index grow again after a purge, also if it failed. */
  endPurge(): void {
    this.#purged = undefined;
  }

  #erasedPart(): PartRow | undefined {
    const sql = 'SELECT * FROM text_parts WHERE state > ? ORDER BY state DESC, part LIMIT 1';
    return this.#db.prepare(sql).get(LIVE) as PartRow | undefined;
  }

  #live(): Map<number, Part> {
    this.#parts ??= new Map(
      (this.#db.prepare('SELECT * FROM text_parts WHERE state < ?').all(DROPPED) as unknown as PartRow[]).map(
        (row) => [row.part, row],
      ),
    );
    return this.#parts;
  }

  /** At the start, every part can have segments that an earlier process did not merge. */
  #unmergedParts(): Set<number> {
    this.#unmerged ??= new Set(this.#live().keys());
    return this.#unmerged;
  }

  #nextUnmerged(): Part | undefined {
    for (const number of this.#unmergedParts()) {
      const part = this.#live().get(number);
      if (part !== undefined && number !== this.#purged) return part;
    }
    return undefined;
  }

  #create(part: number): Part {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO text_parts (part, state) VALUES (?, ?)')
      .run(part, LIVE);
    const key = Number(lastInsertRowid);
    this.#db.exec(createTextPart(key));
    this.#db.exec(`INSERT INTO ${tableOf(key)} (${tableOf(key)}, rank) VALUES ('deletemerge', 0)`);
    const created = { key, part, state: LIVE };
    this.#live().set(part, created);
    return created;
  }

  /** Prepares a statement that changes a part, inside the caller's transaction. */
  #change(part: Part, sql: (table: string) => string): StatementSync {
    this.#mergeInSlices(part);
    return this.#db.prepare(sql(tableOf(part.key)));
  }

  /** Prepares a merge of so many pages of a part. A negative number begins with all segments. */
  #mergeOf(table: string): StatementSync {
    return this.#db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', CAST(? AS INTEGER))`);
  }

  /**
   * Keeps SQLite from merging segments inside of a commit, inside the caller's transaction. Such a merge takes 60 ms for each
   * level, and erased rows begin one as new rows do. {@link merge} does it in slices.
   */
  #mergeInSlices({ key }: Part): void {
    const table = tableOf(key);
    const known = this.#db.prepare(`SELECT 1 FROM ${table}_config WHERE k = 'automerge' AND v = 0`).get();
    if (known !== undefined) return;
    this.#db.exec(`
      INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
      INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', ${MOST_SEGMENTS});`);
  }

  #isEmpty(key: number): boolean {
    return this.#db.prepare(`SELECT 1 FROM ${tableOf(key)}_docsize LIMIT 1`).get() === undefined;
  }

  #setLive(key: number): void {
    this.#db.prepare('UPDATE text_parts SET state = ? WHERE key = ?').run(LIVE, key);
    this.forget();
  }

  /** Merges a few pages of a part until no terms of erased rows are left. */
  #mergeErased(key: number, pages: number): void {
    const table = tableOf(key);
    const { levels, isMerging, hasErased } = readTextSegments(this.#db, table);
    if (!hasErased) {
      this.#setLive(key);
      return;
    }
    if (levels > MOST_LEVELS && !isMerging) this.#addErasedSegment(table);
    this.#mergeOf(table).run(-pages);
  }

  /**
   * Adds a segment with one erased row. The merge of a single segment has its result on a level of its own, and FTS5 takes a
   * list of more than 2,000 levels for damage. The merge of two segments puts both on a low level first.
   */
  #addErasedSegment(table: string): void {
    this.#inTransaction(`
      INSERT INTO ${table} (rowid, text) VALUES (${NO_LEAF}, 'abc');
      INSERT INTO ${table} (${table}) VALUES ('flush');
      DELETE FROM ${table} WHERE rowid = ${NO_LEAF};`);
  }

  /**
   * Takes a part out of the index. FTS5 would free all of its pages in one statement, so their table is kept under another
   * name and freed in slices: an index whose pages are gone counts as damaged.
   */
  #drop(key: number): void {
    const table = tableOf(key);
    // SQLite keeps all but FTS5 from changing this table. An older Node does not have the method, and does not protect tables.
    this.#db.enableDefensive?.(false);
    try {
      this.#inTransaction(`
        ALTER TABLE ${table}_data RENAME TO ${freedTableOf(key)};
        DROP TABLE ${table};
        UPDATE text_parts SET state = ${DROPPED} WHERE key = ${key};`);
    } finally {
      this.#db.enableDefensive?.(true);
      this.forget();
    }
  }

  /** Frees a few pages of a part that was taken out, and at last their table. */
  #free(key: number, pages: number): void {
    const freed = freedTableOf(key);
    const some = `SELECT id FROM ${freed} LIMIT ?`;
    if (this.#db.prepare(`DELETE FROM ${freed} WHERE id IN (${some})`).run(pages).changes === 0)
      this.#inTransaction(`DROP TABLE ${freed}; DELETE FROM text_parts WHERE key = ${key};`);
  }

  #inTransaction(statements: string): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      this.#db.exec(`${statements} COMMIT;`);
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}
