import type { HarnessId } from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';

export interface BridgeCounts {
  unknownPayloads: number;
  unknownFields: number;
  duplicates: number;
  notUserInput: number;
}

/** What the bridges of this run said and what could not be used of it, by harness; numbers and times only. */
export class BridgeLedger {
  readonly #counts = new Map<HarnessId, BridgeCounts>();
  readonly #lastAt = new Map<string, string>();

  of(harness: HarnessId): BridgeCounts {
    let counts = this.#counts.get(harness);
    if (counts === undefined) {
      counts = { unknownPayloads: 0, unknownFields: 0, duplicates: 0, notUserInput: 0 };
      this.#counts.set(harness, counts);
    }
    return counts;
  }

  /** Notes that an event was taken, also one of which no receipt is kept: its bridge is not silent. */
  taken(integrationId: string, event: EventType, at: string): void {
    this.#lastAt.set(`${integrationId} ${event}`, at);
  }

  /** When an event of this run was last taken; null when none was. */
  lastTakenAt(integrationId: string, event: EventType): string | null {
    return this.#lastAt.get(`${integrationId} ${event}`) ?? null;
  }
}
