import { randomFillSync } from 'node:crypto';
import { RECEIPT_ID_PREFIX, ULID_CHARACTER } from '../../../shared/receipt-id.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
/**
 * Maximum receipts per millisecond. Further receipts use the next millisecond. With this factor, row numbers stay exact
 * until the year 2109.
 */
const PER_MILLISECOND = 2048;
/** Random bits of an id: those beside its position in the millisecond, and those after it. */
const FIRST_RANDOM_BITS = 29;
const LAST_RANDOM_BITS = 40;
const COUNTER_SHIFT = 2 ** FIRST_RANDOM_BITS;
const FIRST_RANDOM_BYTES = 4;
const LAST_RANDOM_BYTES = 5;
/** Bytes of the random bits of an id. */
export const RANDOM_BYTES = FIRST_RANDOM_BYTES + LAST_RANDOM_BYTES;
/** Its groups are the time, the position in the millisecond with random bits, and more random bits. */
const RECEIPT_ID = new RegExp(
  `^${RECEIPT_ID_PREFIX}([0-7]${ULID_CHARACTER}{9})(${ULID_CHARACTER}{8})(${ULID_CHARACTER}{8})$`,
);

function encode(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function decode(text: string): number {
  let value = 0;
  for (const character of text) value = value * 32 + VALUES.get(character)!;
  return value;
}

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Returns a random integer of up to 48 bits from a pool. A call to the generator for each receipt would be too slow.
 */
function randomBits(bits: number): number {
  if (used + 6 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool.readUIntBE(used, 6);
  used += 6;
  return value % 2 ** bits;
}

/**
 * Returns the first row number of a millisecond. A row number contains its millisecond, so rows are in order of time.
 */
export function seqAt(time: number): number {
  return Math.max(0, Math.floor(time)) * PER_MILLISECOND;
}

/** Returns the millisecond of a row number. It is the time of receipt, or later if the clock was set back. */
export function timeOfSeq(seq: number): number {
  return Math.floor(seq / PER_MILLISECOND);
}

/**
 * Returns the ULID of a row: its time, its position in the millisecond and random bits. Ids therefore need no index.
 */
export function receiptIdOf(seq: number): string {
  return idWith(seq, randomBits(FIRST_RANDOM_BITS), randomBits(LAST_RANDOM_BITS));
}

function idWith(seq: number, first: number, last: number): string {
  const time = Math.floor(seq / PER_MILLISECOND);
  const counter = seq % PER_MILLISECOND;
  return `${RECEIPT_ID_PREFIX}${encode(time, 10)}${encode(counter * COUNTER_SHIFT + first, 8)}${encode(last, 8)}`;
}

/** Returns the random bits of a row's id as bytes. Undefined if the id is not one of this row. */
export function randomOfReceiptId(seq: number, id: string): Buffer | undefined {
  const match = RECEIPT_ID.exec(id);
  if (match === null) return undefined;
  const random = Buffer.alloc(RANDOM_BYTES);
  random.writeUIntBE(decode(match[2]!) % COUNTER_SHIFT, 0, FIRST_RANDOM_BYTES);
  random.writeUIntBE(decode(match[3]!), FIRST_RANDOM_BYTES, LAST_RANDOM_BYTES);
  return receiptIdWith(seq, random) === id ? random : undefined;
}

/**
 * Returns the id of a row with these random bits, as {@link randomOfReceiptId} returns them. Changed bits of a damaged file
 * give another id of this row, never one of another row.
 */
export function receiptIdWith(seq: number, random: Uint8Array): string {
  const bytes = Buffer.from(random.buffer, random.byteOffset, RANDOM_BYTES);
  const first = bytes.readUIntBE(0, FIRST_RANDOM_BYTES) % COUNTER_SHIFT;
  return idWith(seq, first, bytes.readUIntBE(FIRST_RANDOM_BYTES, LAST_RANDOM_BYTES));
}

/** Returns the row number in a receipt id. The caller must check that the row exists and has this exact id. */
export function seqOfReceiptId(id: string): number | undefined {
  const match = RECEIPT_ID.exec(id);
  if (match === null) return undefined;
  return decode(match[1]!) * PER_MILLISECOND + Math.floor(decode(match[2]!) / COUNTER_SHIFT);
}

/**
 * Returns the receipt id of an event that is not recorded. No row has this id. `digest` supplies the 80 bits after the
 * time.
 */
export function unrecordedReceiptId(time: number, digest: Buffer): string {
  return `${RECEIPT_ID_PREFIX}${encode(Math.max(0, time), 10)}${encode(digest.readUIntBE(0, 5), 8)}${encode(digest.readUIntBE(5, 5), 8)}`;
}
