import type { DatabaseSync } from 'node:sqlite';
import { getHeapStatistics } from 'node:v8';
import type { CheckedCheckpoint, CheckpointSource, RecordCheck } from '../../../shared/record-check.ts';
import { collectGarbage } from '../../platform/idle-memory.ts';
import { type DamageLeaf, parseMark } from '../../proof/leaves.ts';
import { HASH_BYTES, hashLeaf, TreeHead } from '../../proof/merkle-tree.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import { type CommittedRow, committedOf, committedRows } from './committed-row.ts';
import { LeafState, LeafStates, type MissingRange } from './leaf-states.ts';
import { countedReceipts } from './receipt-counts.ts';
import { explainMisfits, MAX_LISTED_FAULTS, type Misfit, RecordFaults } from './record-faults.ts';
import { isHash, MISSING_LEAF, treeSize } from './record-tree.ts';
import { Turns } from './slice-time.ts';

/** Leaves and receipts between two turns for the events that wait. */
const LEAVES_PER_SLICE = 2048;
const RECEIPTS_PER_SLICE = 128;
/** The texts of long receipts are old objects, which V8 collects only after 100 MB of them. A collection takes 30 ms. */
const LARGE_HEAP_BYTES = 48 * 1_048_576;

/** A checkpoint whose signature was verified. */
export interface KnownCheckpoint {
  source: CheckpointSource;
  size: number;
  root: Uint8Array;
  at: string | null;
}

/**
 * Checks the receipts against the tree, and the tree against checkpoints. Works in slices, so that events commit
 * meanwhile; what they add is not checked.
 */
export class RecordChecker {
  readonly #db: DatabaseSync;
  readonly #turns: Turns;
  readonly #size: number;
  readonly #states: LeafStates;
  /** The hash of each leaf. One that is missing is all zeros. */
  readonly #hashes: Buffer;
  readonly #faults = new RecordFaults();
  readonly #misfits: Misfit[] = [];
  #missing: MissingRange[] = [];
  /** Positions that the marks of repairs name. */
  readonly #damage: { lost: LeafStates; incomplete: LeafStates };
  /** A repair could not read all hashes, so no later root can be computed. */
  #hasLostHashes = false;
  #done = 0;
  #of = 0;

  constructor(db: DatabaseSync, giveWay: (done: number, of: number) => Promise<void>) {
    this.#db = db;
    this.#turns = new Turns(() => giveWay(this.#done, this.#of));
    this.#size = treeSize(db);
    this.#states = new LeafStates(this.#size);
    this.#hashes = Buffer.alloc(this.#size * HASH_BYTES);
    this.#damage = { lost: new LeafStates(this.#size), incomplete: new LeafStates(this.#size) };
  }

  async run(known: readonly KnownCheckpoint[]): Promise<RecordCheck> {
    // The counts of a damaged store can be lower than its rows, and below zero.
    this.#of = this.#size + Math.max(0, countedReceipts(this.#db));
    await this.#readMarks(0, this.#size);
    const checkpoints = await this.#checkLeaves(known.toSorted((a, b) => a.size - b.size));
    await this.#checkReceipts();
    this.#missing = this.#states.missing();
    // Receipts that were deleted during the check have marks behind its end.
    await this.#readMarks(this.#size, treeSize(this.#db));
    await this.#explainMisfits();
    for (const range of this.#missing) this.#reportMissing(range);
    this.#compareCheckpoints(checkpoints);
    return {
      entries: this.#size,
      receipts: this.#states.count(LeafState.receipt),
      erased: this.#states.count(LeafState.erased),
      faults: this.#faults.listed,
      faultCount: this.#faults.count,
      checkpoints,
    };
  }

  /** Applies the marks from one position to another. A mark erases only positions before its own. */
  async #readMarks(from: number, end: number): Promise<void> {
    const rows = this.#db
      .prepare(
        'SELECT m.i, m.leaf, l.hash FROM tree_marks m LEFT JOIN tree_leaves l ON l.i = m.i WHERE m.i >= ? AND m.i < ?',
      )
      .all(from, end) as { i: number; leaf: string; hash: Uint8Array | null }[];
    for (const { i, leaf, hash } of rows) {
      if (this.#turns.isOver) await this.#turns.end();
      const mark = parseMark(leaf);
      if (mark === undefined || hash === null || !hashLeaf(leaf).equals(hash)) {
        this.#faults.report('altered', { from: i, to: i });
        this.#states.set(i, LeafState.faulty);
        continue;
      }
      this.#states.set(i, LeafState.mark);
      if ('damaged' in mark) this.#noteDamage(mark.damaged);
      else this.#states.apply(mark, i);
    }
  }

  #noteDamage({ lost, incomplete }: DamageLeaf['damaged']): void {
    for (const range of lost) this.#damage.lost.fill(range, LeafState.faulty);
    for (const range of incomplete) this.#damage.incomplete.fill(range, LeafState.faulty);
  }

