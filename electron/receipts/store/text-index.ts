import type { DatabaseSync } from 'node:sqlite';
import { createTextPart, textTableOf } from '../schema/derived-tables.ts';
import { firstValue, inTransaction, numberOf, statement } from '../schema/statements.ts';
import { pagesOfSlice } from './slice-time.ts';

/*
 * The text index consists of parts, each a table of FTS5 for a range of leaves. To take one row out of an index, all of its
 * groups of characters have to be looked up, which takes milliseconds for a long text. So a deletion only marks rows, and
 * the terms of the marked rows leave the file when the segments of the part are merged. A part is small enough for that, and
 * for the removal of the whole part in one turn: https://sqlite.org/fts5.html#the_merge_command.
 */

export const LEAVES_OF_PART = 8192;
/** Processor time that one merge of new segments aims at. Under load, events wait for it between two slices of the index. */
const MERGE_MS = 5;
/** No receipt has this leaf. */
const NO_LEAF = -1;

const PART_TABLE = /^receipt_text_(\d+)$/;
const partOf = (leaf: number): number => Math.floor(leaf / LEAVES_OF_PART);

/** Returns the tables of the parts. */
export const textTables = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'receipt_text_[0-9]*'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => PART_TABLE.test(name));

/** The parts of the text index. */
export class TextIndex {
  readonly #db: DatabaseSync;
  #parts: Set<number> | undefined;
  readonly #marked = new Set<number>();
  /** Parts that can have segments to merge. */
  #unmerged: Set<number> | undefined;
  readonly #purging = pagesOfSlice();
  readonly #merging = pagesOfSlice(MERGE_MS);
  #purged: number | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Adds the text of a leaf, inside the caller's transaction. */
  add(leaf: number, text: string): void {
    const part = partOf(leaf);
    if (!this.#all().has(part)) {
      this.#db.exec(createTextPart(part));
      this.#all().add(part);
    }
    // A million receipts have some hundred parts, so their statements may stay.
    statement(this.#db, `INSERT INTO ${textTableOf(part)} (rowid, text) VALUES (?, ?)`).run(leaf, text);
    this.#unmergedParts().add(part);
  }

  /** Marks the text of a leaf as erased, inside the caller's transaction. {@link flush} ends the removal of leaves. */
  remove(leaf: number): void {
    const part = partOf(leaf);
    if (!this.#all().has(part)) return;
    statement(this.#db, `DELETE FROM ${textTableOf(part)} WHERE rowid = ?`).run(leaf);
    this.#marked.add(part);
  }

  /** Notes which parts have erased rows, inside the caller's transaction. */
  flush(): void {
    const mark = this.#db.prepare('INSERT OR IGNORE INTO text_erased (part) VALUES (?)');
    for (const part of this.#marked) mark.run(part);
    this.#marked.clear();
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#parts = undefined;
    this.#marked.clear();
  }

  /** Returns the tables with leaves of a range, newest first. */
  tables(first: number, last: number): string[] {
    return [...this.#all()]
      .filter((part) => part >= partOf(first) && part <= partOf(last))
      .sort((a, b) => b - a)
      .map(textTableOf);
  }

  /** Returns the first part with terms of erased rows in the file. */
  firstErased(): number | undefined {
    return firstValue(this.#db, 'SELECT part FROM text_erased ORDER BY part LIMIT 1');
  }

  /** Whether a leaf belongs to the part that is purged. New segments would begin its merge anew each time. */
  isPurging(leaf: number): boolean {
    return this.#purged === partOf(leaf);
  }

  /** Takes one slice of the erased terms out of the file. Returns false if none is left. */
  purge(): boolean {
    const part = this.firstErased();
    if (part === undefined) return false;
    if (this.#isEmpty(part)) this.#drop(part);
    else {
      if (this.#purged !== part) this.#addErasedSegment(textTableOf(part));
      this.#purged = part;
      if (!this.#mergeSome(part, this.#purging, -1)) this.#forgetErased(part);
    }
    return true;
  }

  /** Lets the index grow again after a purge, also if it failed. */
  endPurge(): void {
    this.#purged = undefined;
  }

  /**
   * Merges a few pages of the segments of one part, so that a search reads few segments. A part that takes no new rows can
   * still have some. Returns false if nothing was left to merge.
   */
  merge(): boolean {
    const part = this.#nextUnmerged();
    if (part === undefined) return false;
    if (this.#mergeSome(part, this.#merging, 1)) return true;
    this.#unmergedParts().delete(part);
    return this.#nextUnmerged() !== undefined;
  }

  #forgetErased(part: number): void {
    this.#db.prepare('DELETE FROM text_erased WHERE part = ?').run(part);
    this.#purged = undefined;
  }

  #all(): Set<number> {
    this.#parts ??= new Set(textTables(this.#db).map((table) => Number(PART_TABLE.exec(table)![1])));
    return this.#parts;
  }

  /** At the start, every part can have segments that an earlier process did not merge. */
  #unmergedParts(): Set<number> {
    this.#unmerged ??= new Set(this.#all());
    return this.#unmerged;
  }

  #nextUnmerged(): number | undefined {
    for (const part of this.#unmergedParts()) {
      if (part !== this.#purged && this.#all().has(part)) return part;
    }
    return undefined;
  }

  /** Merges a few pages of a part: all of its segments if `sign` is negative. Returns false if nothing was left to merge. */
  #mergeSome(part: number, slice: ReturnType<typeof pagesOfSlice>, sign: 1 | -1): boolean {
    const table = textTableOf(part);
    const merge = this.#db.prepare(
      `INSERT INTO ${table} (${table}, rank) VALUES ('merge', CAST(? AS INTEGER))`,
    );
    const changes = () => numberOf(this.#db, 'SELECT total_changes()');
    const before = changes();
    slice((pages) => merge.run(sign * pages));
    // The statement itself counts as one change.
    return changes() - before > 1;
  }

  #isEmpty(part: number): boolean {
    if (!this.#all().has(part)) return true;
    const first = this.#db.prepare(`SELECT 1 FROM ${textTableOf(part)} WHERE rowid >= 0 LIMIT 1`);
    return first.get() === undefined;
  }

  /**
   * Adds a segment without rows. The merge of a single segment has its result on a level of its own, and FTS5 takes a list of
   * more than 2,000 levels for damage. The merge of two segments puts both on a low level first.
   */
  #addErasedSegment(table: string): void {
    this.#db.exec(`
      REPLACE INTO ${table} (rowid, text) VALUES (${NO_LEAF}, 'abc');
      DELETE FROM ${table} WHERE rowid = ${NO_LEAF};`);
  }

  /** Takes a part without receipts out of the file. A merge of it would be one long statement. */
  #drop(part: number): void {
    try {
      inTransaction(this.#db, () => {
        this.#db.exec(`DROP TABLE IF EXISTS ${textTableOf(part)}`);
        this.#forgetErased(part);
      });
    } finally {
      this.forget();
    }
  }
}
