import type { DatabaseSync } from 'node:sqlite';
import { createTextPart, DERIVED_TABLES, INDEX_VERSION, isDerived } from './derived-tables.ts';
import { RECEIPT_ID_SQL } from './receipt-id.ts';
import { inTransaction, numberOf } from './statements.ts';

/** The number of the schema, which each change of it raises. A store of another version is refused, and never changed. */
export const SCHEMA_VERSION = 7;

const SCHEMA = `
  CREATE TABLE integrations (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    integration_key INTEGER NOT NULL REFERENCES integrations (key),
    digest BLOB NOT NULL,
    label TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    ended_by_silence INTEGER NOT NULL DEFAULT 0,
    events INTEGER NOT NULL DEFAULT 0,
    counts TEXT NOT NULL DEFAULT '{}',
    UNIQUE (integration_key, digest)
  ) STRICT;
  CREATE INDEX sessions_by_last ON sessions (last_at);

  -- Redactions without what only one receipt has, which is in its column found as a merge patch (RFC 7396). No text of a
  -- client is in this table.
  CREATE TABLE redactions (key INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

  -- seq holds the time of receipt and the place in its millisecond (receipt-id.ts), so rows are in order of time and a
  -- receipt is found by its id without an index of ids. leaf is its position in the tree. Texts are kept in data, and
  -- sizes is only there without them.
  CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY,
    random INTEGER NOT NULL,
    integration_key INTEGER NOT NULL,
    session_key INTEGER NOT NULL,
    event INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    digest BLOB NOT NULL,
    body_bytes INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    repeats INTEGER NOT NULL DEFAULT 0,
    flags INTEGER NOT NULL,
    data TEXT NOT NULL,
    sizes TEXT,
    redaction INTEGER NOT NULL,
    found TEXT,
    leaf INTEGER NOT NULL,
    salt BLOB NOT NULL,
    id TEXT GENERATED ALWAYS AS (${RECEIPT_ID_SQL}) VIRTUAL
  ) STRICT;

  -- The instant comes first so that new rows land beside each other: an index on random digests alone would dirty a page of
  -- its own for every event.
  CREATE UNIQUE INDEX receipts_by_identity ON receipts (occurred_at, digest);

  -- A gap can cover one integration or one project. Without a scope, it covers everything.
  CREATE TABLE recording_gaps (
    key INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    until_at INTEGER,
    not_recorded INTEGER NOT NULL DEFAULT 0,
    scope TEXT,
    cause TEXT NOT NULL DEFAULT 'paused',
    precision TEXT NOT NULL DEFAULT 'exact'
  ) STRICT;

  -- The last receipt that is in the indexes, and the version of the indexes.
  CREATE TABLE progress (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Which keys digests were made with; the ids do not tell the keys.
  CREATE TABLE vault_keys (id TEXT PRIMARY KEY, first_used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Rows whose number runs ahead of their time by more than a second, because the clock was set back: see
  -- received-time.ts. Empty on most computers.
  CREATE INDEX receipts_ahead ON receipts (received_at) WHERE received_at < seq / 2048 - 1000;

  -- The tree over all receipts (docs/proof.md). Hashes of leaves stay when their receipts are deleted.
  CREATE TABLE tree_leaves (i INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT;

  -- Roots of complete subtrees of 256 leaves and of powers of 256.
  CREATE TABLE tree_subtrees (
    level INTEGER NOT NULL,
    i INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, i)
  ) STRICT, WITHOUT ROWID;

  -- Text of the leaves that are no receipts.
  CREATE TABLE tree_marks (i INTEGER PRIMARY KEY, leaf TEXT NOT NULL) STRICT;

  CREATE TABLE secret_marks (fingerprint TEXT PRIMARY KEY, rotated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Signed roots of the tree at one size. A size can have two roots if the file was replaced by an older copy.
  CREATE TABLE tree_checkpoints (
    key INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    at INTEGER NOT NULL,
    note TEXT NOT NULL
  ) STRICT;

  -- Harm that another program did to Plinth's files, and damage: see survival/incidents.ts.
  CREATE TABLE incidents (
    key INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    harm TEXT NOT NULL,
    restored TEXT NOT NULL,
    receipts INTEGER NOT NULL,
    waited INTEGER NOT NULL,
    unrecorded INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    seen_at INTEGER,
    lost INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Refused requests by their shape: codes and names of the contract, never a value.
  CREATE TABLE refusals (
    key INTEGER PRIMARY KEY,
    shape TEXT NOT NULL UNIQUE,
    integration TEXT,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE dismissed_problems (problem TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- What the ways of a session's reports say: who approved a call, and how many calls came by which way. No text, and not
  -- in the tree.
  CREATE TABLE session_notes (
    session_key INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (session_key, kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER session_notes_end AFTER DELETE ON sessions BEGIN
    DELETE FROM session_notes WHERE session_key = old.key;
  END;

  INSERT INTO progress (name, seq) VALUES ('indexed', 0), ('indexes', ${INDEX_VERSION});
`;

