import type { HarnessId } from '../../shared/bridge.ts';

export interface BridgeCounts {
  unknownPayloads: number;
  unknownFields: number;
  duplicates: number;
}

/** What the bridges of this run could not use, by harness; numbers only. */
export class BridgeLedger {
  readonly #counts = new Map<HarnessId, BridgeCounts>();

  of(harness: HarnessId): BridgeCounts {
    let counts = this.#counts.get(harness);
    if (counts === undefined) {
      counts = { unknownPayloads: 0, unknownFields: 0, duplicates: 0 };
      this.#counts.set(harness, counts);
    }
    return counts;
  }
}
