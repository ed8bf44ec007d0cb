import type { DatabaseSync } from 'node:sqlite';
import {
  JSON_COLUMNS,
  PACKED_COLUMNS,
  type PackedTexts,
  packedReceiptId,
  unpackTexts,
} from './packed-texts.ts';

/** What a damaged text reads as. It is no JSON, so the receipt counts as unreadable. */
export const UNREADABLE: PackedTexts = { data: '', sizes: '', redaction: '', summary: '' };

/** Connections that have the functions of {@link plainText} and {@link plainId}. */
const prepared = new WeakSet<DatabaseSync>();

/** Lets the statements of a connection read packed texts. */
export function readPackedTexts(db: DatabaseSync): void {
  if (prepared.has(db)) return;
  prepared.add(db);
  // A statement reads several texts of a row, one after the other.
  let lastPacked: Uint8Array | undefined;
  let lastTexts = UNREADABLE;
  db.function('unpacked_text', { deterministic: true }, (packed, column) => {
    if (!(packed instanceof Uint8Array)) return '';
    if (lastPacked === undefined || Buffer.compare(lastPacked, packed) !== 0) {
      lastTexts = unpackTexts(packed) ?? UNREADABLE;
      lastPacked = packed;
    }
    return lastTexts[PACKED_COLUMNS[column as number]!];
  });
  db.function('unpacked_id', { deterministic: true }, (seq, packed) =>
    packed instanceof Uint8Array ? packedReceiptId(seq as number, packed) : '',
  );
}

/**
 * Returns the SQL expression of a text of a receipt, packed or not. `table` is the name of the receipts in the statement.
 * The connection needs {@link readPackedTexts}.
 */
export const plainText = (column: keyof PackedTexts, table = 'r'): string =>
  `iif(${table}.packed IS NULL, ${table}.${column},
    unpacked_text(${table}.packed, ${PACKED_COLUMNS.indexOf(column)}))`;

/** Returns the SQL expression of the id of a receipt, packed or not, as {@link plainText} does for a text. */
export const plainId = (table = 'r'): string =>
  `iif(${table}.id = '', unpacked_id(${table}.seq, ${table}.packed), ${table}.id)`;

/** The texts that are JSON as columns of a statement about `receipts r`. */
export const PLAIN_TEXTS = JSON_COLUMNS.map((column) => `${plainText(column)} AS ${column}`).join(', ');
