import { parseInstant } from './instant.ts';

const AGO = /^(\d{1,6}) (minute|hour|day|week)s? ago$/;
const TIME = /^(?:(today|yesterday) )?([01]?\d|2[0-3]):([0-5]\d)$/;
/** A date with a time, as the tables of `plinth` show it. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}.*)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MINUTE_MS = 60_000;
const UNIT_MINUTES: Record<string, number> = { minute: 1, hour: 60 };
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7 };

/** Returns the last midnight of the local time zone. */
export function startOfDay(now: number): Date {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return midnight;
}

/** Returns the same time of day some days earlier. A day of a clock change has 23 or 25 hours. */
function daysBefore(now: number, days: number): number {
  const at = new Date(now);
  at.setDate(at.getDate() - days);
  return at.getTime();
}

/** The day before. In a zone that has skipped a day at the date line, it is the one before that. */
const startOfYesterday = (now: number): Date => startOfDay(startOfDay(now).getTime() - 1);

/**
 * Gives the epoch milliseconds of a time as a person writes it, in the local time zone: “yesterday”, “2 hours ago”,
 * “14:30”, “yesterday 14:30”, a date, or a date with time. Returns undefined for any other text.
 */
export function parseLocalInstant(text: string, now: number): number | undefined {
  const written = text.trim().toLowerCase();
  if (written === 'now') return now;
  if (written === 'today') return startOfDay(now).getTime();
  if (written === 'yesterday') return startOfYesterday(now).getTime();
  const [, count, unit = ''] = AGO.exec(written) ?? [];
  if (count !== undefined) {
    const minutes = UNIT_MINUTES[unit];
    const at =
      minutes === undefined
        ? daysBefore(now, Number(count) * UNIT_DAYS[unit]!)
        : now - Number(count) * minutes * MINUTE_MS;
    // No receipt is older, and ISO 8601 has no years before 0.
    return Math.max(at, 0);
  }
  const [, day, hours, minutes] = TIME.exec(written) ?? [];
  if (hours !== undefined) {
    const start = day === 'yesterday' ? startOfYesterday(now) : startOfDay(now);
    return start.setHours(Number(hours), Number(minutes));
  }
  // A date alone would be the start of its day in UTC.
  return parseInstant(DATE.test(written) ? `${written}T00:00` : text.trim().replace(DATE_TIME, '$1T$2'));
}
