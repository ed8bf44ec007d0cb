import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import { removeDatabase, replaceByRename } from '../../platform/held-file.ts';
import { setAsideName } from '../../platform/private-file.ts';
import { isEnvironmentError } from '../store/database.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { addIncident, lastSeqOf } from '../survival/incidents.ts';
import { type Salvage, salvageStore } from './salvage-store.ts';

/**
 * Size of the header at the start of every SQLite database, and the places of the size and the number of pages in it:
 * https://sqlite.org/fileformat2.html#the_database_header.
 */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGE_COUNT_AT = 28;
const MAGIC = 'SQLite format 3\0';

/** A damaged store that was renamed, and what the new store has of it. */
export interface ReplacedStore {
  aside: string;
  harm: FileHarm;
  /** Undefined if nothing was readable. */
  salvage: Salvage | undefined;
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/**
 * Returns true if opening the database would lose what is in its files: SQLite opens an empty file as a new database and
 * deletes the write-ahead log beside it. `holdsRecord` tells that an earlier process has opened the file.
 */
export function wouldLoseRecord(file: string, holdsRecord: boolean): boolean {
  const size = sizeOf(file);
  if (size === undefined) return false;
  if (size >= HEADER_BYTES) return false;
  return size > 0 || holdsRecord || (sizeOf(`${file}-wal`) ?? 0) > 0;
}

/** Returns true if a database has no header. SQLite would delete the write-ahead log beside it. */
export const isEmpty = (file: string): boolean => (sizeOf(file) ?? 0) < HEADER_BYTES;

/** Returns true if a database is shorter than its header says. */
export function isCutOff(file: string): boolean {
  const size = sizeOf(file) ?? 0;
  if (size < HEADER_BYTES) return true;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  const bytes = header.readUInt32BE(PAGE_COUNT_AT) * header.readUInt16BE(PAGE_SIZE_AT);
  return header.toString('latin1', 0, 16) === MAGIC && bytes > size;
}

/**
 * Renames a database and its write-ahead log, so that no data is lost and a new database can start. Returns the new
 * name.
 */
function setDatabaseAside(file: string, now: Date): string {
  const aside = setAsideName(file, now);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) replaceByRename(file + suffix, aside + suffix);
  }
  return aside;
}

/** Reads what is readable. A full disk or a missing permission throws: the next start tries again. */
function salvage(file: string, known: readonly KnownIntegration[]): Salvage | undefined {
  try {
    return salvageStore(file, `${file}.salvaging`, known);
  } catch (error) {
    if (isEnvironmentError(error)) throw error;
    // The damage is of a kind that nobody thought of. The file stays as it is, under its new name.
    return undefined;
  }
}

/**
 * Writes what is readable of a closed, damaged database to a new one, and renames the damaged one. If nothing is
 * readable, only renames it.
 */
export function replaceStore(file: string, known: readonly KnownIntegration[], now: Date): ReplacedStore {
  const harm = isCutOff(file) ? 'truncated' : 'damaged';
  const salvaged = isEmpty(file) ? undefined : salvage(file, known);
  if (salvaged === undefined) return { aside: setDatabaseAside(file, now), harm, salvage: undefined };
  // From here on, the end of the process leaves a whole file that the next start puts in its place.
  replaceByRename(`${file}.salvaging`, `${file}.salvaged`);
  const aside = setDatabaseAside(file, now);
  replaceByRename(`${file}.salvaged`, file);
  return { aside, harm, salvage: salvaged };
}

/** Ends a replacement that the end of an earlier process interrupted. */
export function finishReplacement(file: string, now: Date): void {
  for (const part of ['salvaging', 'examined']) removeDatabase(`${file}.${part}`);
  if (!existsSync(`${file}.salvaged`)) return;
  setDatabaseAside(file, now);
  replaceByRename(`${file}.salvaged`, file);
}

/** Notes in the new store that a damaged one was replaced. */
export function noteReplacement(db: DatabaseSync, { harm, salvage }: ReplacedStore): void {
  const none = { restored: [], waited: 0, unrecorded: 0 };
  addIncident(db, { at: Date.now(), harm, lastSeq: lastSeqOf(db), lost: salvage?.lost ?? 0, ...none });
}
