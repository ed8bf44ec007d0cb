import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type LeafRange, parseMark } from '../../proof/leaves.ts';
import { HASH_BYTES, hashLeaf } from '../../proof/merkle-tree.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { receiptIdOf } from '../schema/receipt-id.ts';
import { RECEIPT_TABLE_COLUMNS } from '../schema/receipt-table.ts';
import type { CommittedRow } from '../store/committed-row.ts';
import { leafOfRow } from '../store/misfit-receipts.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { openDamaged, type Row, readableRows, rowsFromBothEnds, unlessDamaged } from './readable-rows.ts';
import { TreeLeaves } from './tree-leaves.ts';

/**
 * What is known about a readable receipt. `proven`: it fits its leaf. `unproven`: its leaf is lost. `incomplete`: the
 * name of its agent or session is lost. `altered`: it does not fit its leaf.
 */
type Proof = 'proven' | 'unproven' | 'incomplete' | 'altered';

export interface ReadableReceipt {
  /** The columns of the row. */
  stored: Row;
  row: CommittedRow;
  proof: Proof;
}

/** The positions of the tree, by what is known about them. */
export interface Positions {
  lost: LeafRange[];
  lostReceipts: number;
  incomplete: number[];
}

const Known = { nothing: 0, mark: 1, erased: 2, receipt: 3 } as const;
const logBytes = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

