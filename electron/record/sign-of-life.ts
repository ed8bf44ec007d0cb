import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { type LastSign, type NewGap, UNKNOWN_GAP_MS } from '../../shared/recording-gap.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { readOwnText } from '../platform/regular-file.ts';

/**
 * The computer's clocks at one time, in milliseconds: the time of day, the time since the boot with sleep, and how much of
 * that was sleep. `slept` is 0 and `boot`, which differs after a reboot, is empty where the system does not tell.
 */
export interface ClockReading {
  at: number;
  up: number;
  slept: number;
  boot: string;
}

type Sign = ClockReading & LastSign;

/** Apart from the receipts, so that an older copy of those does not look like an absence. */
const fileOf = (dataDir: string) => join(dataDir, 'alive.json');
const MINUTE_MS = 60_000;
/** The time of day and the time since the boot differ by this at most, because clocks are corrected gradually. */
const CLOCK_TOLERANCE_MS = 30_000;
/** A longer time that only the time of day tells comes from a clock that was wrong. */
const MOST_BY_CLOCK_MS = 366 * 86_400_000;
/** Time from the boot to a login and the programs that start with it. */
const STARTING_MS = 5 * MINUTE_MS;
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function readClocks(now: () => number): ClockReading {
  const up = Math.round(uptime() * 1000);
  // Only on Linux does the second clock stand still during sleep.
  const slept = process.platform === 'linux' ? up - Number(process.hrtime.bigint() / 1_000_000n) : 0;
  return { at: now(), up, slept, boot: existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : '' };
}

/** Reads the last sign of life. Returns undefined where no host has given one. */
export function readSign(dataDir: string): Sign | undefined {
  try {
    const sign: Sign = JSON.parse(readOwnText(fileOf(dataDir)));
    return Number.isInteger(sign.at + sign.up + sign.slept) ? sign : undefined;
  } catch {
    return undefined;
  }
}

/** Tells what happened between the last sign of life and the start of the next host. */
export function absencesBetween(last: Sign | undefined, now: ClockReading): NewGap[] {
  const until = now.at;
  const unknown: NewGap = { from: until - UNKNOWN_GAP_MS, until, cause: 'not_running', precision: 'unknown' };
  if (last === undefined) return [unknown];
  const gap: NewGap = { ...unknown, from: last.at, precision: last.isStopped ? 'exact' : 'minute' };
  const off: NewGap = { ...gap, cause: 'computer_off' };
  const [up, slept, booted] = [now.up - last.up, now.slept - last.slept, until - now.up];
  const isClockSet = Math.abs(until - last.at - up) > CLOCK_TOLERANCE_MS;
  if (last.boot === now.boot && up >= 0 && (now.boot !== '' || !isClockSet)) {
    if (isClockSet) return [unknown];
    return [slept >= MINUTE_MS && up - slept < MINUTE_MS ? off : gap];
  }
  if (booted < last.at - CLOCK_TOLERANCE_MS || until - last.at > MOST_BY_CLOCK_MS) return [unknown];
  if (now.up < STARTING_MS) return [off];
  const start = Math.max(booted, last.at);
  const running: NewGap = { ...gap, from: start, precision: 'exact' };
  return [{ ...off, until: start }, running];
}

/** Notes the time since the last host ended, gives a sign of life each minute, and notes the times without one. */
export function giveSignsOfLife(
  dataDir: string,
  now: () => number,
  note: (gap: NewGap) => void,
  read = readClocks,
): { stop(): void; isKept(): boolean; restore(): void } {
  let last = read(now);
  const write = (isStopped = false) =>
    writePrivateFile(fileOf(dataDir), JSON.stringify({ ...last, isStopped }));
  const beat = (isStopped = false) => {
    const next = read(now);
    const [up, slept] = [next.up - last.up, next.slept - last.slept];
    last = next;
    // Where the system does not tell sleep, it is far likelier than a host that does not answer.
    const cause = slept >= MINUTE_MS || process.platform !== 'linux' ? 'computer_off' : 'not_answering';
    if (up >= 2 * MINUTE_MS) note({ from: next.at - up, until: next.at, cause, precision: 'minute' });
    try {
      write(isStopped);
    } catch {
      // The folder can be missing for a time. The next sign tries again.
    }
  };
  for (const gap of absencesBetween(readSign(dataDir), last)) note(gap);
  beat();
  const timer = setInterval(beat, MINUTE_MS).unref();
  const stop = () => {
    clearInterval(timer);
    beat(true);
  };
  return { stop, isKept: () => existsSync(fileOf(dataDir)), restore: write };
}
