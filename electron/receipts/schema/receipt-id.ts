import { randomFillSync } from 'node:crypto';
import { RECEIPT_ID_PREFIX, ULID_CHARACTER } from '../../../shared/receipt-id.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
/**
 * Maximum receipts per millisecond. Further receipts use the next millisecond. With this factor, row numbers stay exact
 * until the year 2109.
 */
const PER_MILLISECOND = 2048;
/** Random bits of a receipt. More would make its id no more unique: the row's number is in it. */
const RANDOM_BITS = 48;
const RANDOM_END = 2 ** RANDOM_BITS;
/** Bits of the id behind its position in the millisecond, and of its last group. */
const MIDDLE_BITS = 29;
const LAST_BITS = 40;
const COUNTER_SHIFT = 2 ** MIDDLE_BITS;
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

const decode = (text: string): number =>
  [...text].reduce((value, character) => value * 32 + VALUES.get(character)!, 0);

/** Random bytes that one call to the generator makes. A call for each receipt would be too slow. */
const RANDOM_POOL_BYTES = 4096;
let pool = Buffer.alloc(0);

export function takeRandom(bytes: number): Buffer {
  // A new pool for each filling: the rows of an open transaction still refer to the last one.
  if (pool.length < bytes) pool = randomFillSync(Buffer.alloc(RANDOM_POOL_BYTES));
  const taken = pool.subarray(0, bytes);
  pool = pool.subarray(bytes);
  return taken;
}

export const randomOfReceipt = (): number => takeRandom(RANDOM_BITS / 8).readUIntBE(0, RANDOM_BITS / 8);

/** Returns the first row number of a millisecond. A row number contains its millisecond, so rows are in order of time. */
export const seqAt = (time: number): number => Math.max(0, Math.floor(time)) * PER_MILLISECOND;

/** Returns the millisecond of a row number. It is the time of receipt, or later if the clock was set back. */
export const timeOfSeq = (seq: number): number => Math.floor(seq / PER_MILLISECOND);

/**
 * Returns the ULID of a row: its time, its position in the millisecond and its random bits. So ids are neither stored nor
 * indexed.
 */
export function receiptIdOf(seq: number, random: number): string {
  // A damaged number still gives an id of this row.
  const bits = ((random % RANDOM_END) + RANDOM_END) % RANDOM_END;
  const last = bits % 2 ** LAST_BITS;
  const middle = (seq % PER_MILLISECOND) * COUNTER_SHIFT + (bits - last) / 2 ** LAST_BITS;
  return `${RECEIPT_ID_PREFIX}${encode(timeOfSeq(seq), 10)}${encode(middle, 8)}${encode(last, 8)}`;
}

const group = (value: string, length: number): string =>
  Array.from({ length }, (_, index) => length - 1 - index)
    .map((digit) => `substr('${ALPHABET}', 1 + (${value} >> ${5 * digit} & 31), 1)`)
    .join(' || ');

/** The SQL expression of {@link receiptIdOf}. */
export const RECEIPT_ID_SQL = `'${RECEIPT_ID_PREFIX}' || ${group(`seq / ${PER_MILLISECOND}`, 10)} ||
  ${group(`((seq % ${PER_MILLISECOND} << ${MIDDLE_BITS}) | (random >> ${LAST_BITS} & ${2 ** (RANDOM_BITS - LAST_BITS) - 1}))`, 8)} || ${group('random', 8)}`;

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