const isJson = (text: unknown): boolean => {
  try {
    return typeof text === 'string' && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const LATEST_TIME = 8_640_000_000_000_000;
const isTime = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= LATEST_TIME;
const isLeaf = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

/** Reads every receipt of a damaged store that SQLite can still read, and compares each with its leaf. */
export class ReadableReceipts {
  readonly db: DatabaseSync;
  readonly leaves: TreeLeaves;
  readonly sessions: ReadonlyMap<unknown, Row>;
  readonly #redactions: ReadonlyMap<unknown, Row>;
  readonly #known: readonly KnownIntegration[];
  readonly #integrations = new Map<unknown, KnownIntegration>();
  #positions = new Uint8Array(0);
  #times = new Float64Array(0);
  readonly #incomplete: number[] = [];

  constructor(file: string, known: readonly KnownIntegration[]) {
    this.db = openDamaged(file);
    // No file has room for more leaves. A damaged number must not take the memory.
    this.leaves = new TreeLeaves((statSync(file).size + logBytes(file)) / HASH_BYTES);
    this.#known = known;
    try {
      for (const { key, id, name } of this.rows('integrations'))
        this.#integrations.set(key, { id: String(id), name: String(name) });
      this.sessions = new Map(this.rows('sessions').map((row) => [row.key, row]));
      // The index of the texts has all of them, too.
      const ofIndex = rowsFromBothEnds(this.db, 'SELECT key, text FROM redactions', ['text']);
      const redactions = [...this.rows('redactions', 'key, text'), ...ofIndex];
      this.#redactions = new Map(redactions.map((row) => [row.key, row]));
      for (const { i, hash } of this.rows('tree_leaves')) {
        if (isLeaf(i) && hash instanceof Uint8Array && hash.length === HASH_BYTES)
          this.leaves.add(i as number, hash);
      }
      this.#readMarks();
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  close(): void {
    this.db.close();
  }

  /** The agent of a key, if its name is readable or was found by a leaf. */
  integration(key: unknown): KnownIntegration | undefined {
    return this.#integrations.get(key);
  }

  /** Calls `take` for each readable receipt. */
  forEach(take: (receipt: ReadableReceipt) => void): void {
    for (const stored of this.#storedReceipts()) {
      const row = this.#rowOf(stored);
      const proof = this.#proofOf(row);
      if (proof === undefined) continue;
      const { leaf, received_at: time } = row;
      // The leaf of a readable receipt is known even if its page is lost.
      const computed = this.leaves.get(leaf) ?? leafOfRow(row)?.(leaf);
      if (!this.leaves.reach(leaf + 1)) continue;
      if (computed !== undefined) this.leaves.add(leaf, computed);
      this.#growTo(this.leaves.size);
      if (leaf < this.#positions.length) {
        this.#positions[leaf] = Known.receipt;
        this.#times[leaf] = time;
        if (proof === 'incomplete') this.#incomplete.push(leaf);
      }
      take({ stored, row, proof });
    }
  }

  *#storedReceipts(): Generator<Row> {
    const columns = RECEIPT_TABLE_COLUMNS.join(', ');
    const seen = new Set<unknown>();
    const rows = readableRows(this.db, 'receipts', columns);
    for (;;) {
      const { done, value } = rows.next();
      if (done === true) {
        if (value) return;
        break;
      }
      seen.add(value.seq);
      yield value;
    }
    // Row numbers are far apart, so several damaged pages can hide those between them. Indexes name them.
    const one = unlessDamaged(() => this.db.prepare(`SELECT ${columns} FROM receipts WHERE seq = ?`));
    if (one === false) return;
    for (const { seq } of this.#namedReceipts()) {
      if (seen.has(seq)) continue;
      seen.add(seq);
      const row = unlessDamaged(() => one.get(seq as number));
      if (row !== false && row !== undefined) yield row as Row;
    }
  }

  *#namedReceipts(): Generator<Row> {
    const query = 'SELECT seq FROM receipts INDEXED BY receipts_by_identity';
    yield* rowsFromBothEnds(this.db, query, ['occurred_at', 'digest']);
    yield* readableRows(this.db, 'receipt_facts', 'seq');
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

  rows(table: string, columns?: string): Row[] {
    return [...readableRows(this.db, table, columns)];
  }

  /** Roots of stored subtrees by height and position. */
  subtrees(): Map<string, Buffer> {
    const isRoot = (hash: unknown) => hash instanceof Uint8Array && hash.length === HASH_BYTES;
    const found = this.rows('tree_subtrees').filter(({ hash }) => isRoot(hash));
    return new Map(found.map(({ level, i, hash }) => [`${level} ${i}`, Buffer.from(hash as Uint8Array)]));
  }

  #readMarks(): void {
    const { leaves } = this;
    const marks = this.rows('tree_marks').flatMap(({ i, leaf }) => {
      const mark = typeof leaf === 'string' && isLeaf(i) ? parseMark(leaf) : undefined;
      return mark === undefined ? [] : [{ index: i as number, hash: hashLeaf(leaf as string), mark }];
    });
    for (const { index, hash } of marks) leaves.add(index, hash);
    const valid = marks.filter(({ index, hash }) => leaves.get(index)?.equals(hash) === true);
    // Receipts of a lost part of the tree are proven by nothing, but their positions are taken.
    for (const { size } of this.rows('tree_checkpoints')) if (isLeaf(size)) leaves.reach(size as number);
    this.#positions = new Uint8Array(leaves.size);
    this.#times = new Float64Array(leaves.size);
    // A later mark can restore what an earlier one erased.
    for (const { index, mark } of valid.sort((a, b) => a.index - b.index)) {
      const fill = (ranges: readonly LeafRange[], known: number) => {
        for (const [from, to] of ranges) this.#positions.fill(known, from, Math.min(to + 1, index));
      };
      if ('erased' in mark) fill(mark.erased, Known.erased);
      if ('restored' in mark) fill(mark.restored, Known.nothing);
    }
    for (const { index } of valid) this.#positions[index] = Known.mark;
  }

  #rowOf(stored: Row): CommittedRow {
    const integration = this.#integrations.get(stored.integration_key);
    return {
      ...(stored as unknown as CommittedRow),
      id: receiptIdOf(Number(stored.seq), Number(stored.random)),
      redaction: (this.#redactions.get(stored.redaction)?.text as string | undefined) ?? null,
      integration_id: integration?.id ?? null,
      integration_name: integration?.name ?? null,
      session_label: (this.sessions.get(stored.session_key)?.label as string | undefined) ?? null,
    };
  }

  /** Returns what is known about a receipt. Undefined if it was deleted or is no receipt. */
  #proofOf(row: CommittedRow): Proof | undefined {
    const { leaf } = row;
    if (!isLeaf(leaf)) return undefined;
    const state = this.#positions[leaf];
    if (state !== undefined && state !== Known.nothing) return undefined;
    if (![row.data, row.sizes ?? '{}', row.found ?? '{}'].every(isJson)) return undefined;
    if (![row.occurred_at, row.received_at].every(isTime)) return undefined;
    if (!Object.values(EVENT_CODES).includes(row.event)) return undefined;
    if (row.session_label === null || row.redaction === null) return 'incomplete';
    if (row.integration_id === null && !this.#findIntegration(row)) return 'incomplete';
    const computed = leafOfRow(row)?.(leaf);
    if (computed === undefined) return 'altered';
    const hash = this.leaves.get(leaf);
    if (hash === undefined) return 'unproven';
    return hash.equals(computed) ? 'proven' : 'altered';
  }

  /** Finds the agent whose name was lost: the leaf of a receipt fits only one. */
  #findIntegration(row: CommittedRow & { integration_key?: unknown }): boolean {
    const hash = this.leaves.get(row.leaf);
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
