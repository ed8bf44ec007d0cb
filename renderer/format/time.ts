import { useSyncExternalStore } from 'react';
import { inLanguages } from '../../shared/locale.ts';

const dates = (options: Intl.DateTimeFormatOptions) =>
  inLanguages((languages) => new Intl.DateTimeFormat(languages, { hourCycle: 'h23', ...options }));

const relative = inLanguages(
  (languages) => new Intl.RelativeTimeFormat(languages, { numeric: 'auto', style: 'short' }),
);
const day = dates({ day: 'numeric', month: 'short' });
const exact = dates({ dateStyle: 'medium', timeStyle: 'long' });
const time = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortTime = dates({ hour: '2-digit', minute: '2-digit' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "3 min ago", "yesterday": formats an instant relative to `now`. */
export function relativeTime(instant: string, now: number): string {
  const past = now - Date.parse(instant);
  if (Number.isNaN(past)) return '';
  const size = Math.abs(past);
  const sign = past < 0 ? 1 : -1;
  if (size < 45_000) return relative().format(0, 'second');
  if (size < HOUR) return relative().format(sign * Math.max(1, Math.round(size / MINUTE)), 'minute');
  if (size < DAY) return relative().format(sign * Math.round(size / HOUR), 'hour');
  return relative().format(sign * Math.round(size / DAY), 'day');
}

const isSameDay = (a: Date, b: Date): boolean =>
  a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();

/** Formats the time of day for a list, with the date if it is not the day of `now`. */
export const listTime = (instant: string, now: number): string =>
  isSameDay(new Date(instant), new Date(now)) ? timeOfDay(instant) : clockTime(instant, now);

/** Formats the day of an instant, before its time. Empty for the day of `now`. */
export const dayBefore = (instant: string, now: number): string =>
  isSameDay(new Date(instant), new Date(now)) ? '' : `${day().format(new Date(instant))} `;

/** Formats the time of day without seconds, with the date if it is not the day of `now`. */
export function clockTime(instant: string, now: number): string {
  const at = new Date(instant);
  const clock = shortTime().format(at);
  return isSameDay(at, new Date(now)) ? clock : `${day().format(at)} ${clock}`;
}

const weekday = dates({ weekday: 'long', day: 'numeric', month: 'long' });
const weekdayOfYear = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Names a day in full, with its year if that is not the year of `now`. */
export function dayName(instant: number, now: number): string {
  const at = new Date(instant);
  return (at.getFullYear() === new Date(now).getFullYear() ? weekday() : weekdayOfYear()).format(at);
}

const hour = dates({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const HOUR_BIN_MS = 2 * HOUR;

/** Names a bin of a chart: some minutes or an hour, a day, or the first day of a week. */
export function binName(from: string, until: string): string {
  const isHour = Date.parse(until) - Date.parse(from) < HOUR_BIN_MS;
  return (isHour ? hour() : day()).format(new Date(from));
}

const weekdayName = dates({ weekday: 'short' });
/** Before this, the name of a weekday may mean an earlier one. */
const WEEK = 7 * DAY;

/** Formats the day and the time of an instant, without seconds: "Tue 19:00". An older day has its date. */
export function dayAndTime(instant: string, now: number): string {
  const time = new Date(instant);
  const isRecent = now - time.getTime() < WEEK && time.getTime() <= now + DAY;
  return `${(isRecent ? weekdayName() : day()).format(time)} ${shortTime().format(time)}`;
}

/** Writes a span as one text: "Tue 19:00 – 23:00". */
export function rangeText(since: string, until: string, now: number): string {
  // Midnight at the end belongs to the day before it.
  const isOneDay = isSameDay(new Date(since), new Date(Date.parse(until) - 1));
  const end = isOneDay ? shortTime().format(new Date(until)) : dayAndTime(until, now);
  return `${dayAndTime(since, now)} – ${end}`;
}

type LengthUnit = 'second' | 'minute' | 'hour' | 'day';
const lengths = inLanguages((languages) =>
  Object.fromEntries(
    (['second', 'minute', 'hour', 'day'] as const).map((unit) => [
      unit,
      new Intl.NumberFormat(languages, { style: 'unit', unit, unitDisplay: 'short' }),
    ]),
  ),
);
const duration = (count: number, unit: LengthUnit) => lengths()[unit]!.format(count);

/** Formats a length of time in its largest fitting unit. */
export function lengthOfTime(ms: number): string {
  // The shared clock is up to 15 seconds old, so a length up to now can be negative.
  if (ms < MINUTE) return duration(Math.max(0, Math.round(ms / 1000)), 'second');
  if (ms < HOUR) return duration(Math.round(ms / MINUTE), 'minute');
  if (ms < 2 * DAY) return duration(Math.round(ms / HOUR), 'hour');
  return duration(Math.round(ms / DAY), 'day');
}

/** Formats the time of day, with seconds. */
export const timeOfDay = (instant: string): string => time().format(new Date(instant));

export const exactTime = (instant: string): string => exact().format(new Date(instant));

const TICK_MS = 15_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Gives the current time with a resolution of 15 seconds. All relative times on the screen share one timer. */
export function useNow(): number {
  const shown = useSyncExternalStore(onTick, () => now);
  // The value may be old after the machine slept, or at the first read of a page that has been open for long.
  return Math.max(shown, Date.now() - TICK_MS);
}
