import type { DatabaseSync } from 'node:sqlite';
import { fileOf } from '../../../shared/named-file.ts';
import { countRemovals, isNormalisation, type Redaction } from '../../../shared/receipt.ts';
import { kindOfFinding, vagueness } from '../../../shared/words/secret-names.ts';
import { notableKinds } from '../../commands/notable-kinds.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { firstValue, inTransaction, numberOf, statement } from '../schema/statements.ts';
import { ActivityRollUp } from './activity-roll-up.ts';
import { facetsOf, type IndexedRow, notableBits, type ReceiptFacts } from './receipt-facets.ts';
import { searchText } from './search-text.ts';
import { TextIndex } from './text-index.ts';

/** Maximum rows per transaction: if the worker is idle, and if events are waiting. */
const ROWS_PER_SLICE = { idle: 128, busy: 32 } as const;
/**
 * A slice ends with the row that reaches this length. Indexing 16 Ki characters of source code takes the receipt worker
 * 1.4 ms, and twice as much beside a load. As much as a batch of events takes is what others may wait for it.
 */
const CHARACTERS_PER_SLICE = { idle: 131_072, busy: 16_384 } as const;

/**
 * What is left to do: receipts to index, only upkeep of the indexes, which changes no answer, or nothing. Upkeep merges
 * segments of the text index.
 */
type IndexWork = 'receipts' | 'upkeep' | 'nothing';

/** Each slice adds a segment to the text index. */
const MOST_UNMERGED_SLICES = 16;

const NO_EARLIER_LEAF = -1;
const NO_LATER_LEAF = Number.MAX_SAFE_INTEGER;

const findingsOf = (row: IndexedRow): Redaction['findings'] =>
  row.found === null
    ? []
    : ((JSON.parse(row.found) as Partial<Redaction>).findings ?? []).filter(
        (finding) => !isNormalisation(finding),
      );

/**
 * Facets, facts, fingerprints, counts and full text. They are indexed in the background after the receipts. The
 * transaction that indexes rows also stores the progress, so a kill loses nothing: the next start indexes the missing
 * rows.
 */
