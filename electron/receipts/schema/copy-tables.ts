/** What a copy of the record has beside the tables of a store. */
export const COPY_TABLES = `
  CREATE TABLE copy_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX copy_by_leaf ON receipts (leaf);
  CREATE INDEX copy_by_session ON receipts (session_key);`;
