import type { ReceiptFilter } from '../../../shared/control.ts';
import { BoundNote } from '../../components/bound-note.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { TimeChart } from '../../components/time-chart.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useNow } from '../../format/time.ts';
import { edgesOf, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import { namedRange, RangeField } from './range-field.tsx';

const words = messages.activity;
const HOUR_MS = 3_600_000;

interface TimeSpanProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

/** The time of the shown receipts: a range, and bars of the result to drag over. */
export function TimeSpan({ filter, onFilter }: TimeSpanProps) {
  const now = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  const { since, until, ...others } = filter;
  const named = namedRange(filter, now);
  const shown = rangeOf('month', now);
  const asked = edgesOf({
    since: since === undefined ? shown.since : new Date(since),
    until: until === undefined ? shown.until : new Date(until),
  });
  const stats = useQuery('stats.query', { edges: asked, filter: others }, ['receipts']);
  const { edges } = stats.params;
  const values = edges.slice(1).map(() => 0);
  for (const { bin, totals } of stats.value?.rows ?? []) values[bin] = totals.events;
  return (
    <div className="span-bar">
      <RangePicker
        value={named ?? null}
        onChange={(name) => {
          if (name === named) {
            onFilter(others);
            return;
          }
          const range = rangeOf(name, now);
          onFilter({ ...others, since: range.since.toISOString(), until: range.until.toISOString() });
        }}
      />
      <RangeField filter={filter} onRange={(range) => onFilter({ ...others, ...range })} />
      <div className="span-bar__chart">
        <TimeChart
          name={words.overTime}
          edges={edges}
          rows={[{ key: 'all', label: words.overTime, values }]}
          onSelect={(from, to) => onFilter({ ...others, since: from, until: to })}
        />
        <BoundNote bound={stats.value?.bound} />
      </div>
    </div>
  );
}
