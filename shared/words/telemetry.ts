import { formatCount } from '../quantity.ts';
import type { TelemetryCounts } from '../telemetry-counts.ts';
import { plural } from './plural.ts';

/** Says what became of the records of telemetry, without those kinds that did not occur. */
export function telemetrySentence(counts: TelemetryCounts): string {
  const records = plural(counts.records, { one: 'record', other: 'records' });
  const parts = (
    [
      [counts.dropped, 'without an event'],
      [counts.notUserInput, 'not written by a person'],
      [counts.duplicates, 'reported before'],
      [counts.rejected, 'refused'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatCount(count)} ${what}`);
  return `${records} of telemetry since the start${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}
