import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { StorePart, StoreRepair } from '../../../shared/repair.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { SCHEMA_VERSION, schemaVersion, tablesOf } from '../schema/schema.ts';
import { isWhole } from '../schema/statements.ts';
import {
  connectToRead,
  hasProgress,
  hasUnreadableReceipt,
  lacksLeaves,
  suggestsDamage,
  unlessDamaged,
} from '../store/database.ts';
import { receiptCount } from '../store/receipt-counts.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { ReadableReceipts } from './readable-receipts.ts';
import { openDamaged } from './readable-rows.ts';
import { isEmpty } from './short-file.ts';

function partOf(table: string): StorePart {
  if (isDerived(table) || table === 'progress') return 'indexes';
  if (table === 'receipts') return 'receipts';
  if (table.startsWith('tree_')) return 'proofs';
  return ['sessions', 'integrations', 'redactions'].includes(table) ? 'names' : 'history';
}

/** Runs a check. Damage that ends it counts as found. */
const finds = (check: () => boolean): boolean => unlessDamaged(check, true);

/** Returns the damaged parts of an open database, by a look at every page. */
export function damagedParts(db: DatabaseSync): StorePart[] {
  if (!finds(() => !isWhole(db))) {
    if (finds(() => hasUnreadableReceipt(db))) return ['receipts'];
    if (finds(() => lacksLeaves(db))) return ['proofs'];
    return finds(() => !hasProgress(db)) ? ['indexes'] : [];
  }
  let tables: string[] = [];
  const isSchemaDamaged = finds(() => {
    tables = tablesOf(db);
    return !tables.includes('receipts') || !tables.includes('tree_leaves');
  });
  if (isSchemaDamaged) return ['file'];
  const parts = tables.filter((table) => finds(() => !isWhole(db, table))).map(partOf);
  if (!parts.includes('receipts') && finds(() => hasUnreadableReceipt(db))) parts.push('receipts');
  if (parts.length > 0) return [...new Set(parts)];
  // Pages that no table reaches, or an index that differs from its rows.
  return finds(() => !isWhole(db, '1')) ? ['unused'] : ['indexes'];
}

const MOST_RANGES = 100;
const NOTHING_LOST = { lost: 0, lostRanges: [], incomplete: 0, altered: 0, aside: null };

/** Returns the report on a store without damage. */
export function intactStore(db: DatabaseSync): StoreRepair {
  return { state: 'intact', parts: [], receipts: receiptCount(db), ...NOTHING_LOST };
}

type Leave = (db: DatabaseSync) => void;

function salvageable(
  file: string,
  known: readonly KnownIntegration[],
  parts: StorePart[],
  leave: Leave,
): StoreRepair {
  const found: StoreRepair = { state: 'salvage', parts, receipts: 0, ...NOTHING_LOST, lost: null };
  let db: DatabaseSync | undefined;
  const read = () => {
    db = openDamaged(file);
    const source = new ReadableReceipts(db, file, known);
    source.forEach(({ proof }) => {
      found.receipts += 1;
      if (proof !== 'whole') found[proof] += 1;
    });
    const { ranges, receipts: lost = null } = source.lost();
    if (found.receipts + (lost ?? 0) > 0)
      Object.assign(found, { lost, lostRanges: ranges.slice(0, MOST_RANGES) });
  };
  try {
    unlessDamaged(read, undefined);
  } finally {
    if (db !== undefined) leave(db);
  }
  return found;
}

/**
 * Finds what is damaged in a database, and what a repair would do. Changes nothing. `known` names the agents of the settings
 * file. `leave` gets each connection: a process loses its locks on a file when it closes any descriptor of this file, so
 * those of a database that is open stay open as long as that.
 */
export function examineStore(
  file: string,
  known: readonly KnownIntegration[],
  leave: Leave = (db) => db.close(),
): StoreRepair {
  if (!existsSync(file)) return { state: 'missing', parts: [], receipts: 0, ...NOTHING_LOST };
  if (isEmpty(file)) return { state: 'salvage', parts: ['file'], receipts: 0, ...NOTHING_LOST, lost: null };
  let parts: StorePart[] = ['file'];
  let db: DatabaseSync | undefined;
  try {
    db = connectToRead(file);
    parts = damagedParts(db);
    if (parts.length === 0) return intactStore(db);
    if (
      parts.every((part) => part === 'indexes' || part === 'unused') &&
      schemaVersion(db) === SCHEMA_VERSION
    )
      return { state: 'rebuild', parts, receipts: receiptCount(db), ...NOTHING_LOST };
  } catch (error) {
    if (!suggestsDamage(error)) throw error;
  } finally {
    if (db !== undefined) leave(db);
  }
  return salvageable(file, known, parts, leave);
}
