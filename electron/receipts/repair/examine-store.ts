import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { StorePart, StoreRepair } from '../../../shared/repair.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { SCHEMA_VERSION, schemaVersion } from '../schema/schema.ts';
import {
  connectToRead,
  hasProgress,
  hasUnreadableReceipt,
  lacksLeaves,
  suggestsDamage,
} from '../store/database.ts';
import { receiptCount } from '../store/store-health.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { ReadableReceipts } from './readable-receipts.ts';
import { isCutOff, isEmpty } from './replace-store.ts';
import { rangesWithTimes } from './salvage-store.ts';

const PART_OF_TABLE: Readonly<Record<string, StorePart>> = {
  receipts: 'receipts',
  sessions: 'names',
  integrations: 'names',
  redactions: 'names',
  tree_leaves: 'proofs',
  tree_subtrees: 'proofs',
  tree_marks: 'proofs',
  tree_checkpoints: 'proofs',
  progress: 'indexes',
};

const partOf = (table: string): StorePart =>
  isDerived(table) ? 'indexes' : (PART_OF_TABLE[table] ?? 'history');

const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Runs a check. Damage that ends it counts as found. */
function finds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (suggestsDamage(error)) return true;
    throw error;
  }
}

/** Returns the damaged parts of an open database, by a look at every page. */
export function damagedParts(db: DatabaseSync): StorePart[] {
  const isDamaged = (check: string) => db.prepare(`PRAGMA ${check}`).get()?.quick_check !== 'ok';
  if (!finds(() => isDamaged('quick_check(1)'))) {
    if (finds(() => hasUnreadableReceipt(db))) return ['receipts'];
    if (finds(() => lacksLeaves(db))) return ['proofs'];
    return finds(() => !hasProgress(db)) ? ['indexes'] : [];
  }
  let tables: string[] = [];
  const isSchemaDamaged = finds(() => {
    tables = db
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
           AND name NOT LIKE 'sqlite~_%' ESCAPE '~'`,
      )
      .all()
      .map(({ name }) => name as string);
    return !tables.includes('receipts') || !tables.includes('tree_leaves');
  });
  if (isSchemaDamaged) return ['file'];
  const parts = tables.filter((table) => finds(() => isDamaged(`quick_check(${table})`))).map(partOf);
  if (!parts.includes('receipts') && finds(() => hasUnreadableReceipt(db))) parts.push('receipts');
  // Pages that no table reaches are found only by the check of the whole.
  return parts.length === 0 ? ['unused'] : [...new Set(parts)];
}

const NOTHING_LOST = { lost: 0, lostRanges: [], incomplete: 0, altered: 0, aside: null };

/** Returns the report on a store without damage. */
export function intactStore(db: DatabaseSync): StoreRepair {
  return { state: 'intact', parts: [], receipts: receiptCount(db), ...NOTHING_LOST };
}

/** Opens a closed database for reading. */
function whileOpen<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = connectToRead(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function salvageable(file: string, known: readonly KnownIntegration[], parts: StorePart[]): StoreRepair {
  const counts = { receipts: 0, incomplete: 0, altered: 0 };
  let source: ReadableReceipts | undefined;
  try {
    source = new ReadableReceipts(file, known);
    source.forEach(({ proof }) => {
      counts.receipts += 1;
      if (proof === 'incomplete' || proof === 'altered') counts[proof] += 1;
    });
    const { lost, lostReceipts } = source.positions();
    const lostRanges = rangesWithTimes(source, lost).map(({ from, to, after, before }) => {
      return { from, to, after: instant(after), before: instant(before) };
    });
    return { state: 'salvage', parts, ...counts, lost: lostReceipts, lostRanges, aside: null };
  } catch (error) {
    if (!suggestsDamage(error)) throw error;
    return { state: 'salvage', parts, ...counts, lost: 0, lostRanges: [], aside: null };
  } finally {
    source?.close();
  }
}

/**
 * Finds what is damaged in a closed database, and what a repair would do. Changes nothing. `known` names the agents of
 * the settings file.
 */
export function examineStore(file: string, known: readonly KnownIntegration[]): StoreRepair {
  if (!existsSync(file)) return { state: 'missing', parts: [], receipts: 0, ...NOTHING_LOST };
  if (isEmpty(file)) return { state: 'salvage', parts: ['file'], receipts: 0, ...NOTHING_LOST };
  if (isCutOff(file)) return salvageable(file, known, ['file']);
  let parts: StorePart[] = ['file'];
  try {
    const found = whileOpen(file, (db) => {
      parts = damagedParts(db);
      if (parts.length === 0) return intactStore(db);
      const isRebuilt =
        parts.every((part) => part === 'indexes' || part === 'unused') &&
        schemaVersion(db) === SCHEMA_VERSION;
      if (!isRebuilt) return undefined;
      return { state: 'rebuild' as const, parts, receipts: receiptCount(db), ...NOTHING_LOST };
    });
    if (found !== undefined) return found;
  } catch (error) {
    if (!suggestsDamage(error)) throw error;
  }
  return salvageable(file, known, parts);
}
