import type { SilentIntegration } from '../../../shared/insight.ts';
import { QUARTER_MS } from './activity-roll-up.ts';

const DAY_MINUTES = 1440;
/** Fewer days with a report say nothing about a rhythm. */
const LEAST_DAYS = 5;
/** A report may be this late before its day counts as missed. */
const GRACE_MINUTES = 60;
/** An integration must report on more than this part of the days of a kind to have a rhythm on them. */
const LEAST_SHARE = 0.5;
/** Days are missed when days without a report are as rare as this together: one of a daily job, two of an irregular agent. */
const RARE = 0.15;
/** Fewer days of a kind say nothing about it. */
const LEAST_ALIKE = 2;
/** From so many days of one weekday, that weekday is compared with itself. With fewer, workdays and weekends are. */
const OWN_WEEKDAY = 4;
/** The part of the days whose first report decides when a report is due, so that one late day does not. */
const USUAL_PART = 0.9;

interface Day {
  weekday: number;
  /** The local midnight at which it begins. */
  start: Date;
  /** The minutes of its first and last quarter with a report, from its start. Undefined without one. */
  first?: number;
  last?: number;
}

type Silence = Pick<SilentIntegration, 'days' | 'from' | 'until' | 'missed'>;

const atMinute = (start: Date, minute: number): Date => {
  const at = new Date(start);
  at.setMinutes(minute);
  return at;
};
const midnightOf = (at: number): Date => new Date(new Date(at).setHours(0, 0, 0, 0));
const isWeekend = (weekday: number) => weekday === 0 || weekday === 6;
const part = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
const rising = (values: readonly number[]) => [...values].sort((a, b) => a - b);

function daysBetween(from: number, until: number, active: readonly number[]): Day[] {
  const byStart = Map.groupBy(active, (at) => midnightOf(at).getTime());
  const days: Day[] = [];
  for (let start = midnightOf(from); start.getTime() <= until; ) {
    const reports = byStart.get(start.getTime()) ?? [];
    const minutes = reports.map((at) => new Date(at).getHours() * 60 + new Date(at).getMinutes());
    const [first, last] = [Math.min(...minutes), Math.max(...minutes)];
    days.push({ weekday: start.getDay(), start, ...(minutes.length === 0 ? {} : { first, last }) });
    start = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  }
  return days;
}

/**
 * Tells whether an integration is silent at a time at which it usually reports, and how many of these days it missed. It
 * learns, for each weekday, on how many days there was a report and when the first one came. `active` has the starts of the
 * quarters of an hour with a report, rising. Days that were not recorded count neither way.
 */
export function silenceOf(
  active: readonly number[],
  isRecorded: (from: number, until: number) => boolean,
  now: number,
): Silence | undefined {
  const last = active.at(-1);
  if (last === undefined) return undefined;
  const days = daysBetween(active[0]!, now, active);
  const learnt = days.filter(({ start }) => start.getTime() <= last);
  if (learnt.filter(({ first }) => first !== undefined).length < LEAST_DAYS) return undefined;
  const rhythms = [0, 1, 2, 3, 4, 5, 6].map((weekday) => rhythmOf(learnt, weekday, isRecorded));
  let chance = 1;
  let missed = 0;
  for (const { start, weekday } of days.slice(learnt.length)) {
    const rhythm = rhythms[weekday];
    if (rhythm === undefined) continue;
    const due = atMinute(start, rhythm.due + GRACE_MINUTES).getTime();
    if (due > now || !isRecorded(atMinute(start, rhythm.from).getTime(), due)) continue;
    chance *= 1 - rhythm.share;
    missed += 1;
  }
  if (missed === 0 || chance > RARE) return undefined;
  const usual = rhythms.flatMap((rhythm, weekday) => (rhythm === undefined ? [] : [{ ...rhythm, weekday }]));
  const reported = learnt.filter(
    ({ weekday, first }) => first !== undefined && rhythms[weekday] !== undefined,
  );
  return {
    days: usual.map(({ weekday }) => weekday),
    from: Math.min(...usual.map(({ from }) => from)),
    until: Math.min(
      DAY_MINUTES,
      part(rising(reported.map((day) => day.last!)), USUAL_PART) + QUARTER_MS / 60_000,
    ),
    missed,
  };
}

const shareOf = (days: readonly Day[]) =>
  (days.filter(({ first }) => first !== undefined).length + 0.5) / (days.length + 1);

interface Rhythm {
  /** The estimated part of these days with a report. A few days prove less than many. */
  share: number;
  /** The minutes at which reports begin, and before which the first one usually came. */
  from: number;
  due: number;
}

/** Returns the rhythm of a weekday, if the integration usually reports on it. */
function rhythmOf(
  days: readonly Day[],
  weekday: number,
  isRecorded: (from: number, until: number) => boolean,
): Rhythm | undefined {
  const known = days.filter(
    ({ start, first }) =>
      first !== undefined || isRecorded(start.getTime(), atMinute(start, DAY_MINUTES).getTime()),
  );
  const same = known.filter((day) => day.weekday === weekday);
  const like = known.filter((day) => isWeekend(day.weekday) === isWeekend(weekday));
  const compared = same.length >= OWN_WEEKDAY ? same : like;
  const firsts = rising(compared.flatMap(({ first }) => first ?? []));
  const own = shareOf(compared);
  // Two weekends prove little alone, but with the workdays before them they prove a daily job.
  const isWhole = compared.length >= LEAST_ALIKE && firsts.length === compared.length;
  const share = isWhole ? Math.max(own, shareOf(known)) : own;
  if (firsts.length === 0 || share <= LEAST_SHARE) return undefined;
  return { share, from: part(firsts, 1 - USUAL_PART), due: part(firsts, USUAL_PART) };
}
