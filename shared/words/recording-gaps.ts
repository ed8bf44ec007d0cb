import { formatCount } from '../quantity.ts';
import type { GapCause, RecordingGap } from '../recording-gap.ts';
import { duration } from './duration.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { plural } from './plural.ts';

/** Names the cause of a gap in a table. */
const gapCauses: Record<GapCause, string> = {
  paused: 'paused',
  not_running: 'Plinth was not running',
  not_answering: 'Plinth did not answer',
  computer_off: 'computer off or asleep',
  crashed: 'lost in a crash',
};

const unseen: Record<Exclude<GapCause, 'paused' | 'crashed'>, string> = {
  not_running: ' What agents did then is not in the record.',
  not_answering: ' Reports of this time can be missing.',
  computer_off: '',
};

function pauseSentence({ from, until, notRecorded }: RecordingGap, instant: FormatInstant, part?: string) {
  const subject = part === undefined ? 'Recording' : `Recording of ${part}`;
  const counted = plural(notRecorded ?? 0, { one: 'event', other: 'events' });
  const count = notRecorded ? `; ${counted} not recorded` : '';
  return until === null
    ? `${subject} has been paused since ${instant(from)}${count}`
    : `${subject} was paused from ${instant(from)} to ${instant(until)}${count}`;
}

function crashSentence({ from, until, precision, notRecorded }: RecordingGap, instant: FormatInstant) {
  const time =
    precision === 'unknown' ? `before ${instant(until!)}` : `from ${instant(from)} to ${instant(until!)}`;
  const count = plural(notRecorded ?? 0, { one: 'receipt', other: 'receipts' });
  return `The computer or Plinth crashed before the newest receipts were on the disk: at least ${count} ${time} ${notRecorded === 1 ? 'is' : 'are'} lost.`;
}

/** Says when and why nothing was recorded. `part` names the paused agent or project. */
export function gapSentence(gap: RecordingGap, instant: FormatInstant = asSent, part?: string): string {
  const { from, until, cause, precision } = gap;
  if (cause === 'paused') return pauseSentence(gap, instant, part);
  if (cause === 'crashed') return crashSentence(gap, instant);
  if (until === null) {
    const since = precision === 'exact' ? '' : ', or up to a minute longer';
    return `Plinth has not been running since ${instant(from)}${since}. What agents do is not in the record.`;
  }
  if (precision === 'unknown') {
    return `Plinth was not running before ${instant(until)}. It is not known for how long.${unseen[cause]}`;
  }
  const subject = cause === 'computer_off' ? 'The computer was off or asleep' : gapCauses[cause];
  const isExact = precision === 'exact';
  const begin = isExact || cause === 'computer_off' ? '' : ', or up to a minute later,';
  const length = `${begin === '' ? '' : 'up to '}${duration(Date.parse(until) - Date.parse(from))}`;
  return `${subject} from ${instant(from)}${begin} to ${instant(until)} (${length}).${unseen[cause]}`;
}

/** Gives begin, end, cause and count of a gap for a table. */
export const gapCells = (gap: RecordingGap, instant: FormatInstant): string[] => [
  gap.precision === 'unknown'
    ? 'not known'
    : `${gap.precision === 'minute' ? 'about ' : ''}${instant(gap.from)}`,
  gap.until === null ? 'now' : instant(gap.until),
  gapCauses[gap.cause],
  gap.cause === 'computer_off' ? '–' : gap.notRecorded === null ? 'not known' : formatCount(gap.notRecorded),
];

/**
 * Says in one text that a range has gaps: the newest one, and how many others. A computer that was off is none of them.
 * Undefined without one.
 */
export function gapsSentence(
  gaps: readonly RecordingGap[],
  instant: FormatInstant,
  partOf: (gap: RecordingGap) => string | undefined = () => undefined,
): string | undefined {
  const told = gaps
    .filter(({ cause }) => cause !== 'computer_off')
    .sort((a, b) => Date.parse(b.from) - Date.parse(a.from));
  const [newest, ...others] = told;
  if (newest === undefined) return undefined;
  const sentence = gapSentence(newest, instant, partOf(newest)).replace(/([^.])$/, '$1.');
  if (others.length === 0) return sentence;
  return `${sentence} There ${others.length === 1 ? 'is' : 'are'} ${plural(others.length, { one: 'other gap', other: 'other gaps' })} in this time.`;
}
