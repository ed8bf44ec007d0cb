import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { PACK_DICTIONARY } from './pack-dictionary.ts';
import { RANDOM_BYTES, receiptIdWith } from './receipt-id.ts';

/*
 * Packed texts of a receipt: one byte for the form, the random bits of the receipt's id, the bytes of each text as a
 * number of seven bits a byte, and the texts as a raw DEFLATE stream that continues from the dictionary. The stream ends with a flush, whose last four bytes
 * are not stored. So a stored block with the dictionary can stand before each stream, and one call unpacks many receipts:
 * the call itself takes longer than a small receipt.
 */

/** The texts of a receipt that are packed together. */
export interface PackedTexts {
  data: string;
  sizes: string;
  redaction: string;
  summary: string;
}

/** Names of the packed texts that are JSON, in the order of the stream. */
export const JSON_COLUMNS = ['data', 'sizes', 'redaction'] as const satisfies readonly (keyof PackedTexts)[];
/** Names of all packed texts, in the order of the stream. */
export const PACKED_COLUMNS = [...JSON_COLUMNS, 'summary'] as const;

/** Forms of the packed texts: with the random bits of the id, or for a row that has its id. */
const Form = { withoutId: 1, withId: 2 } as const;
const ID_AT = 1;
/** The end of every flush in a DEFLATE stream: the length of an empty stored block. */
const FLUSH_END = Buffer.from([0, 0, 0xff, 0xff]);
/** A last, empty block. */
const STREAM_END = Buffer.from([1, ...FLUSH_END]);
/** No DEFLATE stream holds more bytes for one of its own. A number beyond it is damage. */
const MOST_BYTES_PER_PACKED_BYTE = 1032;
/** A longer text takes long in relation to its call, and a receipt of a megabyte must not hold events up. */
const LONG_BYTES = 131_072;
const FAST_LEVEL = 1;
const USUAL_LEVEL = 6;
/** Smallest output buffer that zlib takes. */
const LEAST_CHUNK = 64;
/** Bytes that one call unpacks. More would only take memory. */
const BYTES_PER_CALL = 262_144;

/** The dictionary as a stored block. */
function dictionaryBlock(): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(PACK_DICTIONARY.length, 1);
  header.writeUInt16LE(PACK_DICTIONARY.length ^ 0xffff, 3);
  return Buffer.concat([header, PACK_DICTIONARY]);
}

const STREAM_START = dictionaryBlock();
const SEVEN_BITS = 128;

function writeNumber(target: number[], value: number): void {
  let rest = value;
  for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS))
    target.push((rest % SEVEN_BITS) + SEVEN_BITS);
  target.push(rest);
}

/**
 * Packs the UTF-8 bytes of the texts, in the order of {@link PACKED_COLUMNS}. `random` has the random bits of the receipt's
 * id, unless the row has the id.
 */
export function packTexts(texts: readonly Uint8Array[], random?: Uint8Array): Buffer {
  const header: number[] = random === undefined ? [Form.withoutId] : [Form.withId, ...random];
  for (const { length } of texts) writeNumber(header, length);
  const plain = Buffer.concat(texts);
  const stream = deflateRawSync(plain, {
    dictionary: PACK_DICTIONARY,
    finishFlush: constants.Z_SYNC_FLUSH,
    level: plain.length > LONG_BYTES ? FAST_LEVEL : USUAL_LEVEL,
  });
  return Buffer.concat([Buffer.from(header), stream.subarray(0, -FLUSH_END.length)]);
}

interface PackedRow {
  lengths: number[];
  /** Sum of the lengths. */
  bytes: number;
  stream: Uint8Array;
}

/** Returns the names of the columns that are empty in the row of a packed receipt, because their content is packed. */
export function columnsIn(packed: Uint8Array): readonly (keyof PackedTexts | 'id')[] {
  return packed[0] === Form.withId ? ['id', ...PACKED_COLUMNS] : PACKED_COLUMNS;
}

