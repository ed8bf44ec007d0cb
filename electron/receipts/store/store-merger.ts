import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { commitment, parseMark, rangesOf, receiptLeaf } from '../../proof/leaves.ts';
import { RECEIPT_TABLE_COLUMNS } from '../repair/readable-receipts.ts';
import { type CommittedRow, committedTextOf } from './committed-row.ts';
import { leafOfRow } from './misfit-receipts.ts';
import { plainId } from './plain-texts.ts';
import { eventOfCode } from './receipt-codes.ts';
import type { StoreParts } from './store-parts.ts';

type Value = string | number | null | Uint8Array;

/** A receipt of a store that was set aside, with its agent and its session. */
export interface MergedRow extends CommittedRow {
  integration_id: string;
  integration_name: string;
  session_label: string;
  digest: Uint8Array;
  repeats: number;
  session_digest: Uint8Array;
  first_at: number;
  last_at: number;
  started_at: number | null;
  ended_at: number | null;
  ended_by_silence: number;
  /** True if the receipt fits its leaf in its own store. */
  isProven: boolean;
}

/** The tree of the store that is merged. Its root tells two stores apart. */
export interface MergeOrigin {
  entries: number;
  root: string;
}

/** Rows of the other store that are about no receipt, by their table. */
export type MergedHistory = Record<(typeof HISTORY_TABLES)[number], Record<string, Value>[]>;

/** Tables without receipts whose rows are merged, too. */
export const HISTORY_TABLES = ['recording_gaps', 'incidents', 'secret_marks', 'vault_keys'] as const;

/** What became of the receipts of a slice. */
export interface MergeCounts {
  added: number;
  /** Added receipts that fitted their leaves. */
  proven: number;
  present: number;
  /** Receipts that were deleted in the record in use, and stay deleted. */
  deleted: number;
  /** Receipts whose id another receipt has, or that hold what Plinth never writes. */
  leftOut: number;
}

type Fate =
  | { kind: keyof Omit<MergeCounts, 'added' | 'proven'> }
  | { kind: 'own' }
  | { kind: 'new'; row: MergedRow };

const Erased = { no: 0, yes: 1 } as const;

/** Adds the receipts of a store that was set aside to the store in use. */
export class StoreMerger {
  readonly #parts: StoreParts;
  readonly #find: StatementSync;
  readonly #same: StatementSync;
  readonly #leaf: StatementSync;
  readonly #insert: StatementSync;
  readonly #session: StatementSync;
  readonly #integration: StatementSync;
  readonly #countEvent: StatementSync;
  readonly #notPacked: StatementSync;
  readonly #origin: MergeOrigin;
  #erased = new Uint8Array(0);
  #marksRead = 0;
  /** True if an earlier merge of the same store came to its end: what is missing now was deleted since then. */
  #wasDone = false;
  #isBegun = false;

