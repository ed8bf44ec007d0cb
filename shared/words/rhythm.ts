import type { SilentIntegration } from '../insight.ts';
import { MOST_LATE } from '../problems.ts';
import type { FormatInstant } from './instants.ts';
import { listed, plural } from './plural.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Reports of a longer time of the day come at any time. */
const ALL_DAY_MINUTES = 1200;
/** Reports of a shorter time of the day come from a job, and have one time. */
const JOB_MINUTES = 60;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function daysOf(days: readonly number[]): string {
  if (days.length === 7) return 'daily';
  const names = days.map((day) => WEEKDAYS[day]!);
  if (names.length === 5 && !days.includes(0) && !days.includes(6)) return 'on weekdays';
  if (names.length === 2 && days.includes(0) && days.includes(6)) return 'on weekends';
  return `on ${listed(names)}`;
}

/** Says when an integration usually reports, and how often it did not. */
export function rhythmWords({
  days,
  from,
  until,
  missed,
  lastAt,
}: Omit<SilentIntegration, 'integrationId' | 'name'>) {
  const last = new Date(lastAt);
  const at = last.getHours() * 60 + last.getMinutes();
  const isJob = until - from <= JOB_MINUTES;
  const times = until - from > ALL_DAY_MINUTES ? '' : ` ${clock(from)}–${clock(until)}`;
  const time = isJob ? ` at about ${clock(at >= from && at < until ? at : from)}` : times;
  const count = isJob ? { one: 'time', other: 'times' } : { one: 'day', other: 'days' };
  return `${daysOf(days)}${time}: missed ${plural(missed, count)}`;
}

/** Says that an integration is silent, and since when. */
export const silenceSentence = (
  { name, ...silence }: Omit<SilentIntegration, 'integrationId'>,
  instant: FormatInstant,
): string =>
  `${name} usually reports ${rhythmWords(silence)}. Its last report came at ${instant(silence.lastAt)}.`;

/** Says how many receipts of the last week were late. */
export const lateSentence = (count: number): string =>
  `Of the last 7 days, ${plural(count, { one: 'receipt has', other: count < MOST_LATE ? 'receipts have' : 'or more receipts have' })} a reported time that differs by more than five minutes from the time of arrival.`;