export class BackgroundIndex {
  readonly #db: DatabaseSync;
  readonly rollUp: ActivityRollUp;
  /** While a part of it is purged, no rows are added to that part. */
  readonly texts: TextIndex;
  #indexed: number;
  #unmergedSlices = 0;
  /** The last slice did not have all receipts. */
  #hasReceipts = false;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.rollUp = new ActivityRollUp(db);
    this.texts = new TextIndex(db);
    this.#indexed = numberOf(db, "SELECT seq FROM progress WHERE name = 'indexed'");
  }

  /** Returns the last indexed row. */
  indexedSeq(): number {
    return this.#indexed;
  }

  /** Counts the receipts after the last indexed row, `most` at most. */
  pending(most: number): number {
    const sql = 'SELECT count(*) FROM (SELECT 1 FROM receipts WHERE seq > ? LIMIT ?)';
    return numberOf(this.#db, sql, this.#indexed, most);
  }

  /** Returns the leaf of this row or of the first one after it. Without one, it is behind all leaves. */
  leafFrom(seq: number): number {
    const sql = 'SELECT leaf FROM receipts WHERE seq >= ? ORDER BY seq LIMIT 1';
    return firstValue<number>(this.#db, sql, seq) ?? NO_LATER_LEAF;
  }

  /** Returns the leaf of this row or of the last one before it. Without one, it is before all leaves. */
  leafUntil(seq: number): number {
    const sql = 'SELECT leaf FROM receipts WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
    return firstValue<number>(this.#db, sql, seq) ?? NO_EARLIER_LEAF;
  }

  /** Indexes one slice. Returns false if nothing was left to index. */
  advance(pace: keyof typeof ROWS_PER_SLICE = 'idle'): boolean {
    const { rows, more } = this.#nextRows(pace);
    this.#hasReceipts = more;
    const last = rows.at(-1);
    if (last === undefined) return false;
    try {
      inTransaction(this.#db, () => {
        const facets = rows.flatMap((row) => this.#add(row));
        // Sorted facets are neighbours in the table, so each page is written once.
        facets.sort((a, b) => a[0] - b[0]);
        const addFacet = statement(this.#db, 'INSERT INTO receipt_facets (facet, leaf) VALUES (?, ?)');
        for (const [facet, leaf] of facets) addFacet.run(facet, leaf);
        this.rollUp.flush();
        statement(this.#db, "UPDATE progress SET seq = ? WHERE name = 'indexed'").run(last.seq);
      });
    } catch (error) {
      this.forget();
      throw error;
    }
    this.#indexed = last.seq;
    this.#unmergedSlices += 1;
    return more;
  }

  /** Adds one row to every index but the facets, and returns those with its leaf. */
  #add(row: IndexedRow): [facet: number, leaf: number][] {
    const event = eventOfCode(row.event);
    const data = JSON.parse(row.data) as Record<string, unknown>;
    const findings = findingsOf(row);
    const facts: ReceiptFacts = {
      ...this.rollUp.namesOf(row, event, data),
      ...countRemovals(findings),
      notable: notableBits(notableKinds(event, data, findings)),
    };
    const { project, destination, secrets, personal, notable } = facts;
    // With RETURNING, SQLite sets a savepoint for each row, and at each savepoint FTS5 writes a segment of its own.
    const added = statement(
      this.#db,
      `INSERT OR IGNORE INTO receipt_facts (leaf, seq, project, destination, secrets, personal, notable)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(row.leaf, row.seq, project, destination, secrets, personal, notable);
    // Another program gave a row the leaf of another receipt. The check of the record names it.
    if (added.changes === 0) return [];
    this.texts.add(row.leaf, searchText(row.label, data));
    const seen = findings.flatMap((finding) =>
      finding.fingerprint === undefined
        ? []
        : [{ ...kindOfFinding(data, finding), fingerprint: finding.fingerprint }],
    );
    // The first of several findings of one secret stays.
    for (const { fingerprint, kind, holder } of seen.sort((a, b) => vagueness(a.kind) - vagueness(b.kind))) {
      const told = holder === undefined ? kind : `${kind} ${holder}`;
      statement(
        this.#db,
        `INSERT OR IGNORE INTO secrets_seen (fingerprint, seq, rule, event, integration, project, destination)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(fingerprint, row.seq, told, row.event, row.integration_key, project, destination);
    }
    this.rollUp.count(row, facts, fileOf(event, data), 1);
    return facetsOf(row, facts).map((facet) => [facet, row.leaf]);
  }

  /**
   * Indexes one slice, or takes one of the merges that keep searches fast. Returns what is left to do. Receipts come first, except after many slices: under a lasting load there is always one to index.
   */
  advanceOrMerge(pace: keyof typeof ROWS_PER_SLICE): IndexWork {
    if (this.#unmergedSlices >= MOST_UNMERGED_SLICES && this.#mergeText())
      return this.#hasReceipts ? 'receipts' : 'upkeep';
    if (this.advance(pace)) return 'receipts';
    return this.#mergeText() ? 'upkeep' : 'nothing';
  }

  #mergeText(): boolean {
    const more = this.texts.merge();
    if (!more) this.#unmergedSlices = 0;
    return more;
  }

  #nextRows(pace: keyof typeof ROWS_PER_SLICE): { rows: IndexedRow[]; more: boolean } {
    if (this.waitsForPurge()) return { rows: [], more: false };
    const limit = ROWS_PER_SLICE[pace];
    const rows: IndexedRow[] = [];
    let characters = 0;
    const next = statement(
      this.#db,
      `SELECT r.seq, r.leaf, r.integration_key, r.session_key, r.event, r.received_at, r.body_bytes, r.flags,
         s.label, r.data, r.found
       FROM receipts r JOIN sessions s ON s.key = r.session_key WHERE r.seq > ? ORDER BY r.seq LIMIT ?`,
    );
    for (const found of next.iterate(this.#indexed, limit)) {
      const row = found as unknown as IndexedRow;
      if (rows.length > 0 && this.texts.isPurging(row.leaf)) return { rows, more: true };
      rows.push(row);
      characters += row.data.length;
      if (characters >= CHARACTERS_PER_SLICE[pace]) return { rows, more: true };
    }
    return { rows, more: rows.length === limit };
  }

  /** Removes one receipt from the indexes, inside the caller's transaction. {@link flush} ends the removal of rows. */
  remove(row: IndexedRow): void {
    if (row.seq > this.#indexed) return;
    const run = (sql: string, ...values: (string | number)[]) => statement(this.#db, sql).run(...values);
    const find = statement(this.#db, 'SELECT * FROM receipt_facts WHERE leaf = ? AND seq = ?');
    const facts = find.get(row.leaf, row.seq) as unknown as ReceiptFacts | undefined;
    if (facts === undefined) return;
    const data = JSON.parse(row.data) as Record<string, unknown>;
    for (const facet of facetsOf(row, facts))
      run('DELETE FROM receipt_facets WHERE facet = ? AND leaf = ?', facet, row.leaf);
    for (const { fingerprint } of findingsOf(row)) {
      if (fingerprint !== undefined)
        run('DELETE FROM secrets_seen WHERE fingerprint = ? AND seq = ?', fingerprint, row.seq);
    }
    this.texts.remove(row.leaf);
    run('DELETE FROM receipt_facts WHERE leaf = ?', row.leaf);
    this.rollUp.count(row, facts, fileOf(eventOfCode(row.event), data), -1);
  }

  /** Writes the counts of removed rows, inside the caller's transaction. */
  flush(): void {
    this.rollUp.flush();
    this.texts.flush();
  }

  /** Returns the tables of the text index with receipts of a range, newest first. */
  textTables(first: number, last: number): string[] {
    const from = this.leafFrom(first);
    const until = this.leafUntil(last);
    return from > until ? [] : this.texts.tables(from, until);
  }

  /** Whether new rows wait for a purge of the text index. */
  waitsForPurge(): boolean {
    const next = this.leafFrom(this.#indexed + 1);
    return next !== NO_LATER_LEAF && this.texts.isPurging(next);
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.rollUp.forget();
    this.texts.forget();
  }
}
