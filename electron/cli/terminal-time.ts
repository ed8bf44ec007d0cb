import { startOfDay } from '../../shared/local-instant.ts';

const DAY_MS = 86_400_000;

const twoDigits = (part: number) => String(part).padStart(2, '0');
const clock = (at: Date) => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
const date = (at: Date) => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

/** Formats an instant in local time: the time of today, “yesterday” with the time, or the date with the time. */
export function localTime(instant: string, now: number): string {
  const at = new Date(instant);
  const today = startOfDay(now);
  // A day has 23 or 25 hours when the clock changes, so half a day before midnight is always yesterday.
  const yesterday = startOfDay(today.getTime() - DAY_MS / 2);
  if (at >= today && at.getTime() < now + DAY_MS / 2) return clock(at);
  if (at >= yesterday && at < today) return `yesterday ${clock(at)}`;
  return `${date(at)} ${clock(at)}`;
}

/** Formats an instant for standard output: local time on a terminal, ISO 8601 for a program. */
export const shownTime = (instant: string, now = Date.now()): string =>
  process.stdout.isTTY ? localTime(instant, now) : instant;
