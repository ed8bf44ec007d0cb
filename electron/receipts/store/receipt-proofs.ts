import { openCheckpoint } from '../../proof/checkpoint.ts';
import { commitment, receiptLeaf } from '../../proof/leaves.ts';
import { hashLeaf, rootOfProof } from '../../proof/merkle-tree.ts';
import type { ProvenReceipts } from '../worker/worker-protocol.ts';
import { COMMITTED_COLUMNS, COMMITTED_JOINS, type CommittedRow, committedTextOf } from './committed-row.ts';
import { seqOfReceiptId } from './receipt-id.ts';
import type { StoreParts } from './store-parts.ts';

type Proven = ProvenReceipts['receipts'][number];

/**
 * Proves receipts at the newest checkpoint. Leaves out a receipt that has no leaf, or that does not fit its leaf. Returns undefined if the record does not continue from its newest checkpoint.
 */
export function proveReceipts(
  { db, tree, checkpoints }: StoreParts,
  receiptIds: readonly string[],
): ProvenReceipts | undefined {
  const newest = checkpoints?.all().at(-1);
  if (checkpoints === undefined || newest === undefined) return undefined;
  const checkpoint = openCheckpoint(newest.note, checkpoints.publicKey);
  if (checkpoint === undefined || !checkpoints.continues(newest.note)) return undefined;
  const find = db.prepare(
    `SELECT ${COMMITTED_COLUMNS} FROM receipts r ${COMMITTED_JOINS} WHERE r.seq = ? AND r.id = ?`,
  );
  const receipts = receiptIds.flatMap((id): Proven[] => {
    const row = find.get(seqOfReceiptId(id) ?? -1, id) as CommittedRow | undefined;
    if (row === undefined || row.leaf >= checkpoint.size) return [];
    const content = readContent(row);
    if (content === undefined) return [];
    const path = tree.proof(row.leaf, checkpoint.size);
    const root = rootOfProof(hashLeaf(content.leaf), row.leaf, checkpoint.size, path);
    if (root?.equals(checkpoint.root) !== true) return [];
    return [{ ...content, proof: path.map((node) => node.toString('base64')) }];
  });
  return { checkpoint: newest.note, verifierKey: checkpoints.verifierKey, receipts };
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
