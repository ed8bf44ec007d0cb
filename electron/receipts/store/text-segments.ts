import type { DatabaseSync } from 'node:sqlite';

/** The record of FTS5 that lists the segments of a table: see "structure record" in fts5_index.c of SQLite. */
const SEGMENTS_RECORD = 10;
/** Bytes before the numbers: a cookie, and the mark of a list that counts erased rows. */
const HEADER_BYTES = 8;
/** Numbers of a segment before that of its pages with erased rows: its number, its first and last page, and two ages. */
const NUMBERS_BEFORE = 5;
const SEVEN_BITS = 128;
/** The ninth byte of a number has eight bits. Plinth's numbers are shorter. */
const MOST_BYTES = 8;

/** Reads numbers as SQLite writes them: seven bits a byte, the highest first. */
function numbersOf(record: Uint8Array): () => number {
  let at = HEADER_BYTES;
  return () => {
    let value = 0;
    for (let count = 0; count < MOST_BYTES; count += 1) {
      const byte = record[at] ?? 0;
      at += 1;
      value = value * SEVEN_BITS + (byte % SEVEN_BITS);
      if (byte < SEVEN_BITS) break;
    }
    return value;
  };
}

/** What the list of segments of a text table says. */
interface TextSegments {
  levels: number;
  isMerging: boolean;
  /** A segment can hold terms of erased rows. */
  hasErased: boolean;
}

/** Reads the list of segments of a text table. */
export function readTextSegments(db: DatabaseSync, table: string): TextSegments {
  const row = db.prepare(`SELECT block FROM ${table}_data WHERE id = ?`).get(SEGMENTS_RECORD);
  const record = (row as { block: Uint8Array } | undefined)?.block;
  if (record === undefined) return { levels: 0, isMerging: false, hasErased: false };
  const next = numbersOf(record);
  const levels = next();
  // Numbers of segments and of writes.
  next();
  next();
  let hasErased = false;
  for (let level = 0; level < levels; level += 1) {
    const merging = next();
    // Rows that were erased before a merge are left out of its result, but the pages of the merged segments stay until its end.
    if (merging > 0) return { levels, isMerging: true, hasErased: true };
    for (let segments = next(); segments > 0; segments -= 1) {
      for (let skipped = 0; skipped < NUMBERS_BEFORE; skipped += 1) next();
      const pagesOfErased = next();
      hasErased ||= pagesOfErased > 0;
      // Entries of the segment.
      next();
      next();
    }
  }
  return { levels, isMerging: false, hasErased };
}
