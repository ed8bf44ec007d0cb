import { openCheckpoint } from '../../proof/checkpoint.ts';
import { commitment, receiptLeaf } from '../../proof/leaves.ts';
import { hashLeaf, rootOfProof } from '../../proof/merkle-tree.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import { COMMITTED_COLUMNS, COMMITTED_JOINS, type CommittedRow, committedTextOf } from './committed-row.ts';
import type { Turns } from './slice-time.ts';
import type { StoreParts } from './store-parts.ts';

/** Receipts with their leaves, audit paths and committed content, at one checkpoint. */
export interface ProvenReceipts {
  checkpoint: string;
  verifierKey: string;
  receipts: { leaf: string; proof: string[]; text: string }[];
}

type Proven = ProvenReceipts['receipts'][number];

/**
 * Proves receipts at a checkpoint, or at the newest one. Leaves out a receipt that has no leaf, or that does not fit its leaf.
 * Returns undefined if the record does not continue from the checkpoint.
 */
export async function proveReceipts(
  { db, tree, checkpoints }: StoreParts,
  receiptIds: readonly string[],
  turns: Turns,
  note: string | undefined = checkpoints?.all().at(-1)?.note,
): Promise<ProvenReceipts | undefined> {
  if (checkpoints === undefined || note === undefined) return undefined;
  const checkpoint = openCheckpoint(note, checkpoints.publicKey);
  if (checkpoint === undefined || checkpoints.continuation(note) !== 'continues') return undefined;
  const find = db.prepare(
    `SELECT ${COMMITTED_COLUMNS} FROM receipts r ${COMMITTED_JOINS} WHERE r.seq = ? AND r.id = ?`,
  );
  const receipts: Proven[] = [];
  for (const id of receiptIds) {
    // A proof takes a millisecond, and longer for a receipt of a megabyte.
    if (turns.isOver) await turns.end();
    const row = find.get(seqOfReceiptId(id) ?? -1, id) as CommittedRow | undefined;
    if (row === undefined || row.leaf >= checkpoint.size) continue;
    const content = readContent(row);
    if (content === undefined) continue;
    const path = tree.proof(row.leaf, checkpoint.size);
    const root = rootOfProof(hashLeaf(content.leaf), row.leaf, checkpoint.size, path);
    if (root?.equals(checkpoint.root) !== true) continue;
    receipts.push({ ...content, proof: path.map((node) => node.toString('base64')) });
  }
  return { checkpoint: note, verifierKey: checkpoints.verifierKey, receipts };
}

function readContent(row: CommittedRow) {
  try {
    const text = committedTextOf(row);
    const named = { id: row.id, receivedAt: new Date(row.received_at).toISOString() };
    return { leaf: receiptLeaf(row.leaf, named, commitment(row.salt, text)), text };
  } catch {
    // The row holds content that Plinth never writes. A check names it.
    return undefined;
  }
}
