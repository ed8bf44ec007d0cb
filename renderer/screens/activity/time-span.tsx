import { X } from 'lucide-react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { BoundNote } from '../../components/bound-note.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { TimeChart } from '../../components/time-chart.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { exactTime, useNow } from '../../format/time.ts';
import { edgesOf, RANGES, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';

const words = messages.activity;
const HOUR_MS = 3_600_000;
const FIRST_YEAR = 1970;

interface TimeSpanProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  /** Called with the receipt at the end of a chosen day. */
  onJump(receiptId: string): void;
}

/** The time of the shown receipts: a range, bars of the result to drag over, and the filters that have no field. */
export function TimeSpan({ filter, onFilter, onJump }: TimeSpanProps) {
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
      <DayField filter={filter} onJump={onJump} />
      <div className="span-bar__chart">
        <TimeChart
          name={words.overTime}
          edges={edges}
          rows={[{ key: 'all', label: words.overTime, values }]}
          onSelect={(from, to) => onFilter({ ...others, since: from, until: to })}
        />
        <BoundNote bound={stats.value?.bound} />
      </div>
      <FilterChips filter={filter} named={named !== undefined} onFilter={onFilter} />
    </div>
  );
}

/** Goes to the last receipt of a day, or to the nearest one before it. The filter stays. */
function DayField({ filter, onJump }: Pick<TimeSpanProps, 'filter' | 'onJump'>) {
  const connection = useConnection();
  const jump = async (text: string) => {
    const [year, month, day] = text.split('-').map(Number);
    // A year that is being typed begins with zeros.
    if (!year || !month || !day || year < FIRST_YEAR) return;
    const until = new Date(year, month - 1, day + 1).toISOString();
    const ask = (filter: ReceiptFilter, order: 'newest' | 'oldest') =>
      connection.call('receipts.query', { filter, order, limit: 1 });
    const end = filter.until !== undefined && filter.until < until ? filter.until : until;
    let answer = await ask({ ...filter, until: end }, 'newest');
    if (answer.ok && answer.result.receipts.length === 0) answer = await ask(filter, 'oldest');
    const found = answer.ok ? answer.result.receipts[0] : undefined;
    if (found !== undefined) onJump(found.id);
  };
  return (
    <label className="span-bar__date">
      <span className="visually-hidden">{words.jumpToDay}</span>
      <input
        className="input"
        type="date"
        title={words.jumpToDay}
        onChange={(event) => void jump(event.target.value)}
      />
    </label>
  );
}

/** The filters that have no field of their own. Each can be removed. */
function FilterChips(props: Omit<TimeSpanProps, 'onJump'> & { named: boolean }) {
  const { filter, named, onFilter } = props;
  const { project, destination, found, notable, late, fingerprint, since, until } = filter;
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
