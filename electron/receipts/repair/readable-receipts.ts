import { type LeafRange, parseMark } from '../../proof/leaves.ts';
import { hashLeaf } from '../../proof/merkle-tree.ts';
import { FilePages, type PageImage } from '../pages/file-pages.ts';
import { type Cell, isTableLeaf, tableCells } from '../pages/page-cells.ts';
import type { CommittedRow } from '../store/committed-row.ts';
import { leafOfRow } from '../store/misfit-receipts.ts';
import { EVENT_CODES } from '../store/receipt-codes.ts';
import { receiptIdOf } from '../store/receipt-id.ts';
import { RECEIPT_TABLE_COLUMNS } from '../store/receipt-table.ts';
import { ScannedRecord } from './scanned-record.ts';
import { rowKinds } from './scanned-rows.ts';

/** Name of an agent as the settings know it. */
export interface KnownIntegration {
  id: string;
  name: string;
}

/**
 * What is known about a readable receipt. `proven`: it fits its leaf. `unproven`: its leaf is lost. `incomplete`: the
 * name of its agent or session is lost. `altered`: it does not fit its leaf, or has none.
 */
type Proof = 'proven' | 'unproven' | 'incomplete' | 'altered';

export interface ReadableReceipt {
  row: CommittedRow & {
    integration_key: number;
    session_key: number;
    digest: Buffer;
    repeats: number;
    random: number;
    redaction_key: number;
  };
  proof: Proof;
}

/** The positions of the tree, by what is known about them. */
export interface Positions {
  lost: LeafRange[];
  lostReceipts: number;
  incomplete: number[];
}

const Known = { nothing: 0, mark: 1, erased: 2, receipt: 3 } as const;
/** Rows that fit no leaf are kept in memory until all pages are read. */
const MOST_MISFITS = 100_000;

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const LATEST_TIME = 8_640_000_000_000_000;
const isTime = (value: number): boolean => value >= 0 && value <= LATEST_TIME;

/** Reads every receipt that the pages of a store still hold, also where SQLite refuses the whole table. */
export class ReadableReceipts {
  readonly record: ScannedRecord;
  readonly #pages: FilePages;
  readonly #known: readonly KnownIntegration[];
  readonly #integrations = new Map<number, KnownIntegration>();
  #positions = new Uint8Array(0);
  #times = new Float64Array(0);
  readonly #seen = new Set<number>();
  readonly #incomplete: number[] = [];

