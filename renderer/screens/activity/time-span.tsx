import { X } from 'lucide-react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { RangePicker } from '../../components/range-picker.tsx';
import { TimeChart } from '../../components/time-chart.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { exactTime, useNow } from '../../format/time.ts';
import { edgesOf, RANGES, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';

const words = messages.activity;
const HOUR_MS = 3_600_000;

interface TimeSpanProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

/** The time of the shown receipts: a range, bars of the result to drag over, and the filters that have no field. */
export function TimeSpan({ filter, onFilter }: TimeSpanProps) {
  const now = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  const { since, until, ...others } = filter;
  const named = RANGES.find((name) => {
    const range = rangeOf(name, now);
    return range.since.toISOString() === since && range.until.toISOString() === until;
  });
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
      <label className="span-bar__date">
        <span className="visually-hidden">{words.jumpToDay}</span>
        <input
          className="input"
          type="date"
          title={words.jumpToDay}
          value={until === undefined || named !== undefined ? '' : localDay(new Date(Date.parse(until) - 1))}
          onChange={(event) => {
            const [year, month, day] = event.target.value.split('-').map(Number);
            if (!year || !month || !day) onFilter(others);
            else onFilter({ ...others, until: new Date(year, month - 1, day + 1).toISOString() });
          }}
        />
      </label>
      <div className="span-bar__chart">
        <TimeChart
          name={words.overTime}
          edges={edges}
          rows={[{ key: 'all', label: words.overTime, values }]}
          onSelect={(from, to) => onFilter({ ...others, since: from, until: to })}
        />
      </div>
      <FilterChips filter={filter} named={named !== undefined} onFilter={onFilter} />
    </div>
  );
}

const localDay = (day: Date) =>
  [
    day.getFullYear(),
    String(day.getMonth() + 1).padStart(2, '0'),
    String(day.getDate()).padStart(2, '0'),
  ].join('-');

/** The filters that have no field of their own. Each can be removed. */
function FilterChips({ filter, named, onFilter }: TimeSpanProps & { named: boolean }) {
  const { project, destination, found, withFindings, notable, late, fingerprint, since, until } = filter;
  const without = (...members: (keyof ReceiptFilter)[]) =>
    onFilter(
      Object.fromEntries(
        Object.entries(filter).filter(([name]) => !members.includes(name as keyof ReceiptFilter)),
      ),
    );
  const chips: [string, (keyof ReceiptFilter)[]][] = [];
  if (project !== undefined) chips.push([words.chips.project(project), ['project']]);
  if (destination !== undefined) chips.push([words.chips.destination(destination), ['destination']]);
  if (found !== undefined) chips.push([words.chips[found], ['found']]);
  if (withFindings) chips.push([words.chips.any, ['withFindings']]);
  if (notable !== undefined) chips.push([messages.notable[notable], ['notable']]);
  if (late) chips.push([words.chips.late, ['late']]);
  if (fingerprint !== undefined)
    chips.push([words.chips.fingerprint(fingerprint.slice(0, 8)), ['fingerprint']]);
  if (!named && since !== undefined) {
    chips.push([
      words.chips.span(exactTime(since), until === undefined ? '' : exactTime(until)),
      ['since', 'until'],
    ]);
  } else if (!named && until !== undefined) chips.push([words.chips.until(exactTime(until)), ['until']]);
  return chips.map(([label, members]) => (
    <span key={label} className="chip" dir="auto">
      <span className="truncate">{label}</span>
      <button
        type="button"
        className="chip__remove"
        aria-label={words.chips.remove(label)}
        onClick={() => without(...members)}
      >
        <X size={12} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  ));
}
