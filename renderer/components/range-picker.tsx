import { RANGES, type RangeName } from '../format/time-range.ts';
import { messages } from '../messages/index.ts';
import { Select } from './select.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** The ranges that people ask for: buttons, or a list in a narrow window. `null` means that another range is set. */
export function RangePicker(props: { value: RangeName | null; onChange(range: RangeName): void }) {
  const narrow = useMediaQuery('(max-width: 480px)');
  if (narrow) {
    return (
      <Select
        aria-label={messages.charts.range}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.target.value as RangeName)}
      >
        {props.value === null && <option value="">{messages.charts.otherRange}</option>}
        {RANGES.map((range) => (
          <option key={range} value={range}>
            {messages.charts.ranges[range]}
          </option>
        ))}
      </Select>
    );
  }
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
