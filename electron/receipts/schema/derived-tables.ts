/*
 * The tables that follow from the receipts. The background fills them: as indexes of the receipts they would cost each event
 * several pages of the write-ahead log.
 */

/** The number of these tables and of what is in them. A store with another one gets them anew, and loses nothing. */
export const INDEX_VERSION = 3;

export const DERIVED_TABLES = `
  CREATE TABLE projects (key INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE destinations (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE session_stories (
    session_key INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    title_seq INTEGER
  ) STRICT;
  CREATE INDEX session_stories_by_project ON session_stories (project);

  -- One row for each quarter of an hour and each combination. Days of every time zone begin at a quarter of an hour.
  CREATE TABLE activity (
    quarter INTEGER NOT NULL,
    integration INTEGER NOT NULL,
    project INTEGER NOT NULL,
    event INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    events INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    secrets INTEGER NOT NULL,
    personal INTEGER NOT NULL,
    PRIMARY KEY (quarter, integration, project, event, destination)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE files_touched (
    project INTEGER NOT NULL,
    path TEXT NOT NULL,
    changes INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    PRIMARY KEY (project, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets_seen (
    fingerprint TEXT NOT NULL,
    seq INTEGER NOT NULL,
    rule TEXT NOT NULL,
    event INTEGER NOT NULL,
    integration INTEGER NOT NULL,
    project INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, seq)
  ) STRICT, WITHOUT ROWID;

  -- Parts of the text index that have terms of deleted receipts. The tables of the parts are made when they are needed: see
  -- text-index.ts.
  CREATE TABLE text_erased (part INTEGER PRIMARY KEY) STRICT;

  -- The indexes name a receipt by its leaf, which is shorter than its row number. Leaves rise with row numbers, with holes
  -- where marks are.
  CREATE TABLE receipt_facets (
    facet INTEGER NOT NULL,
    leaf INTEGER NOT NULL,
    PRIMARY KEY (facet, leaf)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE receipt_facts (
    leaf INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    project INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    secrets INTEGER NOT NULL,
    personal INTEGER NOT NULL,
    notable INTEGER NOT NULL
  ) STRICT;
`;

/** Segments of a level that SQLite merges inside of a commit all the same. A list of more than 2,000 is damage to it. */
const MOST_SEGMENTS = 1000;

/** The table of a part of the text index: see store/text-index.ts. */
export const textTableOf = (part: number): string => `receipt_text_${part}`;

/**
 * Returns the statements that create the table of a part. SQLite then merges no segments inside of a commit. Such a merge takes
 * 60 ms for each level, and erased rows begin one as new rows do.
 */
export function createTextPart(part: number): string {
  const table = textTableOf(part);
  return `
    CREATE VIRTUAL TABLE ${table} USING fts5 (
      text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    );
    INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
    INSERT INTO ${table} (${table}, rank) VALUES ('deletemerge', 0);
    INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', ${MOST_SEGMENTS});`;
}

const NAMES = [
  'receipt_text',
  ...[...DERIVED_TABLES.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name!),
];

/** Returns true for a table that the background index fills, and for SQLite's own tables of one. */
export const isDerived = (table: string): boolean =>
  NAMES.some((name) => table === name || table.startsWith(`${name}_`));
