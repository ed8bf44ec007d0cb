import { RANGES, type RangeName } from '../format/time-range.ts';
import { messages } from '../messages/index.ts';

/** Buttons for the ranges that people ask for. `null` means that another range is set. */
export function RangePicker(props: { value: RangeName | null; onChange(range: RangeName): void }) {
  return (
    <fieldset className="segments" aria-label={messages.charts.range}>
      {RANGES.map((range) => (
        <button
          key={range}
          type="button"
          className="segments__one"
          aria-pressed={props.value === range}
          onClick={() => props.onChange(range)}
        >
          {messages.charts.ranges[range]}
        </button>
      ))}
    </fieldset>
  );
}
