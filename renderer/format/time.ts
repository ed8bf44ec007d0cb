import { useSyncExternalStore } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const exact = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'long',
  hour12: false,
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "3 min ago", "yesterday": formats an instant relative to `now`. */
export function relativeTime(instant: string, now: number): string {
  const past = now - Date.parse(instant);
  if (Number.isNaN(past)) return '';
  const size = Math.abs(past);
  const sign = past < 0 ? 1 : -1;
  if (size < 45_000) return relative.format(0, 'second');
  if (size < HOUR) return relative.format(sign * Math.max(1, Math.round(size / MINUTE)), 'minute');
  if (size < DAY) return relative.format(sign * Math.round(size / HOUR), 'hour');
  return relative.format(sign * Math.round(size / DAY), 'day');
}

/** Formats the time of day for a list, with the date if it is not the day of `now`. */
export function listTime(instant: string, now: number): string {
  const at = new Date(instant);
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const today = new Date(now);
  const isToday =
    at.getDate() === today.getDate() &&
    at.getMonth() === today.getMonth() &&
    at.getFullYear() === today.getFullYear();
  return isToday ? time : `${day.format(at)} ${time.slice(0, 5)}`;
}

export const exactTime = (instant: string): string => exact.format(new Date(instant));

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
