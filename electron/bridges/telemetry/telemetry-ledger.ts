/** Numbers of one integration's telemetry in this run. They contain no content. */
interface TelemetryCounts {
  /** Log records and spans that arrived. */
  records: number;
  /** Records that are none of the six events: traces of models, metrics, answers. */
  dropped: number;
  notUserInput: number;
  /** Events that a hook or an earlier record had reported. */
  duplicates: number;
  /** Events that did not fit the contract. */
  rejected: number;
}

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
}
