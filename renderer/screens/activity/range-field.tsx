import { Calendar, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { dayAndTime, rangeText, useNow } from '../../format/time.ts';
import { RANGES, type RangeName, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';

const words = messages.activity.range;

type Range = Pick<ReceiptFilter, 'since' | 'until'>;

/** Finds the named range that a filter has. */
export function namedRange({ since, until }: Range, now: number): RangeName | undefined {
  return RANGES.find((name) => {
    const range = rangeOf(name, now);
    return range.since.toISOString() === since && range.until.toISOString() === until;
  });
}

/** Names the time of a filter: "7 days", or "Tue 19:00 – 23:00". */
export function useRangeName(filter: Range): string {
  const now = useNow();
  const { since, until } = filter;
  const named = namedRange(filter, now);
  if (named !== undefined) return messages.charts.ranges[named];
  if (since === undefined) return until === undefined ? words.all : words.before(dayAndTime(until, now));
  return until === undefined ? words.fromOn(dayAndTime(since, now)) : rangeText(since, until, now);
}

interface RangeFieldProps {
  filter: ReceiptFilter;
  onRange(range: Range): void;
}

/** The time of the shown receipts, to the minute. */
export function RangeField({ filter, onRange }: RangeFieldProps) {
  const [open, setOpen] = useState(false);
  const isSet = filter.since !== undefined || filter.until !== undefined;
  const name = useRangeName(filter);
  return (
    <span className="range-field">
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button look={isSet ? 'plain' : 'quiet'} title={words.title}>
            <Calendar size={14} strokeWidth={1.5} aria-hidden />
            <span className="visually-hidden">{`${words.title}: `}</span>
            {name}
          </Button>
        </Popover.Trigger>
        <Popover.Content
          className="menu range-field__form"
          align="start"
          sideOffset={4}
          aria-label={words.title}
        >
          <RangeForm
            range={filter}
            onRange={(range) => {
              setOpen(false);
              onRange(range);
            }}
          />
        </Popover.Content>
      </Popover.Root>
      {isSet && (
        <Button look="icon" aria-label={messages.activity.chips.remove(name)} onClick={() => onRange({})}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </Button>
      )}
    </span>
  );
}

const MINUTE_CHARACTERS = 'yyyy-mm-ddThh:mm'.length;

/** Writes an instant as the browser's field takes it: in the user's time zone, without one. */
function fieldText(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
  return at.toISOString().slice(0, MINUTE_CHARACTERS);
}

const instantOf = (text: string) => {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

function RangeForm({ range, onRange }: { range: Range; onRange(range: Range): void }) {
  const [since, setSince] = useState(fieldText(range.since));
  const [until, setUntil] = useState(fieldText(range.until));
  const ids = { since: useId(), until: useId() };
  const [from, to] = [instantOf(since), instantOf(until)];
  const isBackwards = from !== undefined && to !== undefined && from >= to;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRange({
          ...(from === undefined ? {} : { since: from }),
          ...(to === undefined ? {} : { until: to }),
        });
      }}
    >
      <Field label={words.from} control={ids.since}>
        <input
          id={ids.since}
          className="input"
          type="datetime-local"
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
      </Field>
      <Field label={words.until} control={ids.until}>
        <input
          id={ids.until}
          className="input"
          type="datetime-local"
          value={until}
          aria-invalid={isBackwards}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Field>
      {isBackwards && <p className="secondary">{words.backwards}</p>}
      <Button look="main" type="submit" disabled={isBackwards}>
        {words.apply}
      </Button>
    </form>
  );
}
