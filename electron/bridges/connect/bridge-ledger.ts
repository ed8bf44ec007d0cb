import type { HarnessId } from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';

interface BridgeCounts {
  reports: number;
  refused: number;
  unknownPayloads: number;
  unknownFields: number;
  duplicates: number;
  notUserInput: number;
}

/**
 * Counts, per harness, the reports of this run and the parts that could not be used. It holds only numbers and
 * times.
 */
export class BridgeLedger {
  readonly #counts = new Map<HarnessId, BridgeCounts>();
  readonly #lastAt = new Map<string, string>();

  of(harness: HarnessId): BridgeCounts {
    let counts = this.#counts.get(harness);
    if (counts === undefined) {
      counts = {
        ...{ reports: 0, refused: 0, unknownPayloads: 0, unknownFields: 0 },
        ...{ duplicates: 0, notUserInput: 0 },
      };
      this.#counts.set(harness, counts);
    }
    return counts;
  }

  /** Records that an event was accepted, even when no receipt is stored: its bridge is active. */
  taken(integrationId: string, event: EventType, at: string): void {
    this.#lastAt.set(`${integrationId} ${event}`, at);
  }

  /** Returns the time at which this run last accepted an event, or null when it accepted none. */
  lastTakenAt(integrationId: string, event: EventType): string | null {
    return this.#lastAt.get(`${integrationId} ${event}`) ?? null;
  }
}