/**
 * Returns the id of a packed receipt whose row has none. The id of a damaged one has the time of its row and ends in zeros, so
 * that a check can report it.
 */
export function packedReceiptId(seq: number, packed: Uint8Array): string {
  const end = ID_AT + RANDOM_BYTES;
  const isReadable = packed[0] === Form.withId && packed.length >= end;
  return receiptIdWith(seq, isReadable ? packed.subarray(ID_AT, end) : new Uint8Array(RANDOM_BYTES));
}

/** Reads the header. Returns undefined if Plinth never writes such bytes. */
function openPacked(packed: Uint8Array): PackedRow | undefined {
  const form = packed[0];
  if (!Object.values<unknown>(Form).includes(form)) return undefined;
  const lengths: number[] = [];
  let at = form === Form.withId ? ID_AT + RANDOM_BYTES : ID_AT;
  for (const _ of PACKED_COLUMNS) {
    let value = 0;
    for (let unit = 1; ; unit *= SEVEN_BITS) {
      const byte = packed[at];
      at += 1;
      if (byte === undefined) return undefined;
      value += (byte % SEVEN_BITS) * unit;
      if (byte < SEVEN_BITS) break;
    }
    lengths.push(value);
  }
  const stream = packed.subarray(at);
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  return bytes > stream.length * MOST_BYTES_PER_PACKED_BYTE ? undefined : { lengths, bytes, stream };
}

function textsOf({ lengths }: PackedRow, plain: Buffer, start: number): PackedTexts {
  let at = start;
  const [data, sizes, redaction, summary] = lengths.map((length) => {
    at += length;
    return plain.toString('utf8', at - length, at);
  }) as [string, string, string, string];
  return { data, sizes, redaction, summary };
}

/** Unpacks rows in one call. Returns undefined if one of them is damaged. */
function inflateRows(rows: readonly PackedRow[]): PackedTexts[] | undefined {
  const total = rows.reduce((sum, { bytes }) => sum + PACK_DICTIONARY.length + bytes, 0);
  const input = Buffer.concat([
    ...rows.flatMap(({ stream }) => [STREAM_START, stream, FLUSH_END]),
    STREAM_END,
  ]);
  let plain: Buffer;
  try {
    // With room for one byte more, zlib sees the end of the stream without a second buffer.
    plain = inflateRawSync(input, { chunkSize: Math.max(LEAST_CHUNK, total + 1), maxOutputLength: total });
  } catch {
    return undefined;
  }
  if (plain.length !== total) return undefined;
  const texts: PackedTexts[] = [];
  let at = 0;
  for (const row of rows) {
    if (PACK_DICTIONARY.compare(plain, at, at + PACK_DICTIONARY.length) !== 0) return undefined;
    at += PACK_DICTIONARY.length;
    texts.push(textsOf(row, plain, at));
    at += row.bytes;
  }
  return texts;
}

/** Unpacks the texts of a receipt. Returns undefined if they are damaged. */
export function unpackTexts(packed: Uint8Array): PackedTexts | undefined {
  const row = openPacked(packed);
  return row === undefined ? undefined : inflateRows([row])?.[0];
}

/** Unpacks the texts of many receipts. Those that are damaged are undefined. */
export function unpackAll(packed: readonly Uint8Array[]): (PackedTexts | undefined)[] {
  const texts = new Array<PackedTexts | undefined>(packed.length).fill(undefined);
  let waiting: { row: PackedRow; index: number }[] = [];
  let bytes = 0;
  const flush = () => {
    const found = inflateRows(waiting.map(({ row }) => row));
    waiting.forEach(({ row, index }, at) => {
      texts[index] = found === undefined ? inflateRows([row])?.[0] : found[at];
    });
    waiting = [];
    bytes = 0;
  };
  packed.forEach((each, index) => {
    const row = openPacked(each);
    if (row === undefined) return;
    waiting.push({ row, index });
    bytes += row.bytes;
    if (bytes >= BYTES_PER_CALL) flush();
  });
  if (waiting.length > 0) flush();
  return texts;
}
