import type { TelemetryCounts } from '../../../shared/telemetry-counts.ts';

/** Counts the telemetry of each integration in this run. */
export class TelemetryLedger {
  readonly #counts = new Map<string, TelemetryCounts>();

  of(integrationId: string): TelemetryCounts {
    let counts = this.#counts.get(integrationId);
    if (counts === undefined) {
      counts = { records: 0, dropped: 0, notUserInput: 0, duplicates: 0, rejected: 0 };
      this.#counts.set(integrationId, counts);
    }
    return counts;
  }

  /** Lists the counts of the integrations whose telemetry arrived. */
  list(): [integrationId: string, counts: TelemetryCounts][] {
    return [...this.#counts];
  }
}