/** The stored columns of a receipt, in the order of the table. Its id follows from them. */
export const RECEIPT_TABLE_COLUMNS: readonly string[] =
  `seq random integration_key session_key event occurred_at received_at digest body_bytes dropped repeats flags data sizes
   redaction found leaf salt`.split(/\s+/);

/** The SQL expression of the redaction of `receipts r`, as JSON. */
export const REDACTION_TEXT = `(SELECT iif(r.found IS NULL, t.text, json_patch(t.text, r.found))
  FROM redactions t WHERE t.key = r.redaction)`;

/** Another version of Plinth wrote the database. */
export class OtherVersion extends Error {}

/** Returns the version of a database. It is 0 if Plinth did not write the database. */
export const schemaVersion = (db: DatabaseSync): number => numberOf(db, 'PRAGMA user_version');

/** Throws {@link OtherVersion} unless a database of this version is empty or of this schema. */
export function refuseOtherVersion(version: number): void {
  if (version !== 0 && version !== SCHEMA_VERSION) throw new OtherVersion('receipts_of_other_version');
}

export const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all()
    .map(({ name }) => name as string);

/** Returns the tables of the record, without those that follow from it, and without how far these are. */
export const recordTables = (db: DatabaseSync): string[] =>
  tablesOf(db).filter((table) => table !== 'progress' && !isDerived(table));

/** Returns the stored columns of a table, without those that SQLite computes. */
export const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name as string);

/** Returns the statement that adds a row to a table. `or` says what happens to a row that is there. */
export const insertInto = (table: string, columns: readonly string[], or = ''): string =>
  `INSERT ${or} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

// The list of tables stays near the beginning of the file if the first part is made before there are receipts: SQLite puts the
// first pages of tables there, and moves others to the end.
const INDEXES = `${DERIVED_TABLES} ${createTextPart(0)}`;

/**
 * Gives a new database the schema, and one with other indexes new ones. Throws {@link OtherVersion} and changes nothing if another
 * version wrote it. `reads` tells that nothing may change.
 */
export function ensureSchema(db: DatabaseSync, reads = false): void {
  const version = schemaVersion(db);
  refuseOtherVersion(version);
  if (version !== SCHEMA_VERSION) {
    inTransaction(db, () => db.exec(`${SCHEMA} ${INDEXES} PRAGMA user_version = ${SCHEMA_VERSION}`));
    return;
  }
  const made = db.prepare("SELECT seq FROM progress WHERE name = 'indexes'").get();
  if (made?.seq === INDEX_VERSION) return;
  if (reads) throw new OtherVersion('indexes_of_other_version');
  inTransaction(db, () => {
    for (const table of tablesOf(db).filter(isDerived)) db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.exec(
      `${INDEXES} REPLACE INTO progress (name, seq) VALUES ('indexed', 0), ('indexes', ${INDEX_VERSION})`,
    );
  });
}
