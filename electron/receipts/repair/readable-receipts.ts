import type { DatabaseSync } from 'node:sqlite';
import { parseMark } from '../../proof/leaves.ts';
import { HASH_BYTES, hashLeaf } from '../../proof/merkle-tree.ts';
import { receiptIdOf } from '../schema/receipt-id.ts';
import { RECEIPT_TABLE_COLUMNS } from '../schema/schema.ts';
import type { SqlRow } from '../schema/statements.ts';
import { type CommittedRow, committedOf } from '../store/committed-row.ts';
import { bytesWithLog, IS_READABLE, unlessDamaged } from '../store/database.ts';
import { LeafState, LeafStates, type MissingRange } from '../store/leaf-states.ts';
import { isHash } from '../store/record-tree.ts';
import type { KnownIntegration } from '../store/store-parts.ts';
import { readableRows, rowsFromBothEnds } from './readable-rows.ts';
import { TreeLeaves } from './tree-leaves.ts';

/**
 * What is known about a readable receipt. `whole`: it fits its leaf, or its leaf is lost. `incomplete`: the name of its agent
 * or session is lost. `altered`: it does not fit its leaf.
 */
type Proof = 'whole' | 'incomplete' | 'altered';

interface ReadableReceipt {
  /** The columns of the row. */
  stored: SqlRow;
  row: CommittedRow;
  proof: Proof;
}

const isLeaf = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

/** Reads every receipt of a damaged store that SQLite can still read, and compares each with its leaf. `db` is open for that. */
export class ReadableReceipts {
  readonly #db: DatabaseSync;
  readonly leaves: TreeLeaves;
  readonly sessions: ReadonlyMap<unknown, SqlRow>;
  readonly #redactions: ReadonlyMap<unknown, SqlRow>;
  readonly #known: readonly KnownIntegration[];
  readonly #integrations = new Map<unknown, KnownIntegration>();
  readonly #states: LeafStates;
  /** Positions of the receipts without the name of their agent or session. */
  readonly incomplete: number[] = [];

  constructor(db: DatabaseSync, file: string, known: readonly KnownIntegration[]) {
    this.#db = db;
    // No file has room for more leaves. A damaged number must not take the memory.
    const most = Math.floor(bytesWithLog(file) / HASH_BYTES);
    this.leaves = new TreeLeaves(most);
    this.#known = known;
    for (const { key, id, name } of this.rows('integrations'))
      this.#integrations.set(key, { id: String(id), name: String(name) });
    this.sessions = new Map(this.rows('sessions').map((row) => [row.key, row]));
    // The index of the texts has all of them, too.
    const ofIndex = rowsFromBothEnds(db, 'SELECT key, text FROM redactions', ['text']);
    const redactions = [...this.rows('redactions', 'key, text'), ...ofIndex];
    this.#redactions = new Map(redactions.map((row) => [row.key, row]));
    for (const { i, hash } of this.rows('tree_leaves')) {
      if (isLeaf(i) && isHash(hash)) this.leaves.add(i as number, hash);
    }
    this.#states = this.#readMarks(most);
  }

  /** The agent of a key, if its name is readable or was found by a leaf. */
  integration(key: unknown): KnownIntegration | undefined {
    return this.#integrations.get(key);
  }

  /** Calls `take` for each readable receipt. */
  forEach(take: (receipt: ReadableReceipt) => void): void {
    for (const stored of this.#storedReceipts()) {
      if (stored.is_readable !== 1) continue;
      const row = this.#rowOf(stored);
      const proof = this.#proofOf(row);
      if (proof === undefined) continue;
      const { leaf, received_at: time } = row;
      // The leaf of a readable receipt is known even if its page is lost.
      const computed = this.leaves.get(leaf) ?? committedOf(row)?.hashAt(leaf);
      if (!this.leaves.reach(leaf + 1)) continue;
      if (computed !== undefined) this.leaves.add(leaf, computed);
      this.#states.grow(this.leaves.size);
      this.#states.found(leaf, time);
      if (proof === 'incomplete') this.incomplete.push(leaf);
      take({ stored, row, proof });
    }
  }

