import type { BridgeCaller, BridgeStatus, HarnessId } from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';
import { getOrMake } from '../recent-values.ts';
import { callingProgram } from './calling-program.ts';

/** A busy agent reports many times a second, from one program. */
const CALLER_INTERVAL_MS = 1000;

type Counted = 'reports' | 'refused' | 'unknownPayloads' | 'unknownFields' | 'duplicates' | 'notUserInput';
type BridgeCounts = Pick<BridgeStatus, Counted>;

/**
 * Counts, per harness, the reports of this run and the parts that could not be used. It holds only numbers and
 * times.
 */
export class BridgeLedger {
  readonly #counts = new Map<HarnessId, BridgeCounts>();
  readonly #lastAt = new Map<string, string>();
  readonly #callers = new Map<string, { lookedAt: number; caller: BridgeCaller | null }>();

  of(harness: HarnessId): BridgeCounts {
    return getOrMake(this.#counts, harness, () => ({
      ...{ reports: 0, refused: 0, unknownPayloads: 0, unknownFields: 0, duplicates: 0, notUserInput: 0 },
    }));
  }

  /** Looks up the program that reported, at most once a second for each connection. */
  called(integrationId: string, pid: number, at: number, keepsFolder: boolean): void {
    const last = this.#callers.get(integrationId);
    if (last !== undefined && Math.abs(at - last.lookedAt) < CALLER_INTERVAL_MS) return;
    const entry = { lookedAt: at, caller: last?.caller ?? null };
    this.#callers.set(integrationId, entry);
    void callingProgram(pid, keepsFolder).then((found) => {
      if (found !== undefined) entry.caller = { ...found, at: new Date(at).toISOString() };
    });
  }

  /** Returns the program that reported last in this run. */
  callerOf(integrationId: string): BridgeCaller | null {
    return this.#callers.get(integrationId)?.caller ?? null;
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