  constructor(parts: StoreParts, origin: MergeOrigin) {
    const { db } = parts;
    this.#parts = parts;
    this.#origin = origin;
    const columns = RECEIPT_TABLE_COLUMNS.join(', ');
    this.#find = db.prepare(`SELECT ${plainId()} AS id, digest FROM receipts r WHERE seq = ?`);
    this.#same = db.prepare('SELECT 1 FROM receipts WHERE occurred_at = ? AND digest = ?');
    this.#leaf = db.prepare('SELECT hash FROM tree_leaves WHERE i = ?');
    this.#insert = db.prepare(
      `INSERT INTO receipts (${columns}) VALUES (${RECEIPT_TABLE_COLUMNS.map(() => '?').join(', ')})`,
    );
    this.#integration = db.prepare('SELECT key, name FROM integrations WHERE id = ?');
    this.#session = db.prepare('SELECT key, label FROM sessions WHERE integration_key = ? AND digest = ?');
    this.#notPacked = db.prepare("UPDATE progress SET seq = min(seq, ?) WHERE name = 'packed'");
    this.#countEvent = db.prepare(
      `UPDATE sessions SET events = events + 1, first_at = min(first_at, ?1), last_at = max(last_at, ?1),
         counts = json_set(counts, '$."' || ?2 || '"', coalesce(json_extract(counts, '$."' || ?2 || '"'), 0) + 1)
       WHERE key = ?3`,
    );
  }

  /** The parts whose statements this merge uses. A recovery replaces them, and ends the merge. */
  get parts(): StoreParts {
    return this.#parts;
  }

  /** Adds a slice, ascending by time. A dry run only says what would become of it. */
  async add(rows: readonly MergedRow[], dryRun: boolean, giveWay: () => Promise<void>): Promise<MergeCounts> {
    const { index } = this.#parts;
    this.#readMarks();
    const counts: MergeCounts = { added: 0, proven: 0, present: 0, deleted: 0, leftOut: 0 };
    const first = rows.find((row) => ['own', 'new'].includes(this.#fateOf(row).kind));
    if (first !== undefined && !dryRun) {
      index.stopAt(first.seq - 1);
      while (!index.rewind(first.seq - 1)) await giveWay();
    }
    if (dryRun) for (const row of rows) this.#count(counts, this.#fateOf(row), row);
    else if (first !== undefined || rows.length > 0) this.#inTransaction(() => this.#addAll(rows, counts));
    return counts;
  }

  /** Ends the merge with a mark, and adds what is about no receipt. */
  end(history: MergedHistory, added: number): void {
    this.#readMarks();
    this.#inTransaction(() => {
      this.#addHistory(history);
      if (added > 0 || (this.#isBegun && !this.#wasDone)) this.#appendMark([], [], true);
    });
  }

  #addAll(rows: readonly MergedRow[], counts: MergeCounts): void {
    const { tree, writer } = this.#parts;
    const proven: number[] = [];
    const unproven: number[] = [];
    for (const row of rows) {
      const fate = this.#fateOf(row);
      this.#count(counts, fate, row);
      if (fate.kind !== 'own' && fate.kind !== 'new') continue;
      const leaf = fate.kind === 'own' ? row.leaf! : tree.size;
      if (fate.kind === 'new') {
        const named = this.#namedHere(row);
        const salt = row.salt ?? tree.takeSalt();
        const at = { id: row.id, receivedAt: new Date(row.received_at).toISOString() };
        tree.append(receiptLeaf(leaf, at, commitment(salt, committedTextOf({ ...named, salt }))));
        this.#write({ ...row, leaf, salt });
        (row.isProven ? proven : unproven).push(leaf);
      } else this.#write(row);
      writer.passed(row.seq);
    }
    if (proven.length + unproven.length > 0) this.#appendMark(proven, unproven, false);
  }

  #count(counts: MergeCounts, { kind }: Fate, { isProven }: MergedRow): void {
    if (kind !== 'own' && kind !== 'new') {
      counts[kind] += 1;
      return;
    }
    counts.added += 1;
    if (kind === 'own' || isProven) counts.proven += 1;
  }

  #fateOf(row: MergedRow): Fate {
    const there = this.#find.get(row.seq) as { id: string; digest: Uint8Array } | undefined;
    if (there?.id === row.id || this.#same.get(row.occurred_at, row.digest) !== undefined) {
      return { kind: 'present' };
    }
    if (there !== undefined) return { kind: 'leftOut' };
    const named = this.#namedHere(row);
    if (row.leaf !== null) {
      const hash = this.#leaf.get(row.leaf)?.hash as Uint8Array | undefined;
      const own = hash === undefined ? undefined : leafOfRow(named)?.(row.leaf);
      if (own?.equals(hash!) === true) {
        return { kind: this.#erased[row.leaf] === Erased.yes ? 'deleted' : 'own' };
      }
    }
    if (this.#wasDone) return { kind: 'deleted' };
    try {
      committedTextOf(named);
    } catch {
      return { kind: 'leftOut' };
    }
    return { kind: 'new', row };
  }

  /** Gives a receipt the names that this store has for its agent and its session, which its leaf here commits to. */
  #namedHere(row: MergedRow): MergedRow {
    const integration = this.#integration.get(row.integration_id) as
      | { key: number; name: string }
      | undefined;
    if (integration === undefined) return row;
    const session = this.#session.get(integration.key, row.session_digest) as { label: string } | undefined;
    return {
      ...row,
      integration_name: integration.name,
      session_label: session?.label ?? row.session_label,
    };
  }

  #write(row: MergedRow): void {
    const keys = this.#keysOf(row);
    const values = { ...row, ...keys, packed: null } as unknown as Record<string, Value>;
    this.#insert.run(...RECEIPT_TABLE_COLUMNS.map((name) => values[name]!));
    this.#notPacked.run(row.seq - 1);
    this.#countEvent.run(row.received_at, eventOfCode(row.event), keys.session_key);
  }

  #keysOf(row: MergedRow): { integration_key: number; session_key: number } {
    const { db } = this.#parts;
    const integration =
      this.#integration.get(row.integration_id) ??
      db
        .prepare('INSERT INTO integrations (id, name) VALUES (?, ?) RETURNING key')
        .get(row.integration_id, row.integration_name);
    const integrationKey = integration!.key as number;
    const session =
      this.#session.get(integrationKey, row.session_digest) ??
      db
        .prepare(
          `INSERT INTO sessions (integration_key, digest, label, first_at, last_at, started_at, ended_at, ended_by_silence)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
        )
        .get(
          integrationKey,
          row.session_digest,
          row.session_label,
          row.first_at,
          row.last_at,
          row.started_at,
          row.ended_at,
          row.ended_by_silence,
        );
    return { integration_key: integrationKey, session_key: session!.key as number };
  }

  #addHistory(history: MergedHistory): void {
    const { db } = this.#parts;
    const exists: Partial<Record<keyof MergedHistory, string>> = {
      recording_gaps:
        'SELECT 1 FROM recording_gaps WHERE from_at = :from_at AND scope IS :scope AND cause IS :cause',
      incidents: 'SELECT 1 FROM incidents WHERE at = :at AND harm = :harm',
    };
    for (const table of HISTORY_TABLES) {
      for (const { key: _, ...row } of history[table]) {
        const names = Object.keys(row);
        const where = exists[table] === undefined ? '' : `WHERE NOT EXISTS (${exists[table]})`;
        db.prepare(
          `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => `:${name}`).join(', ')} ${where}`,
        ).run(row);
      }
    }
  }

  /** Reads the marks since the last slice: what the user deletes meanwhile stays deleted. */
  #readMarks(): void {
    const { db, tree } = this.#parts;
    if (tree.size > this.#erased.length) {
      const grown = new Uint8Array(tree.size * 2);
      grown.set(this.#erased);
      this.#erased = grown;
    }
    const marks = db.prepare('SELECT i, leaf FROM tree_marks WHERE i >= ? ORDER BY i').all(this.#marksRead);
    for (const { i, leaf } of marks as { i: number; leaf: string }[]) {
      this.#marksRead = i + 1;
      const mark = parseMark(leaf);
      if (mark === undefined) continue;
      if ('merged' in mark && mark.merged.root === this.#origin.root) {
        this.#isBegun = true;
        if (mark.merged.entries === this.#origin.entries) this.#wasDone ||= mark.merged.done;
      }
      const ranges = 'erased' in mark ? mark.erased : 'restored' in mark ? mark.restored : [];
      for (const [from, to] of ranges) {
        this.#erased.fill('erased' in mark ? Erased.yes : Erased.no, from, Math.min(to + 1, i));
      }
    }
  }

  #appendMark(proven: number[], unproven: number[], done: boolean): void {
    const ranges = { proven: rangesOf(proven), unproven: rangesOf(unproven) };
    this.#parts.tree.appendMark({ merged: { ...this.#origin, ...ranges, done }, v: 1 });
  }

  #inTransaction(act: () => void): void {
    const { tree, writer } = this.#parts;
    const db: DatabaseSync = this.#parts.db;
    db.exec('BEGIN IMMEDIATE');
    try {
      act();
      db.exec('COMMIT');
    } catch (error) {
      tree.forget();
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    } finally {
      // The writer holds sessions in memory.
      writer.forget();
    }
  }
}
