import { randomFillSync } from 'node:crypto';

const PREFIX = 'rcpt_';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
/** Receipts numbered within one millisecond; more move on to the next one. Keeps numbers exact until the year 2109. */
const PER_MILLISECOND = 2048;
const COUNTER_SHIFT = 2 ** 29;
const RECEIPT_ID = /^rcpt_([0-7][0-9A-HJKMNP-TV-Z]{9})([0-9A-HJKMNP-TV-Z]{8})[0-9A-HJKMNP-TV-Z]{8}$/;

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

/** Random integer of up to 48 bits; drawn from a pool, because a call to the generator costs more than a receipt's id may. */
function randomBits(bits: number): number {
  if (used + 6 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool.readUIntBE(used, 6);
  used += 6;
  return value % 2 ** bits;
}

/** A receipt's row number: its millisecond and its place in it, so that rows are in the order of time. */
export function seqAt(time: number): number {
  return Math.max(0, Math.floor(time)) * PER_MILLISECOND;
}

/** The millisecond that a row was numbered by: that of its receipt, or a later one where the clock was set back. */
export function timeOfSeq(seq: number): number {
  return Math.floor(seq / PER_MILLISECOND);
}

/** The ULID of a row: its time, then its place in the millisecond and random bits. No index from ids to rows is needed. */
export function receiptIdOf(seq: number): string {
  const time = Math.floor(seq / PER_MILLISECOND);
  const counter = seq % PER_MILLISECOND;
  return `${PREFIX}${encode(time, 10)}${encode(counter * COUNTER_SHIFT + randomBits(29), 8)}${encode(randomBits(40), 8)}`;
}

/** The row a receipt id points at, if there is one; whether the row has this very id is for the caller to compare. */
export function seqOfReceiptId(id: string): number | undefined {
  const match = RECEIPT_ID.exec(id);
  if (match === null) return undefined;
  return decode(match[1]!) * PER_MILLISECOND + Math.floor(decode(match[2]!) / COUNTER_SHIFT);
}

/** The receipt id, without a row, of an event that is not recorded; `digest` gives its 80 random bits. */
export function unrecordedReceiptId(time: number, digest: Buffer): string {
  return `${PREFIX}${encode(Math.max(0, time), 10)}${encode(digest.readUIntBE(0, 5), 8)}${encode(digest.readUIntBE(5, 5), 8)}`;
}
