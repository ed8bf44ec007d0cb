import type { RecordFault, RecordFaultKind } from '../../../shared/record-check.ts';

export const MAX_LISTED_FAULTS = 1000;

/** The faults that a check found: all are counted, the first are listed. */
export class RecordFaults {
  readonly listed: RecordFault[] = [];
  #count = 0;
  #changes = 0;

  get count(): number {
    return this.#count;
  }

  /** Number of faults that are no repaired damage. */
  get changes(): number {
    return this.#changes;
  }

  report(kind: RecordFaultKind, details: Partial<RecordFault>): void {
    this.#count += 1;
    if (kind !== 'lost' && kind !== 'incomplete') this.#changes += 1;
    if (this.listed.length === MAX_LISTED_FAULTS) return;
    const none = { receiptId: null, from: null, to: null, after: null, before: null };
    this.listed.push({ kind, ...none, ...details });
  }
}
