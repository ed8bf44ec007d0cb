import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ReceiptStore } from '../../electron/receipts/worker/receipt-store.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { incomingEvent, indexAll, openTestStore } from '../support/incoming-events.ts';
import { SeededRandom } from '../support/seeded-random.ts';

/* A store with every type of page, and ways to damage one of its pages. */

const PAGE = 4096;
/** A leaf page of a table has this header; the places of its cells follow. */
const LEAF_HEADER_BYTES = 8;
const RECEIPTS = 420;
const IN_LOG = 60;
const START = Date.UTC(2026, 5, 1, 12);

export const KNOWN_AGENTS = Array.from({ length: 3 }, (_, index) => ({
  id: `int_${index}`,
  name: `name ${index}`,
}));

function commit(store: ReceiptStore, count: number, from: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const index = from + at;
    // Some receipts are larger than a page, so that they have overflow pages.
    const content = `prompt ${index} ${'word '.repeat(index % 13 === 0 ? 2500 : 40)}`;
    const [outcome] = store.commit([
      incomingEvent({
        receivedAt: START + index * 60_000,
        sessionId: `session ${index % 120} ${'long name '.repeat(6)}`,
        integrationId: `int_${index % 3}`,
        integrationName: `name ${index % 3}`,
        data: { content, cwd: `/srv/project-${index % 5}`, destination: 'anthropic' },
      }),
    ]);
    return outcome!.receiptId;
  });
}

export function exportAll(store: ReceiptStore): Map<string, Receipt> {
  const all = new Map<string, Receipt>();
  for (let cursor: string | undefined; ; ) {
    const page = store.calls.export({}, cursor, 500);
    for (const receipt of page.receipts) all.set(receipt.id, receipt);
    if (page.nextCursor === null) return all;
    cursor = page.nextCursor;
  }
}

interface Page {
  number: number;
  /** Table or index, or the role of a page that belongs to none. */
  owner: string;
  type: string;
  cells: number;
}

/** A store on disk as a kill leaves it, and what it contains. */
export interface Specimen {
  file: string;
  receipts: Map<string, Receipt>;
  deleted: string[];
  /** The newest signed checkpoint. */
  checkpoint: string;
  pages: Page[];
}

function listPages(file: string): Page[] {
  const db = new DatabaseSync(file);
  const rows = db.prepare('SELECT pageno, name, pagetype, ncell FROM dbstat').all() as {
    pageno: number;
    name: string;
    pagetype: string;
    ncell: number;
  }[];
  const { page_count: count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.close();
  const pages = new Map(
    rows.map(({ pageno, name, pagetype, ncell }): [number, Page] => [
      pageno,
      { number: pageno, owner: name, type: pagetype, cells: ncell },
    ]),
  );
  for (let number = 1; number <= count; number += 1) {
    const owner = number === 2 ? 'pointer map' : 'free';
    if (!pages.has(number)) pages.set(number, { number, owner, type: 'page', cells: 0 });
  }
  return [...pages.values()].sort((a, b) => a.number - b.number);
}

/** Makes a store with receipts, deletions, free pages and a write-ahead log. */
export async function makeSpecimen(folder: string): Promise<Specimen> {
  const file = join(folder, 'made.db');
  let store = openTestStore(file);
  commit(store, RECEIPTS, 0);
  indexAll(store);
  const before = exportAll(store);
  const deleted = [...before.keys()].filter((_, index) => index % 29 === 0);
  for (const receiptId of deleted) await store.calls.erase({ receiptId }, false);
  store.calls.signCheckpoint();
  store.calls.close();
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE junk (a); INSERT INTO junk VALUES (zeroblob(40000)); DROP TABLE junk');
  db.close();
  store = openTestStore(file);
  commit(store, IN_LOG, RECEIPTS);
  indexAll(store);
  store.calls.markRotated('0123456789abcdef', START);
  store.calls.beginGap(START, null);
  store.calls.endGap(START + 1, null);
  const checkpoint = store.calls.signCheckpoint()!;
  const specimen = join(folder, 'specimen.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, specimen + suffix);
  const receipts = exportAll(store);
  store.calls.close();
  return { file: specimen, receipts, deleted, checkpoint, pages: listPages(file) };
}

const DAMAGES = ['flip a bit', 'overwrite', 'zero', 'cut off', 'swap'] as const;
type Damage = (typeof DAMAGES)[number];

/** One case: a page, and what happens to it. */
export interface DamageCase {
  name: string;
  damage: Damage;
  page: Page;
  seed: number;
  /** The bit to flip, counted from the beginning of the page. Chance decides without it. */
  bit?: number;
  /** The page to swap with. Chance decides without it. */
  other?: Page;
}

/** Returns cases for each type of page of each table and index, in an order that a seed decides. */
export function damageCases({ pages }: Specimen, count: number, seed: number): DamageCase[] {
  const random = new SeededRandom(seed);
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const name = `${page.owner} ${page.number === 1 ? 'header' : page.type}`;
    groups.set(name, [...(groups.get(name) ?? []), page]);
  }
  const cases: DamageCase[] = [];
  for (let round = 0; cases.length < count * 2; round += 1) {
    for (const [name, group] of groups) {
      const damage = DAMAGES[(round + cases.length) % DAMAGES.length]!;
      const page = random.pick(group);
      const at = { damage, page, seed: random.below(2 ** 31) };
      cases.push({ name: `${damage}: ${name}, page ${page.number}`, ...at });
    }
  }
  return cases
    .map((each) => ({ each, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ each }) => each);
}

/** Length in bytes of a number as SQLite writes it at the beginning of a cell. */
const numberLength = (bytes: Buffer): number => Math.min(bytes.findIndex((byte) => byte < 0x80) + 1, 9);

/** Returns one case for each high bit of the row number of a receipt in the middle of the table. */
export function rowNumberCases({ file, pages }: Specimen): DamageCase[] {
  const leaves = pages.filter(({ owner, type }) => owner === 'receipts' && type === 'leaf');
  const page = leaves[leaves.length >> 1]!;
  const bytes = read(file, (page.number - 1) * PAGE, PAGE);
  const cell = bytes.readUInt16BE(LEAF_HEADER_BYTES);
  const rowNumber = cell + numberLength(bytes.subarray(cell));
  const length = numberLength(bytes.subarray(rowNumber));
  return Array.from({ length }, (_, byte) => {
    // The highest bit says whether a byte follows.
    const bit = (rowNumber + byte) * 8 + 6;
    return { name: `row number, byte ${byte}`, damage: 'flip a bit' as const, page, seed: byte, bit };
  });
}

/** Returns cases in which a table leads to the rows of another one. */
export function mixedTableCases({ pages }: Specimen): DamageCase[] {
  const pairs = [
    ['sessions', 'integrations'],
    ['sessions', 'tree_checkpoints'],
    ['tree_leaves', 'receipt_text_0_data'],
  ] as const;
  return pairs.map(([table, owner]) => {
    const page = pages.find((one) => one.owner === table && one.type === 'internal')!;
    const others = pages.filter((one) => one.owner === owner);
    const other = others.find(({ type }) => type === 'internal') ?? others[0]!;
    return { name: `${table} and ${owner}`, damage: 'swap' as const, page, seed: 1, other };
  });
}

function change(file: string, from: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
}

function read(file: string, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes, 0, length, from);
  closeSync(descriptor);
  return bytes;
}

