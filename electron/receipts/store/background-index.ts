import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Redaction } from '../../../shared/receipt.ts';
import { facetCode } from './receipt-facets.ts';
import { searchText } from './search-text.ts';

/** Maximum rows per transaction: if the worker is idle, and if events are waiting. */
const ROWS_PER_SLICE = { idle: 256, busy: 24 } as const;
/** A slice ends with the row that reaches this length. Indexing a megabyte of words takes the receipt worker 20 ms. */
const CHARACTERS_PER_SLICE = 262_144;

/** The columns of a receipt that the indexes need. */
interface IndexedRow {
  seq: number;
  integration_key: number;
  session_key: number;
  event: number;
  findings: number;
  label: string;
  data: string;
  redaction: string;
}

function facetsOf(row: IndexedRow): number[] {
  const facets = [
    facetCode('integration', row.integration_key),
    facetCode('session', row.session_key),
    facetCode('event', row.event),
  ];
  if (row.findings > 0) facets.push(facetCode('findings', 0));
  return facets;
}

function fingerprintsOf(row: IndexedRow): string[] {
  if (row.findings === 0) return [];
  const { findings } = JSON.parse(row.redaction) as Redaction;
  return findings.flatMap(({ fingerprint }) => (fingerprint === undefined ? [] : [fingerprint]));
}

/**
 * Facets, fingerprints and full text. They are indexed in the background after the receipts. The transaction that
 * indexes rows also stores the progress, so a kill loses nothing: the next start indexes the missing rows.
 */
export class BackgroundIndex {
  readonly #db: DatabaseSync;
  readonly #next: StatementSync;
  readonly #addText: StatementSync;
  readonly #removeText: StatementSync;
  readonly #addFacet: StatementSync;
  readonly #removeFacet: StatementSync;
  readonly #addSecret: StatementSync;
  readonly #removeSecret: StatementSync;
  readonly #advance: StatementSync;
  #indexed: number;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#next = db.prepare(
      `SELECT r.seq, r.integration_key, r.session_key, r.event, r.findings, s.label, r.data, r.redaction
       FROM receipts r JOIN sessions s ON s.key = r.session_key
       WHERE r.seq > ? ORDER BY r.seq LIMIT ?`,
    );
    this.#addText = db.prepare('INSERT INTO receipt_text (rowid, text) VALUES (?, ?)');
    // To remove a row from a contentless index, FTS5 needs the exact text that was indexed.
    this.#removeText = db.prepare(
      "INSERT INTO receipt_text (receipt_text, rowid, text) VALUES ('delete', ?, ?)",
    );
    this.#addFacet = db.prepare('INSERT INTO receipt_facets (facet, seq) VALUES (?, ?)');
    this.#removeFacet = db.prepare('DELETE FROM receipt_facets WHERE facet = ? AND seq = ?');
    this.#addSecret = db.prepare('INSERT OR IGNORE INTO secrets_seen (fingerprint, seq) VALUES (?, ?)');
    this.#removeSecret = db.prepare('DELETE FROM secrets_seen WHERE fingerprint = ? AND seq = ?');
    this.#advance = db.prepare("UPDATE progress SET seq = ? WHERE name = 'indexed'");
    const progress = db.prepare("SELECT seq FROM progress WHERE name = 'indexed'").get();
    this.#indexed = (progress as { seq: number }).seq;
  }

  /** Returns the last indexed row. */
  indexedSeq(): number {
    return this.#indexed;
  }

  /** Indexes one slice. Returns false if nothing was left to index. */
  advance(pace: keyof typeof ROWS_PER_SLICE = 'idle'): boolean {
    const { rows, more } = this.#nextRows(ROWS_PER_SLICE[pace]);
    const last = rows.at(-1);
    if (last === undefined) return false;
    const facets = rows.flatMap((row) => facetsOf(row).map((facet) => [facet, row.seq] as const));
    // Sorted facets are neighbours in the table, so each page is written once.
    facets.sort((a, b) => a[0] - b[0]);
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const [facet, seq] of facets) this.#addFacet.run(facet, seq);
      for (const row of rows) {
        this.#addText.run(row.seq, searchText(row.label, JSON.parse(row.data)));
        for (const fingerprint of fingerprintsOf(row)) this.#addSecret.run(fingerprint, row.seq);
      }
      this.#advance.run(last.seq);
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
    this.#indexed = last.seq;
    return more;
  }

  #nextRows(limit: number): { rows: IndexedRow[]; more: boolean } {
    const rows: IndexedRow[] = [];
    let characters = 0;
    for (const found of this.#next.iterate(this.#indexed, limit)) {
      const row = found as unknown as IndexedRow;
      rows.push(row);
      characters += row.data.length;
      if (characters >= CHARACTERS_PER_SLICE) return { rows, more: true };
    }
    return { rows, more: rows.length === limit };
  }

  /** Returns the number of receipts that are not indexed yet. */
  pending(): number {
    const row = this.#db.prepare('SELECT count(*) AS count FROM receipts WHERE seq > ?').get(this.#indexed);
    return (row as { count: number }).count;
  }

  /** Removes one receipt from the indexes, inside the caller's transaction. */
  remove(row: IndexedRow): void {
    if (row.seq > this.#indexed) return;
    for (const facet of facetsOf(row)) this.#removeFacet.run(facet, row.seq);
    for (const fingerprint of fingerprintsOf(row)) this.#removeSecret.run(fingerprint, row.seq);
    this.#removeText.run(row.seq, searchText(row.label, JSON.parse(row.data)));
  }
}
