const INSTANT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/**
 * Gives the epoch milliseconds of an ISO 8601 date or date with time, or undefined for any other text. A date alone means its
 * start in UTC. A time without a zone is in the computer's time zone.
 */
export function parseInstant(text: string): number | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