const rowsOf = (page: Page): number => (page.type === 'overflow' ? 1 : page.cells);
/** Without these pages, SQLite finds none of the receipts. */
const isAboveAll = ({ owner, type }: Page): boolean =>
  owner === 'sqlite_schema' || (owner === 'receipts' && type === 'internal');
/** The most receipts that damage of these pages may cost. */
const receiptsOn = (pages: readonly Page[]): number =>
  pages.some(isAboveAll)
    ? RECEIPTS + IN_LOG
    : pages.filter(({ owner }) => owner === 'receipts').reduce((sum, page) => sum + rowsOf(page), 0);

/** Damages a copy of the specimen. Returns the most receipts that this may cost, and the damaged pages. */
export function applyDamage(specimen: Specimen, each: DamageCase, file: string) {
  const { damage, page, seed, bit } = each;
  const random = new SeededRandom(seed);
  for (const suffix of ['', '-wal']) copyFileSync(specimen.file + suffix, file + suffix);
  // The pages of the log move into the file.
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const at = (page.number - 1) * PAGE;
  const length = page.number === 1 && random.chance(0.5) ? 100 : PAGE;
  const end = { receipts: receiptsOn([page]), pages: [page] };
  switch (damage) {
    case 'flip a bit': {
      const place = at + (bit === undefined ? random.below(length) : bit >> 3);
      const mask = 1 << (bit === undefined ? random.below(8) : bit & 7);
      change(file, place, Buffer.from([read(file, place, 1)[0]! ^ mask]));
      return end;
    }
    case 'overwrite':
      change(file, at, Buffer.from(Array.from({ length }, () => random.below(256))));
      return end;
    case 'zero':
      change(file, at, Buffer.alloc(length));
      return end;
    case 'cut off': {
      truncateSync(file, Math.min(statSync(file).size, at + random.below(PAGE)));
      const pages = specimen.pages.filter(({ number }) => number >= page.number);
      return { receipts: receiptsOn(pages), pages };
    }
    case 'swap': {
      const other = each.other ?? random.pick(specimen.pages);
      const place = (other.number - 1) * PAGE;
      const [first, second] = [read(file, at, PAGE), read(file, place, PAGE)];
      change(file, at, second);
      change(file, place, first);
      return { receipts: receiptsOn([page, other]), pages: [page, other] };
    }
  }
}