  /** Compares the root of the tree with each checkpoint, at the size of the checkpoint. */
  async #checkLeaves(known: readonly KnownCheckpoint[]): Promise<CheckedCheckpoint[]> {
    const head = new TreeHead();
    const compared: CheckedCheckpoint[] = [];
    const compareUpTo = (size: number) => {
      for (let next = known[compared.length]; next?.size === size; ) {
        const { source, at } = next;
        const state = head.root().equals(next.root) ? 'matches' : 'differs';
        compared.push({ source, entries: size, at, state });
        next = known[compared.length];
      }
    };
    compareUpTo(0);
    for (let from = 0; from < this.#size; from += LEAVES_PER_SLICE) {
      const end = Math.min(from + LEAVES_PER_SLICE, this.#size);
      this.#readHashes(from, end);
      while (head.size < end) {
        const hash = this.#hashOf(head.size);
        if (MISSING_LEAF.equals(hash))
          this.#hasLostHashes ||= this.#damage.lost.get(head.size) === LeafState.faulty;
        head.append(hash);
        compareUpTo(head.size);
      }
      this.#done += end - from;
      await this.#turns.end();
    }
    const ahead = known.slice(compared.length);
    const state = 'ahead' as const;
    return [...compared, ...ahead.map(({ source, size, at }) => ({ source, entries: size, at, state }))];
  }

  #readHashes(from: number, end: number): void {
    const leaves = this.#db.prepare('SELECT i, hash FROM tree_leaves WHERE i >= ? AND i < ?');
    leaves.setReturnArrays(true);
    for (const [i, hash] of leaves.iterate(from, end) as Iterable<unknown> as Iterable<
      [number, Uint8Array]
    >) {
      if (isHash(hash)) this.#hashes.set(hash, i * HASH_BYTES);
    }
  }

  #hashOf(index: number): Buffer {
    return this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  }

  async #checkReceipts(): Promise<void> {
    const rowsAfter = committedRows(this.#db, RECEIPTS_PER_SLICE);
    for (let seq = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = rowsAfter(seq);
      if (rows.length === 0) return;
      for (const row of rows) {
        if (this.#turns.isOver) await this.#turns.end();
        this.#checkReceipt(row);
      }
      seq = rows.at(-1)!.seq;
      this.#done = Math.min(this.#done + rows.length, this.#of);
      if (getHeapStatistics().total_heap_size > LARGE_HEAP_BYTES) collectGarbage();
      await this.#turns.end();
    }
  }

  #checkReceipt(row: CommittedRow): void {
    const { leaf } = row;
    if (leaf >= this.#size) {
      // A receipt that arrived during the check has its leaf by now.
      if (leaf >= treeSize(this.#db)) this.#faults.report('added', { receiptId: row.id });
      return;
    }
    const state = this.#states.get(leaf);
    if (state !== LeafState.unknown && state !== LeafState.faulty) {
      // The leaf has its receipt, is a mark, or belongs to a receipt that was deleted.
      this.#faults.report('added', { receiptId: row.id, from: leaf, to: leaf });
      return;
    }
    const committed = committedOf(row);
    const fits = seqOfReceiptId(row.id) === row.seq && committed?.hashAt(leaf).equals(this.#hashOf(leaf));
    if (fits !== true) {
      this.#states.set(leaf, LeafState.faulty);
      if (this.#damage.incomplete.get(leaf) === LeafState.faulty) {
        this.#faults.report('incomplete', { receiptId: row.id, from: leaf, to: leaf });
        return;
      }
      this.#misfits.push({ id: row.id, leaf, committed });
      return;
    }
    this.#states.found(leaf, row.received_at);
  }

  async #explainMisfits(): Promise<void> {
    const missing = this.#missing.slice(0, MAX_LISTED_FAULTS).map(({ from }) => from);
    const storedHash = (index: number) => (index < this.#size ? this.#hashOf(index) : undefined);
    const moved = await explainMisfits(this.#misfits, missing, storedHash, this.#faults, this.#turns);
    for (const index of moved) this.#states.set(index, LeafState.faulty);
  }

  /** Reports the parts of a range that are still unexplained. */
  #reportMissing({ from, to, after, before }: MissingRange): void {
    const kindAt = (index: number) => {
      if (index > to || this.#states.get(index) !== LeafState.unknown) return undefined;
      return this.#damage.lost.get(index) === LeafState.faulty ? 'lost' : 'removed';
    };
    for (let index = from; index <= to; index += 1) {
      const kind = kindAt(index);
      if (kind === undefined) continue;
      const first = index;
      while (kindAt(index + 1) === kind) index += 1;
      this.#faults.report(kind, { from: first, to: index, after, before });
    }
  }

  /** Reports the checkpoints that do not match, unless a fault of a receipt or a leaf explains it. */
  #compareCheckpoints(checkpoints: readonly CheckedCheckpoint[]): void {
    const own = checkpoints.filter(({ source }) => source === 'record');
    const ahead = checkpoints.findLast(({ state }) => state === 'ahead');
    if (ahead !== undefined) {
      const kind = own.some(({ state }) => state === 'ahead') ? 'truncated' : 'replaced';
      const after = this.#states.lastAt();
      this.#faults.report(kind, { from: this.#size, to: ahead.entries - 1, after });
    }
    const differs = checkpoints.find(({ state }) => state === 'differs');
    if (differs === undefined || this.#faults.changes > 0 || this.#hasLostHashes) return;
    const matching = checkpoints.filter(
      ({ state, entries }) => state === 'matches' && entries < differs.entries,
    );
    const from = Math.max(0, ...matching.map(({ entries }) => entries));
    const kind = own.every(({ state }) => state === 'matches') ? 'replaced' : 'altered';
    this.#faults.report(kind, { from, to: differs.entries - 1 });
  }
}
