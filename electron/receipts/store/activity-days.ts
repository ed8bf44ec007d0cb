import type { DatabaseSync } from 'node:sqlite';
import { suggestsDamage } from './database.ts';

/** Days of every time zone begin at a multiple of this time. */
export const QUARTER_MS = 900_000;
/** The last instant of a calendar with four digits. A range without an end ends there. */
const LAST_QUARTER = Math.floor(Date.UTC(9999, 11, 31) / QUARTER_MS);

/** Quarters of an hour from the first on and before the second, with the place of the answer. */
export type Span = [place: number, from: number, until: number];

const zoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function startOfDay(quarter: number, days = 0): number {
  const at = new Date(quarter * QUARTER_MS);
  return Math.floor(new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime() / QUARTER_MS);
}

/**
 * Sums of the counts by days of the user's time zone, beside the counts by quarters of an hour. Long ranges are read from
 * here. The days are summed anew after the time zone has changed.
 */
export class ActivityDays {
  readonly #db: DatabaseSync;
  #ready = false;
  #day = { from: 0, until: 0 };

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.function('local_day', { deterministic: true }, (quarter) => this.dayOf(Number(quarter)));
  }

  /** Returns the first quarter of the day of a quarter. */
  dayOf(quarter: number): number {
    if (quarter < this.#day.from || quarter >= this.#day.until) {
      this.#day = { from: startOfDay(quarter), until: startOfDay(quarter, 1) };
    }
    return this.#day.from;
  }

  /** Sums the days if they are not those of this time zone. Inside the caller's transaction. */
  prepare(): void {
    if (this.#ready) return;
    const zone = zoneNow();
    const known = this.#db.prepare('SELECT zone FROM activity_zone').get() as { zone: string } | undefined;
    if (known?.zone !== zone) {
      this.#db.exec(`
        DELETE FROM activity_days;
        INSERT INTO activity_days
          SELECT local_day(quarter), integration, project, event, destination,
            sum(events), sum(bytes), sum(secrets), sum(personal)
          FROM activity GROUP BY 1, 2, 3, 4, 5;
        DELETE FROM activity_zone;`);
      this.#db.prepare('INSERT INTO activity_zone (zone) VALUES (?)').run(zone);
    }
    this.#ready = true;
  }

  /** Reads the time zone again, after a rollback. */
  forget(): void {
    this.#ready = false;
  }

  /** Splits ranges into whole days and the quarters of an hour around them. */
  split(ranges: readonly (readonly [from: number, until: number])[]): { days: Span[]; quarters: Span[] } {
    const days: Span[] = [];
    const quarters: Span[] = [];
    const usesDays = this.#isReadable();
    ranges.forEach(([start, end], place) => {
      const from = Math.max(0, start);
      const until = Math.min(end, LAST_QUARTER);
      const firstDay = startOfDay(from) === from ? from : startOfDay(from, 1);
      const lastDay = startOfDay(until);
      if (!usesDays || firstDay >= lastDay) quarters.push([place, from, until]);
      else {
        days.push([place, firstDay, lastDay]);
        if (from < firstDay) quarters.push([place, from, firstDay]);
        if (lastDay < until) quarters.push([place, lastDay, until]);
      }
    });
    return { days, quarters };
  }

  #isReadable(): boolean {
    if (this.#ready) return true;
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      this.prepare();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.forget();
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      // On a full disk the quarters of an hour give the same answer, more slowly.
      if (suggestsDamage(error)) throw error;
    }
    return this.#ready;
  }
}