  *#storedReceipts(): Generator<SqlRow> {
    const columns = `${RECEIPT_TABLE_COLUMNS.join(', ')}, ${IS_READABLE} AS is_readable`;
    const seen = new Set<unknown>();
    const rows = readableRows(this.#db, 'receipts', columns);
    let next = rows.next();
    for (; next.done !== true; next = rows.next()) {
      seen.add(next.value.seq);
      yield next.value;
    }
    const isWhole = next.value;
    if (isWhole) return;
    // Row numbers are far apart, so several damaged pages can hide those between them. Indexes name them.
    const one = unlessDamaged(() => this.#db.prepare(`SELECT ${columns} FROM receipts WHERE seq = ?`), false);
    if (one === false) return;
    for (const { seq } of this.#namedReceipts()) {
      if (seen.has(seq)) continue;
      seen.add(seq);
      const row = unlessDamaged(() => one.get(seq as number), false);
      if (row !== false && row !== undefined) yield row as SqlRow;
    }
  }

  *#namedReceipts(): Generator<SqlRow> {
    const query = 'SELECT seq FROM receipts INDEXED BY receipts_by_identity';
    yield* rowsFromBothEnds(this.#db, query, ['occurred_at', 'digest']);
    yield* readableRows(this.#db, 'receipt_facts', 'seq');
  }

  /**
   * Returns the positions without a receipt, and their number, or undefined where nothing tells how many there were. Call it after
   * {@link forEach}.
   */
  lost(): { ranges: MissingRange[]; receipts: number | undefined } {
    const last = 'SELECT i FROM tree_leaves ORDER BY i DESC LIMIT 1';
    const isEndKnown = unlessDamaged(() => this.#db.prepare(last).get() !== null, false);
    const receipts = isEndKnown ? this.#states.count(LeafState.unknown) : undefined;
    return { ranges: this.#states.missing(), receipts };
  }

  rows(table: string, columns?: string): SqlRow[] {
    return [...readableRows(this.#db, table, columns)];
  }

  #readMarks(most: number): LeafStates {
    const { leaves } = this;
    const marks = this.rows('tree_marks').flatMap(({ i, leaf }) => {
      const mark = typeof leaf === 'string' && isLeaf(i) ? parseMark(leaf) : undefined;
      return mark === undefined ? [] : [{ index: i as number, hash: hashLeaf(leaf as string), mark }];
    });
    for (const { index, hash } of marks) leaves.add(index, hash);
    const valid = marks.filter(({ index, hash }) => leaves.get(index)?.equals(hash) === true);
    // Receipts of a lost part of the tree are proven by nothing, but their positions are taken.
    for (const { size } of this.rows('tree_checkpoints')) if (isLeaf(size)) leaves.reach(size as number);
    const states = new LeafStates(leaves.size, most);
    // A later mark can restore what an earlier one erased.
    for (const { index, mark } of valid.sort((a, b) => a.index - b.index)) states.apply(mark, index);
    for (const { index } of valid) states.set(index, LeafState.mark);
    return states;
  }

  #rowOf(stored: SqlRow): CommittedRow {
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
    if ((this.#states.get(leaf) ?? LeafState.unknown) !== LeafState.unknown) return undefined;
    if (row.session_label === null || row.redaction === null) return 'incomplete';
    if (row.integration_id === null && !this.#findIntegration(row)) return 'incomplete';
    const computed = committedOf(row)?.hashAt(leaf);
    if (computed === undefined) return 'altered';
    const hash = this.leaves.get(leaf);
    return hash?.equals(computed) === false ? 'altered' : 'whole';
  }

  /** Finds the agent whose name was lost: the leaf of a receipt fits only one. */
  #findIntegration(row: CommittedRow & { integration_key?: unknown }): boolean {
    const hash = this.leaves.get(row.leaf);
    for (const each of [...this.#known, ...this.#integrations.values()]) {
      const tried = { ...row, integration_id: each.id, integration_name: each.name };
      if (hash === undefined || committedOf(tried)?.hashAt(row.leaf).equals(hash) !== true) continue;
      this.#integrations.set(row.integration_key, each);
      row.integration_id = each.id;
      row.integration_name = each.name;
      return true;
    }
    return false;
  }
}