  constructor(file: string, known: readonly KnownIntegration[]) {
    this.#pages = new FilePages(file);
    this.#known = known;
    try {
      this.record = new ScannedRecord(this.#pages);
    } catch (error) {
      this.#pages.close();
      throw error;
    }
    for (const [key, [, id, name]] of this.record.rows.integrations) {
      this.#integrations.set(key, { id: id as string, name: name as string });
    }
    for (const [key, id] of this.record.integrationIds) {
      const found = known.find((each) => each.id === id);
      if (!this.#integrations.has(key) && found !== undefined) this.#integrations.set(key, found);
    }
    this.#readMarks();
  }

  close(): void {
    this.#pages.close();
  }

  /** The agent of a key, if its name is readable or was found by a leaf. */
  integration(key: number): KnownIntegration | undefined {
    return this.#integrations.get(key);
  }

  /** Calls `take` for each readable receipt, the proven ones first. */
  forEach(take: (receipt: ReadableReceipt) => void): void {
    const misfits: ReadableReceipt['row'][] = [];
    for (const image of this.#pages.newest()) {
      const isLeaf = isTableLeaf(image);
      for (const row of this.#rowsOf(image, (page) => this.#pages.get(page))) {
        const proof = this.#proofOf(row);
        if (proof === 'proven' || (proof === 'unproven' && isLeaf)) this.#take({ row, proof }, take);
        else if (proof !== undefined && isLeaf && misfits.length < MOST_MISFITS) misfits.push(row);
      }
    }
    for (const image of this.#pages.others()) {
      for (const read of [this.#pages.get, this.#pages.getOlder]) {
        for (const row of this.#rowsOf(image, read.bind(this.#pages))) {
          if (this.#proofOf(row) === 'proven') this.#take({ row, proof: 'proven' }, take);
        }
      }
    }
    for (const row of misfits) {
      const proof = this.#proofOf(row);
      if (proof !== undefined) this.#take({ row, proof }, take);
    }
  }

  /** Returns what happened to the positions without a receipt. Call it after {@link forEach}. */
  positions(): Positions {
    const lost: LeafRange[] = [];
    let lostReceipts = 0;
    for (let index = 0; index < this.#positions.length; index += 1) {
      if (this.#positions[index] !== Known.nothing) continue;
      lostReceipts += 1;
      const last = lost.at(-1);
      if (last !== undefined && last[1] === index - 1) last[1] = index;
      else lost.push([index, index]);
    }
    return { lost, lostReceipts, incomplete: [...this.#incomplete].sort((a, b) => a - b) };
  }

  /** Returns the times of the receipts around a range of positions. */
  timesAround([from, to]: LeafRange): { after: number | null; before: number | null } {
    const isKnown = (time: number) => time > 0;
    const after = this.#times.subarray(0, from).findLast(isKnown);
    const before = this.#times.subarray(to + 1).find(isKnown);
    return { after: after ?? null, before: before ?? null };
  }

  #take(receipt: ReadableReceipt, take: (receipt: ReadableReceipt) => void): void {
    const { leaf, seq, received_at: time } = receipt.row;
    // The leaf of a readable receipt is known even if its page is lost.
    const computed = this.record.leaves.get(leaf) ?? leafOfRow(receipt.row)?.(leaf);
    if (computed !== undefined && !this.record.leaves.add(leaf, computed)) return;
    this.#growTo(this.record.leaves.size);
    this.#seen.add(seq);
    if (leaf < this.#positions.length) {
      this.#positions[leaf] = Known.receipt;
      this.#times[leaf] = time;
      if (receipt.proof === 'incomplete') this.#incomplete.push(leaf);
    }
    take(receipt);
  }

  #readMarks(): void {
    const { leaves, rows } = this.record;
    for (const [index, [, text]] of rows.tree_marks) {
      const hash = hashLeaf(text as string);
      if (leaves.get(index)?.equals(hash) === false) rows.tree_marks.delete(index);
      else leaves.add(index, hash);
    }
    // Receipts of a lost part of the tree are proven by nothing, but their positions are taken.
    for (const [, [, size]] of rows.tree_checkpoints) leaves.reach(size as number);
    this.#positions = new Uint8Array(leaves.size);
    this.#times = new Float64Array(leaves.size);
    // A later mark can restore what an earlier one erased.
    for (const [index, [, text]] of [...rows.tree_marks].sort(([a], [b]) => a - b)) {
      const mark = parseMark(text as string);
      const fill = (ranges: readonly LeafRange[], known: number) => {
        for (const [from, to] of ranges) this.#positions.fill(known, from, Math.min(to + 1, index));
      };
      if (mark !== undefined && 'erased' in mark) fill(mark.erased, Known.erased);
      if (mark !== undefined && 'restored' in mark) fill(mark.restored, Known.nothing);
    }
    for (const index of rows.tree_marks.keys()) this.#positions[index] = Known.mark;
  }

  *#rowsOf(image: PageImage, read: (page: number) => Buffer | undefined): Generator<ReadableReceipt['row']> {
    for (const cell of tableCells(image, read)) if (rowKinds.receipts(cell)) yield this.#rowOf(cell);
  }

  #rowOf({ rowId, values }: Cell): ReadableReceipt['row'] {
    const stored = Object.fromEntries(
      RECEIPT_TABLE_COLUMNS.map((name, column) => [name, column === 0 ? rowId : (values[column] ?? null)]),
    ) as unknown as ReadableReceipt['row'];
    const integration = this.#integrations.get(stored.integration_key);
    const session = this.record.rows.sessions.get(stored.session_key);
    const key = stored.redaction as unknown as number;
    return {
      ...stored,
      id: receiptIdOf(stored.seq, stored.random),
      redaction_key: key,
      redaction: (this.record.rows.redactions.get(key)?.[1] as string | undefined) ?? null,
      integration_id: integration?.id ?? null,
      integration_name: integration?.name ?? null,
      session_label: (session?.[3] as string | undefined) ?? null,
    };
  }

  /** Returns what is known about a receipt. Undefined if it was deleted, is no receipt, or is there already. */
  #proofOf(row: ReadableReceipt['row']): Proof | undefined {
    if (this.#seen.has(row.seq)) return undefined;
    const { leaf } = row;
    const state = this.#positions[leaf];
    if (state !== undefined && state !== Known.nothing) return undefined;
    if (![row.data, row.sizes ?? '{}', row.found ?? '{}'].every(isJson)) return undefined;
    if (![row.occurred_at, row.received_at].every(isTime)) return undefined;
    if (!Object.values(EVENT_CODES).includes(row.event)) return undefined;
    if (row.session_label === null) return 'incomplete';
    if (row.integration_id === null && !this.#findIntegration(row)) return 'incomplete';
    const computed = leafOfRow(row)?.(leaf);
    if (computed === undefined) return 'altered';
    const hash = this.record.leaves.get(leaf);
    if (hash === undefined) return 'unproven';
    return hash.equals(computed) ? 'proven' : 'altered';
  }

  /** Finds the agent whose name was lost: the leaf of a receipt fits only one. */
  #findIntegration(row: ReadableReceipt['row']): boolean {
    const hash = this.record.leaves.get(row.leaf);
    for (const each of [...this.#known, ...this.#integrations.values()]) {
      const tried = { ...row, integration_id: each.id, integration_name: each.name };
      if (hash === undefined || leafOfRow(tried)?.(row.leaf).equals(hash) !== true) continue;
      this.#integrations.set(row.integration_key, each);
      row.integration_id = each.id;
      row.integration_name = each.name;
      return true;
    }
    return false;
  }

  #growTo(size: number): void {
    if (size <= this.#positions.length) return;
    const positions = new Uint8Array(size * 2);
    positions.set(this.#positions);
    const times = new Float64Array(size * 2);
    times.set(this.#times);
    this.#positions = positions.subarray(0, size);
    this.#times = times.subarray(0, size);
  }
}
