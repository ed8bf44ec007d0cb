import type { RecordFault, RecordFaultKind } from '../../../shared/record-check.ts';
import type { Committed } from './committed-row.ts';
import type { Turns } from './slice-time.ts';

/** Each misfit is compared with each position, so both are bounded. Further misfits count as altered. */
const MAX_COMPARED = 200;

export interface Misfit {
  id: string;
  leaf: number;
  committed: Committed | undefined;
}

/**
 * Reports each misfit. A receipt was moved if it fits the leaf of another misfit or of a missing receipt, or if its own
 * leaf is there. Returns the positions whose receipts were found elsewhere.
 */
export async function explainMisfits(
  misfits: readonly Misfit[],
  missing: readonly number[],
  storedHash: (index: number) => Uint8Array | undefined,
  faults: RecordFaults,
  turns: Turns,
): Promise<number[]> {
  const compared = misfits.slice(0, MAX_COMPARED);
  const positions = [...compared.map(({ leaf }) => leaf), ...missing.slice(0, MAX_COMPARED)];
  const stored = [...new Set(positions)].flatMap((index) => {
    const hash = storedHash(index);
    return hash === undefined ? [] : [{ index, hash }];
  });
  const found: number[] = [];
  for (const { id, leaf, committed } of compared) {
    if (turns.isOver) await turns.end();
    const own = committed?.hashAt(leaf);
    const place =
      committed &&
      stored.find(({ index, hash }) => own!.equals(hash) || committed.hashAt(index).equals(hash));
    if (place !== undefined) found.push(place.index);
    const kind = place === undefined ? 'altered' : 'reordered';
    faults.report(kind, { receiptId: id, from: leaf, to: place?.index ?? leaf });
  }
  for (const { id, leaf } of misfits.slice(MAX_COMPARED))
    faults.report('altered', { receiptId: id, from: leaf, to: leaf });
  return found;
}

export const MAX_LISTED_FAULTS = 1000;

/** The faults that a check found: all are counted, the first are listed. */
export class RecordFaults {
  readonly listed: RecordFault[] = [];
  count = 0;
  /** Number of faults that are no repaired damage. */
  changes = 0;

  report(kind: RecordFaultKind, details: Partial<RecordFault>): void {
    this.count += 1;
    if (kind !== 'lost' && kind !== 'incomplete') this.changes += 1;
    if (this.listed.length === MAX_LISTED_FAULTS) return;
    const none = { receiptId: null, from: null, to: null, after: null, before: null };
    this.listed.push({ kind, ...none, ...details });
  }
}
