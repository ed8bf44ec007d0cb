import type { TelemetryCounts } from '../../../shared/telemetry-counts.ts';
import { getOrMake } from '../recent-values.ts';

/** Counts the telemetry of each integration in this run. */
export class TelemetryLedger {
  readonly #counts = new Map<string, TelemetryCounts>();

  of(integrationId: string): TelemetryCounts {
    const none = { records: 0, dropped: 0, notUserInput: 0, duplicates: 0, rejected: 0 };
    return getOrMake(this.#counts, integrationId, () => none);
  }

  /** Lists the counts of the integrations whose telemetry arrived. */
  list(): [integrationId: string, counts: TelemetryCounts][] {
    return [...this.#counts];
  }
}
