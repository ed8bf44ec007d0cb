import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReceiptFacts } from './indexed-row.ts';

/*
 * receipt_facts numbers the indexed receipts in the order of their rows. An index that names a receipt by its place takes
 * three bytes where a row number takes eight. The way back needs no index of all row numbers: only some places are in one, and
 * a lookup reads the few places beside them.
 */

/**
 * The condition of the index `receipt_facts_by_seq`. A query must repeat it exactly to use the index. One place of sixteen meets
 * it. The factor, 2^32 divided by the golden ratio, spreads these places evenly, also over those that a deletion leaves.
 */
const IS_MILESTONE = '(place * 2654435769 & 4294967295) < 268435456';
const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/** Returns the SQL expression of the place of a milestone that is not after a row, or of 0. `seq` is the row's expression. */
const milestoneBefore = (seq: string) =>
  `coalesce((SELECT place FROM receipt_facts INDEXED BY receipt_facts_by_seq
     WHERE ${IS_MILESTONE} AND seq <= ${seq} ORDER BY seq DESC LIMIT 1), 0)`;

/** Returns the SQL expression of the place of a row, or of NULL if it is not indexed. `seq` is the row's expression. */
export const placeOfRow = (seq: string): string =>
  `(SELECT iif(near.seq = ${seq}, near.place, NULL) FROM receipt_facts near
    WHERE near.place >= ${milestoneBefore(seq)} AND near.seq >= ${seq} ORDER BY near.place LIMIT 1)`;

/** The facts of a receipt and its place. */
type PlacedFacts = ReceiptFacts & { place: number };

/** The places of the indexed receipts, and the facts of each. */
export class ReceiptPlaces {
  readonly #from: StatementSync;
  readonly #until: StatementSync;
  readonly #next: StatementSync;
  readonly #facts: StatementSync;
  readonly #add: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync) {
    this.#from = db.prepare(
      `SELECT place FROM receipt_facts WHERE place >= ${milestoneBefore('?1')} AND seq >= ?1 ORDER BY place LIMIT 1`,
    );
    this.#until = db.prepare(
      `SELECT place FROM receipt_facts WHERE seq <= ?1 AND place <=
         coalesce((SELECT place FROM receipt_facts INDEXED BY receipt_facts_by_seq
           WHERE ${IS_MILESTONE} AND seq >= ?1 ORDER BY seq LIMIT 1), ${LAST_PLACE})
       ORDER BY place DESC LIMIT 1`,
    );
    this.#next = db.prepare('SELECT coalesce(max(place), 0) + 1 AS place FROM receipt_facts');
    this.#facts = db.prepare(`SELECT * FROM receipt_facts WHERE place = ${placeOfRow('?1')}`);
    // With RETURNING, SQLite sets a savepoint for each row, and at each savepoint FTS5 writes a segment of its own.
    this.#add = db.prepare(
      'INSERT INTO receipt_facts (seq, project, destination, secrets, personal, notable) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#remove = db.prepare('DELETE FROM receipt_facts WHERE place = ?');
  }

  /** Returns the first place of this row or a later one. Without one, it is behind all places. */
  from(seq: number): number {
    return (this.#from.get(seq) as { place: number } | undefined)?.place ?? LAST_PLACE;
  }

  /** Returns the last place of this row or an earlier one. Without one, it is before all places. */
  until(seq: number): number {
    return (this.#until.get(seq) as { place: number } | undefined)?.place ?? 0;
  }

  /** Returns the place of the next receipt. */
  next(): number {
    return (this.#next.get() as { place: number }).place;
  }

  /** Returns the facts of a row. Undefined if it is not indexed. */
  factsOf(seq: number): PlacedFacts | undefined {
    return this.#facts.get(seq) as unknown as PlacedFacts | undefined;
  }

  /** Adds a row after all others, inside the caller's transaction, and returns its place. */
  add(seq: number, { project, destination, secrets, personal, notable }: ReceiptFacts): number {
    return Number(this.#add.run(seq, project, destination, secrets, personal, notable).lastInsertRowid);
  }

  /** Removes a place, inside the caller's transaction. */
  remove(place: number): void {
    this.#remove.run(place);
  }
}
