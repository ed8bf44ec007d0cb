import { DatabaseSync } from 'node:sqlite';
import { COPY_TABLES } from './copy-tables.ts';
import { MIGRATIONS } from './migrations.ts';
import { createTextPart } from './text-index.ts';

interface SchemaObject {
  type: string;
  name: string;
  sql: string;
}

/** Tables of an earlier index, which only wait to be emptied. */
const FREED = /^(?:freed_|receipt_text_freed_\d)/;
const TEXT_PART = /receipt_text_\d+/g;
/** The text index has had parts since this version. */
const PARTS_SINCE = 13;

/** Returns the objects of a schema. SQLite itself makes those whose names begin with sqlite_. */
const objectsOf = (db: DatabaseSync) =>
  db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all() as unknown as SchemaObject[];

const keyOf = ({ type, name }: SchemaObject) => `${type} ${name.replace(TEXT_PART, 'receipt_text_#')}`;
const plainSql = ({ sql }: SchemaObject) => sql.replace(TEXT_PART, 'receipt_text_#').replace(/\s+/g, ' ');

/** Returns the objects that a store of a version has. */
function ownObjects(version: number, isCopy: boolean): Map<string, SchemaObject> {
  const db = new DatabaseSync(':memory:');
  try {
    for (const migration of MIGRATIONS.slice(0, version)) db.exec(migration);
    if (version >= PARTS_SINCE) db.exec(createTextPart(1));
    if (isCopy) db.exec(COPY_TABLES);
    return new Map(objectsOf(db).map((each) => [keyOf(each), each]));
  } finally {
    db.close();
  }
}

const isFreed = ({ type, name, sql }: SchemaObject) =>
  type === 'table' && FREED.test(name) && /^CREATE TABLE /i.test(sql);

const versionOf = (db: DatabaseSync) =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

/**
 * Returns true if a copy has anything in its schema that Plinth does not write there. Reads only the schema, so a view
 * without end or a trigger of the copy never runs.
 */
export function hasForeignSchema(db: DatabaseSync): boolean {
  const own = ownObjects(versionOf(db), true);
  return objectsOf(db).some((each) => {
    const ours = own.get(keyOf(each));
    return !isFreed(each) && (ours === undefined || plainSql(ours) !== plainSql(each));
  });
}

/**
 * Removes the triggers, views, tables and indexes of a store that Plinth did not make. Returns true if there were any. A
 * trigger could keep what is deleted. Removes nothing where a table of Plinth is missing: damage may have changed its
 * name.
 */
export function removeForeignObjects(db: DatabaseSync): boolean {
  const own = ownObjects(versionOf(db), false);
  const objects = objectsOf(db);
  const found = new Set(objects.map(keyOf));
  if ([...own].some(([key, { type }]) => type === 'table' && !key.includes('#') && !found.has(key)))
    return false;
  const foreign = objects.filter((each) => {
    const ours = own.get(keyOf(each));
    const isOther = each.type === 'trigger' && ours !== undefined && plainSql(ours) !== plainSql(each);
    return !isFreed(each) && (ours === undefined || isOther);
  });
  // A table takes its triggers and indexes with it.
  for (const { type, name } of foreign) db.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`);
  for (const each of foreign) {
    const ours = own.get(keyOf(each));
    if (ours?.type === 'trigger') db.exec(ours.sql);
  }
  return foreign.length > 0;
}
