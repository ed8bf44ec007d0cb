import { DatabaseSync } from 'node:sqlite';
import { isDerived } from './derived-tables.ts';
import { ensureSchema } from './schema.ts';

interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string;
}

const TEXT_PART = /receipt_text_\d+/g;

/** Returns the objects of a schema. SQLite itself makes those whose names begin with sqlite_. */
const objectsOf = (db: DatabaseSync) =>
  db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all() as unknown as SchemaObject[];

const keyOf = ({ type, name }: SchemaObject) => `${type} ${name.replace(TEXT_PART, 'receipt_text_#')}`;
const plainSql = ({ sql }: SchemaObject) => sql.replace(TEXT_PART, 'receipt_text_#').replace(/\s+/g, ' ');

/** Returns the objects that a store has, or a copy of one. */
function ownObjects(isCopy: boolean): Map<string, SchemaObject> {
  using db = new DatabaseSync(':memory:');
  ensureSchema(db);
  if (isCopy) db.exec(COPY_TABLES);
  return new Map(objectsOf(db).map((each) => [keyOf(each), each]));
}

/**
 * Returns true if a copy has anything in its schema that Plinth does not write there. Reads only the schema, so a view
 * without end or a trigger of the copy never runs.
 */
export function hasForeignSchema(db: DatabaseSync): boolean {
  const own = ownObjects(true);
  return objectsOf(db).some((each) => {
    const ours = own.get(keyOf(each));
    // Nothing reads the derived tables of a copy, which can be of another version. A trigger of theirs could still run.
    const isUnread = ['table', 'index'].includes(each.type) && isDerived(each.tbl_name);
    return !isUnread && (ours === undefined || plainSql(ours) !== plainSql(each));
  });
}

/**
 * Removes the triggers, views, tables and indexes of a store that Plinth did not make. Returns true if there were any. A
 * trigger could keep what is deleted. Removes nothing where a table of Plinth is missing: damage may have changed its
 * name.
 */
export function removeForeignObjects(db: DatabaseSync): boolean {
  const own = ownObjects(false);
  const objects = objectsOf(db);
  const found = new Set(objects.map(keyOf));
  if ([...own].some(([key, { type }]) => type === 'table' && !key.includes('#') && !found.has(key)))
    return false;
  const foreign = objects.filter((each) => {
    const ours = own.get(keyOf(each));
    const isOther = each.type === 'trigger' && ours !== undefined && plainSql(ours) !== plainSql(each);
    return ours === undefined || isOther;
  });
  // A table takes its triggers and indexes with it.
  for (const { type, name } of foreign) db.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`);
  for (const each of foreign) {
    const ours = own.get(keyOf(each));
    if (ours?.type === 'trigger') db.exec(ours.sql);
  }
  return foreign.length > 0;
}

/** What a copy of the record has beside the tables of a store. */
export const COPY_TABLES = `
  CREATE TABLE copy_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX copy_by_leaf ON receipts (leaf);
  CREATE INDEX copy_by_session ON receipts (session_key);`;
