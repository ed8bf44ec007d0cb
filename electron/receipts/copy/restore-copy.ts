import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { REMOVED_WHOLE, removeDatabase } from '../../platform/held-file.ts';
import { type LeafRange, parseMark, rangesOf } from '../../proof/leaves.ts';
import { CopyUnusable, makeStore, takeRows } from '../repair/record-rows.ts';
import { salvageStore } from '../repair/salvage-store.ts';
import { firstValue, inTransaction } from '../schema/statements.ts';
import { hasForeignSchema } from '../schema/store-schema.ts';
import { BackgroundIndex } from '../store/background-index.ts';
import { connectToRead, isEnvironmentError, unlessDamaged } from '../store/database.ts';
import { LeafState, LeafStates, TooManyMarks } from '../store/leaf-states.ts';
import { countSessions, receiptCount } from '../store/receipt-counts.ts';
import { RecordTree, treeSize } from '../store/record-tree.ts';

/** What a record that was prepared for its restoration contains. */
export type PreparedRecord = Awaited<ReturnType<typeof prepareRecord<RecordCheck>>>;

/**
 * Makes a store at `target` of the rows of a backup, a mirror or a store that was set aside. Nothing else of the source
 * is taken, and it stays as it is. Throws {@link CopyUnusable} if it is none, or if another version of Plinth wrote it.
 * `check` gets the new store.
 */
export async function prepareRecord<Use>(
  source: string,
  target: string,
  check: (db: DatabaseSync) => Promise<Use>,
) {
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) throw new CopyUnusable('missing');
  try {
    makeStore(target, (fresh) => settle(fresh, takeRows(source, fresh)));
    using db = new DatabaseSync(target);
    const checked = await check(db);
    const at = (order: string) =>
      firstValue<number>(db, `SELECT received_at FROM receipts ORDER BY seq ${order} LIMIT 1`) ?? null;
    return { receipts: receiptCount(db), oldestAt: at('ASC'), newestAt: at('DESC'), check: checked };
  } catch (error) {
    removeDatabase(target);
    if (error instanceof CopyUnusable || isEnvironmentError(error)) throw error;
    throw new CopyUnusable('not_a_record');
  }
}

/** Counts the receipts of each session, and notes in the tree what a copy has and lacks. */
function settle(db: DatabaseSync, trimmed: LeafRange[] | undefined): void {
  const { restored, erased } =
    trimmed === undefined ? { restored: [], erased: [] } : differences(db, trimmed);
  const tree = new RecordTree(db);
  inTransaction(db, () => {
    countSessions(db);
    if (restored.length > 0) tree.appendMark({ restored: rangesOf(restored), v: 1 });
    if (erased.length > 0) tree.appendMark({ erased: rangesOf(erased), v: 1, why: 'retention' });
  });
}

/**
 * Returns the positions of the receipts that retention deleted in the record but not in its copy, and of those that only
 * the copy's own retention deleted.
 */
function differences(db: DatabaseSync, trimmed: readonly LeafRange[]) {
  const states = new LeafStates(treeSize(db));
  for (const { i, leaf } of db.prepare('SELECT i, leaf FROM tree_marks ORDER BY i').all()) {
    const mark = parseMark(leaf as string);
    if (mark !== undefined) states.apply(mark, i as number);
  }
  const rows = db.prepare('SELECT leaf FROM receipts ORDER BY leaf').all() as { leaf: number }[];
  const restored = rows.map(({ leaf }) => leaf).filter((leaf) => states.get(leaf) === LeafState.erased);
  const erased: number[] = [];
  for (const [from, to] of trimmed) {
    for (let leaf = from; leaf <= to; leaf += 1)
      if (states.get(leaf) === LeafState.unknown) erased.push(leaf);
  }
  return { restored, erased };
}

/** Returns true if the schema of a file is Plinth's, or too damaged to tell. */
function isOfPlinth(file: string): boolean {
  using db = connectToRead(file);
  return unlessDamaged(() => !hasForeignSchema(db), true);
}

async function makeIndexes(db: DatabaseSync): Promise<void> {
  const index = new BackgroundIndex(db);
  while (index.advance());
}

/**
 * Writes the receipts of a backup, a mirror or a store that was set aside to a private, temporary folder, with their indexes.
 * What is readable of a damaged file counts. The file stays as it is. Throws {@link CopyUnusable} if it is none.
 */
export async function readRecordFile(file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-file-'));
  const target = join(folder, 'receipts.db');
  try {
    try {
      await prepareRecord(file, target, makeIndexes);
    } catch (error) {
      const isDamaged = error instanceof CopyUnusable && error.fault === 'not_a_record' && isOfPlinth(file);
      if (!isDamaged || salvageStore(file, target, []) === undefined) throw error;
      using db = new DatabaseSync(target);
      await makeIndexes(db);
    }
    return folder;
  } catch (error) {
    rmSync(folder, REMOVED_WHOLE);
    throw error instanceof TooManyMarks ? new CopyUnusable('not_a_record') : error;
  }
}
