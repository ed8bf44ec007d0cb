const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The bins of short ranges, so that an hour has twelve and half a day 48. */
const SHORT_BINS = [
  { upTo: 2 * HOUR_MS, bin: 5 * MINUTE_MS },
  { upTo: DAY_MS / 2, bin: 15 * MINUTE_MS },
];
/** Longer ranges are shown by days. */
const MAX_HOURLY_MS = 3 * DAY_MS;
/** More bins would be narrower than a pixel. Longer ranges are shown by weeks. */
const MAX_DAILY = 180;

export const RANGES = ['today', 'yesterday', 'week', 'month', 'quarter'] as const;
export type RangeName = (typeof RANGES)[number];

export interface TimeRange {
  since: Date;
  until: Date;
}

/** Gives the start of a day in the user's time zone, some days away. */
function dayAt(now: number, days: number): Date {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
}

/** Gives the start of the day of an instant in the user's time zone, in milliseconds. `days` is a distance in days. */
export const startOfDay = (instant: number, days = 0): number => dayAt(instant, days).getTime();

/** Gives a named range. It ends with the end of a day, so that it does not change while time passes. */
export function rangeOf(name: RangeName, now: number): TimeRange {
  const tomorrow = dayAt(now, 1);
  switch (name) {
    case 'today':
      return { since: dayAt(now, 0), until: tomorrow };
    case 'yesterday':
      return { since: dayAt(now, -1), until: dayAt(now, 0) };
    case 'week':
      return { since: dayAt(now, -6), until: tomorrow };
    case 'month':
      return { since: dayAt(now, -29), until: tomorrow };
    case 'quarter':
      return { since: dayAt(now, -89), until: tomorrow };
  }
}

export const DAY_PARTS = ['night', 'morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];
const HOURS_PER_PART = 24 / DAY_PARTS.length;

/** Cuts the day that begins at an instant into its parts, by the clock. Gives the edges of the parts. */
export function dayPartEdges(dayStart: string): string[] {
  const day = new Date(dayStart);
  return [0, ...DAY_PARTS.map((_, part) => part + 1)].map((part) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate(), part * HOURS_PER_PART).toISOString(),
  );
}

/** Cuts a range into minutes, hours, days or weeks of the user's time zone. Gives the edges of the bins. */
export function edgesOf({ since, until }: TimeRange): string[] {
  const length = until.getTime() - since.getTime();
  const short = SHORT_BINS.find(({ upTo }) => length <= upTo)?.bin;
  const days = length <= MAX_HOURLY_MS ? 0 : length / DAY_MS <= MAX_DAILY ? 1 : 7;
  const edges: Date[] = [];
  let at = new Date(since);
  at.setMinutes(short === undefined ? 0 : at.getMinutes() - (at.getMinutes() % (short / MINUTE_MS)), 0, 0);
  if (days > 0) at.setHours(0);
  while (at < until) {
    edges.push(at);
    at = new Date(at);
    // A day has 23 or 25 hours when clocks change, so the calendar moves and not the clock.
    if (days === 0) at = new Date(at.getTime() + (short ?? HOUR_MS));
    else at.setDate(at.getDate() + days);
  }
  edges.push(at);
  return edges.map((edge) => edge.toISOString());
}
