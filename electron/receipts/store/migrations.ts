import type { DatabaseSync } from 'node:sqlite';
import { setIndexAside } from './freed-tables.ts';

/**
 * Schema migrations, oldest first. `PRAGMA user_version` counts the applied ones. A landed migration is never edited: a
 * change is a new entry.
 */
export const MIGRATIONS: readonly string[] = [
  `
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

  -- seq holds the time of receipt and the place in its millisecond (receipt-id.ts), so rows are in order of time
  -- and a receipt is found by its id without an index of ids.
  CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
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
    findings INTEGER NOT NULL,
    summary TEXT NOT NULL,
    data TEXT NOT NULL,
    sizes TEXT NOT NULL,
    redaction TEXT NOT NULL
  ) STRICT;
  -- The instant comes first so that new rows land beside each other: an index on random digests alone would
  -- dirty a page of its own for every event.
  CREATE UNIQUE INDEX receipts_by_identity ON receipts (occurred_at, digest);

  -- The two tables below and receipt_text follow the receipts in the background, up to 'indexed' in progress.
  -- As indexes of receipts they would cost each event several pages of the write-ahead log.
  CREATE TABLE receipt_facets (
    facet INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (facet, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets_seen (
    fingerprint TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE recording_gaps (
    key INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    until_at INTEGER,
    not_recorded INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE progress (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO progress (name, seq) VALUES ('indexed', 0);

  -- Contentless: the stored text exists once, in receipts.data. 'secure-delete' takes a deleted row's terms out
  -- of the index at once instead of leaving them until a merge.
  CREATE VIRTUAL TABLE receipt_text USING fts5 (text, content = '', tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO receipt_text (receipt_text, rank) VALUES ('secure-delete', 1);
  `,
  `
  -- Which keys digests were made with; the ids do not tell the keys.
  CREATE TABLE vault_keys (id TEXT PRIMARY KEY, first_used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Rows whose number runs ahead of their time by more than a second, because the clock was set back: see
  -- received-time.ts. Empty on most computers.
  CREATE INDEX receipts_ahead ON receipts (received_at) WHERE received_at < seq / 2048 - 1000;
  `,
  `
  -- The tree over all receipts (docs/proof.md). A receipt without a leaf is older than the tree.
  ALTER TABLE receipts ADD COLUMN leaf INTEGER;
  ALTER TABLE receipts ADD COLUMN salt BLOB;
  -- Hashes of leaves stay when their receipts are deleted.
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
  `,
  `
  -- The background index is built anew: text by groups of three characters, and the facts that the window's questions
  -- need. Every table here but secret_marks derives from the receipts.
  DROP TABLE receipt_text;
  DROP TABLE secrets_seen;
  DELETE FROM receipt_facets;
  UPDATE progress SET seq = 0 WHERE name = 'indexed';

  CREATE TABLE projects (key INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE destinations (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  -- place numbers the indexed receipts without holes. The text index stores differences of these numbers. With seq, the
  -- differences would take four times the space.
  CREATE TABLE receipt_facts (
    place INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    project INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    secrets INTEGER NOT NULL,
    personal INTEGER NOT NULL,
    notable INTEGER NOT NULL
  ) STRICT;
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
  CREATE TABLE secret_marks (fingerprint TEXT PRIMARY KEY, rotated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE receipt_text USING fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram remove_diacritics 1'
  );
  INSERT INTO receipt_text (receipt_text, rank) VALUES ('secure-delete', 1);
  `,
  `
  -- Signed roots of the tree at one size. A size can have two roots if the file was replaced by an older copy.
  CREATE TABLE tree_checkpoints (
    key INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    at INTEGER NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Harm that another program did to Plinth's files while Plinth ran: see survival/incidents.ts.
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
    seen_at INTEGER
  ) STRICT;
  `,
  `
  -- A pause can cover one integration or one project. NULL is a pause of everything.
  ALTER TABLE recording_gaps ADD COLUMN scope TEXT;
  `,
  `
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
  `,
  `
  -- Receipts that could not be read when a damaged file was repaired.
  ALTER TABLE incidents ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Sums of activity by days of one time zone: see activity-days.ts.
  CREATE TABLE activity_days (
    day INTEGER NOT NULL,
    integration INTEGER NOT NULL,
    project INTEGER NOT NULL,
    event INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    events INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    secrets INTEGER NOT NULL,
    personal INTEGER NOT NULL,
    PRIMARY KEY (day, integration, project, event, destination)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE activity_zone (zone TEXT NOT NULL) STRICT;
  `,
  `
  -- What the ways of a session's reports say: who approved a call, and how many calls came by which way. No text, and
  -- not in the tree.
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
  `,
  `
  -- data, sizes and redaction of an older receipt, packed: see packed-texts.ts. The three columns are then empty. Without
  -- a value, the receipt is not packed.
  ALTER TABLE receipts ADD COLUMN packed BLOB;
  -- Receipts up to this one are packed.
  INSERT INTO progress (name, seq) VALUES ('packed', 0);
  `,
  `
  -- The text index consists of parts, which are made when they are needed: see text-index.ts. The background index is built
  -- anew.
  DROP TABLE receipt_text;
  CREATE TABLE text_parts (key INTEGER PRIMARY KEY, part INTEGER NOT NULL, state INTEGER NOT NULL) STRICT;
  DELETE FROM receipt_facets;
  DELETE FROM receipt_facts;
  DELETE FROM secrets_seen;
  DELETE FROM session_stories;
  DELETE FROM activity;
  DELETE FROM activity_days;
  DELETE FROM activity_zone;
  DELETE FROM files_touched;
  UPDATE progress SET seq = 0 WHERE name = 'indexed';
  `,
  `
  -- A packed receipt can hold its summary and its id: see packed-texts.ts. The two columns are then empty. An earlier
  -- release cannot read them.
  `,
  `
  -- Facets name receipts by their places, which are shorter than row numbers, and one place of sixteen is found by its row
  -- number: see receipt-places.ts. The background index is built anew.
  DROP TABLE receipt_facets;
  DROP TABLE receipt_facts;
  CREATE TABLE receipt_facets (
    facet INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (facet, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE receipt_facts (
    place INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    project INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    secrets INTEGER NOT NULL,
    personal INTEGER NOT NULL,
    notable INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX receipt_facts_by_seq ON receipt_facts (seq) WHERE (place * 2654435769 & 4294967295) < 268435456;
  UPDATE text_parts SET state = 3 WHERE state < 2;
  DELETE FROM session_stories;
  DELETE FROM activity_days;
  DELETE FROM activity_zone;
  UPDATE progress SET seq = 0 WHERE name = 'indexed';
  `,
  `
  ALTER TABLE recording_gaps ADD COLUMN cause TEXT NOT NULL DEFAULT 'paused';
  ALTER TABLE recording_gaps ADD COLUMN precision TEXT NOT NULL DEFAULT 'exact';
  `,
];

/** The migrations that empty the index. Inside of one, SQLite would take seconds for millions of receipts. */
const NEW_INDEXES = [12, 14];

/** Throws if a newer Plinth wrote a database of this version. */
export function refuseNewer(version: number): void {
  if (version > MIGRATIONS.length) throw new Error('receipts_from_newer_version');
}

/** Migrates a database to the newest schema in one transaction. Throws if a newer Plinth wrote the database. */
export function migrate(db: DatabaseSync): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  refuseNewer(version);
  if (version === MIGRATIONS.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // A later one finds the index empty.
    const emptying = version === 0 ? undefined : NEW_INDEXES.find((index) => index >= version);
    for (const [applied, migration] of [...MIGRATIONS.entries()].slice(version)) {
      if (applied === emptying) setIndexAside(db);
      db.exec(migration);
    }
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
