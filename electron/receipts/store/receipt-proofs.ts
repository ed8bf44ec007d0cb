import { openCheckpoint } from '../../proof/checkpoint.ts';
import { rootOfProof } from '../../proof/merkle-tree.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import { committedOf, committedRows } from './committed-row.ts';
import type { Turns } from './slice-time.ts';
import type { StoreParts } from './store-parts.ts';

/** Receipts with their leaves, audit paths and committed content, at one checkpoint. */
export type ProvenReceipts = NonNullable<Awaited<ReturnType<typeof proveReceipts>>>;

/**
 * Proves receipts at a checkpoint, or at the newest one. Leaves out a receipt that has no leaf, or that does not fit its leaf.
 * Returns undefined if the record does not continue from the checkpoint.
 */
export async function proveReceipts(
  { db, tree, checkpoints }: StoreParts,
  receiptIds: readonly string[],
  turns: Turns,
  note: string | undefined = checkpoints?.all().at(-1)?.note,
) {
  if (checkpoints === undefined || note === undefined) return undefined;
  const checkpoint = openCheckpoint(note, checkpoints.signer.publicKey);
  if (checkpoint === undefined || checkpoints.continuation(note) !== 'continues') return undefined;
  const rowsAfter = committedRows(db, 1);
  const receipts: { leaf: string; proof: string[]; text: string }[] = [];
  for (const id of receiptIds) {
    // A proof takes a millisecond, and longer for a receipt of a megabyte.
    if (turns.isOver) await turns.end();
    const [row] = rowsAfter((seqOfReceiptId(id) ?? 0) - 1);
    if (row?.id !== id || row.leaf >= checkpoint.size) continue;
    const { leaf: index } = row;
    const committed = committedOf(row);
    if (committed === undefined) continue;
    const path = tree.proof(index, checkpoint.size);
    const root = rootOfProof(committed.hashAt(index), index, checkpoint.size, path);
    if (root?.equals(checkpoint.root) !== true) continue;
    const proof = path.map((node) => node.toString('base64'));
    receipts.push({ leaf: committed.leafAt(index), proof, text: committed.text });
  }
  return { checkpoint: note, verifierKey: checkpoints.signer.verifierKey, receipts };
}
