import type { PageImage } from './file-pages.ts';
import { headerAt, PAGE_BYTES } from './page-format.ts';

/** A value as SQLite stores it. */
export type Value = null | number | string | Buffer;

/** A row of a table, or an entry of an index, which has no row number. */
export interface Cell {
  rowId: number;
  values: Value[];
}

type ReadPage = (page: number) => Buffer | undefined;

const LEAF_OF_TABLE = 0x0d;
const INTERIOR_OF_TABLE = 0x05;
const LEAF_OF_INDEX = 0x0a;
const INTERIOR_OF_INDEX = 0x02;
const KINDS = [LEAF_OF_TABLE, INTERIOR_OF_TABLE, LEAF_OF_INDEX, INTERIOR_OF_INDEX];
const LEAF_HEADER_BYTES = 8;
const INTERIOR_HEADER_BYTES = 12;
/** The longest cell pointer array that fits on a page. */
const MAX_CELLS = (PAGE_BYTES - LEAF_HEADER_BYTES) / 2;
/** Far larger than any receipt. A damaged length must not take the memory. */
const MAX_PAYLOAD_BYTES = 67_108_864;
const MAX_COLUMNS = 100;
/** The formulas of the file format for the part of a payload that stays on its page. */
const MOST_OF_TABLE = PAGE_BYTES - 35;
const MOST_OF_INDEX = Math.floor(((PAGE_BYTES - 12) * 64) / 255 - 23);
const LEAST = Math.floor(((PAGE_BYTES - 12) * 32) / 255 - 23);

class Unreadable extends Error {}

/** Reads numbers of variable length from a part of a page. */
class Reader {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  varint(): number {
    let value = 0;
    for (let count = 1; count <= 9; count += 1) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) throw new Unreadable();
      this.at += 1;
      if (count === 9) return value * 256 + byte;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new Unreadable();
  }
}

function integer(bytes: Buffer, at: number, length: number): number {
  if (length <= 6) return bytes.readIntBE(at, length);
  const value = Number(bytes.readBigInt64BE(at));
  if (!Number.isSafeInteger(value)) throw new Unreadable();
  return value;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function readValue(bytes: Buffer, at: number, type: number): { value: Value; length: number } {
  if (type === 0) return { value: null, length: 0 };
  if (type <= 6) {
    const length = INTEGER_BYTES[type]!;
    return { value: integer(bytes, at, length), length };
  }
  if (type === 7) return { value: bytes.readDoubleBE(at), length: 8 };
  if (type === 8 || type === 9) return { value: type - 8, length: 0 };
  if (type < 12) throw new Unreadable();
  const length = Math.floor((type - 12) / 2);
  if (at + length > bytes.length) throw new Unreadable();
  if (type % 2 === 0) return { value: bytes.subarray(at, at + length), length };
  return { value: bytes.toString('utf8', at, at + length), length };
}

function valuesOf(payload: Buffer): Value[] {
  const header = new Reader(payload, 0);
  const headerBytes = header.varint();
  if (headerBytes > payload.length) throw new Unreadable();
  const values: Value[] = [];
  let at = headerBytes;
  while (header.at < headerBytes) {
    const { value, length } = readValue(payload, at, header.varint());
    values.push(value);
    at += length;
    if (values.length > MAX_COLUMNS) throw new Unreadable();
  }
  if (at > payload.length) throw new Unreadable();
  return values;
}

/** Returns a payload with the parts of it that are on overflow pages. */
function wholePayload(bytes: Buffer, at: number, length: number, most: number, readPage: ReadPage): Buffer {
  if (length > MAX_PAYLOAD_BYTES) throw new Unreadable();
  const perPage = PAGE_BYTES - 4;
  const rest = LEAST + ((length - LEAST) % perPage);
  const here = length <= most ? length : rest <= most ? rest : LEAST;
  if (at + here > PAGE_BYTES) throw new Unreadable();
  const parts = [bytes.subarray(at, at + here)];
  let left = length - here;
  let next = left > 0 && at + here + 4 <= PAGE_BYTES ? bytes.readUInt32BE(at + here) : 0;
  while (left > 0) {
    const overflow = readPage(next);
    if (overflow === undefined) throw new Unreadable();
    parts.push(overflow.subarray(4, 4 + Math.min(left, perPage)));
    left -= perPage;
    next = overflow.readUInt32BE(0);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function cellAt(bytes: Buffer, at: number, kind: number, readPage: ReadPage): Cell | undefined {
  try {
    const reader = new Reader(bytes, kind === INTERIOR_OF_INDEX ? at + 4 : at);
    const length = reader.varint();
    const rowId = kind === LEAF_OF_TABLE ? reader.varint() : 0;
    const most = kind === LEAF_OF_TABLE ? MOST_OF_TABLE : MOST_OF_INDEX;
    return { rowId, values: valuesOf(wholePayload(bytes, reader.at, length, most, readPage)) };
  } catch {
    // A damaged length or pointer. The other cells of the page may be intact.
    return undefined;
  }
}

function* pointers({ page, bytes }: PageImage, headerBytes: number): Generator<number> {
  const header = headerAt(page);
  const count = Math.min(bytes.readUInt16BE(header + 3), MAX_CELLS);
  for (let cell = 0; cell < count; cell += 1) {
    const pointer = header + headerBytes + 2 * cell;
    if (pointer + 2 > PAGE_BYTES) return;
    const at = bytes.readUInt16BE(pointer);
    if (at > header + LEAF_HEADER_BYTES && at < PAGE_BYTES) yield at;
  }
}

/** Returns true if a page begins like a page of a table or of an index. */
export const hasKind = ({ page, bytes }: PageImage): boolean => KINDS.includes(bytes[headerAt(page)]!);

/** Returns true if a page begins like one with rows of a table. */
export const isTableLeaf = ({ page, bytes }: PageImage): boolean => bytes[headerAt(page)] === LEAF_OF_TABLE;

/** Reads the rows of a page with rows of a table, whatever the first byte says. */
export function* tableCells(image: PageImage, readPage: ReadPage): Generator<Cell> {
  for (const at of pointers(image, LEAF_HEADER_BYTES)) {
    const cell = cellAt(image.bytes, at, LEAF_OF_TABLE, readPage);
    if (cell !== undefined) yield cell;
  }
}

/** Reads the entries of a page of an index, or of a table that is stored like one. */
export function* indexCells(image: PageImage, readPage: ReadPage): Generator<Cell> {
  const kind = image.bytes[headerAt(image.page)]!;
  if (kind !== LEAF_OF_INDEX && kind !== INTERIOR_OF_INDEX) return;
  const headerBytes = kind === LEAF_OF_INDEX ? LEAF_HEADER_BYTES : INTERIOR_HEADER_BYTES;
  for (const at of pointers(image, headerBytes)) {
    const cell = cellAt(image.bytes, at, kind, readPage);
    if (cell !== undefined) yield cell;
  }
}

/** Returns the pages below a page of a table or an index. */
export function childrenOf(image: PageImage): number[] {
  const header = headerAt(image.page);
  const kind = image.bytes[header]!;
  if (kind !== INTERIOR_OF_TABLE && kind !== INTERIOR_OF_INDEX) return [];
  const children = [...pointers(image, INTERIOR_HEADER_BYTES)]
    .filter((at) => at + 4 <= PAGE_BYTES)
    .map((at) => image.bytes.readUInt32BE(at));
  return [...children, image.bytes.readUInt32BE(header + LEAF_HEADER_BYTES)];
}
