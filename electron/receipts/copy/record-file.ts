import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REMOVED_WHOLE } from '../../platform/held-file.ts';
import { CopyUnusable } from '../repair/record-rows.ts';
import { salvageStore } from '../repair/salvage-store.ts';
import { hasForeignSchema } from '../schema/store-schema.ts';
import { BackgroundIndex } from '../store/background-index.ts';
import { connectToRead, unlessDamaged } from '../store/database.ts';
import { prepareRecord } from './restore-copy.ts';

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
    throw error;
  }
}
