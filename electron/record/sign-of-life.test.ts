import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { NewGap } from '../../shared/recording-gap.ts';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';
import { absencesBetween, type ClockReading, giveSignsOfLife, readSign } from './sign-of-life.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 10, 22, 10);

const sign = (isStopped: boolean, boot = 'a') => ({ at: T, up: 8 * HOUR, slept: 0, boot, isStopped });
const later = (by: Partial<ClockReading> & { ms: number }): ClockReading => {
  const { ms, ...others } = by;
  return { at: T + ms, up: 8 * HOUR + ms, slept: 0, boot: 'a', ...others };
};
const shape = (gaps: NewGap[]) =>
  gaps.map(({ from, until, cause, precision }) =>
    precision === 'unknown'
      ? [cause, precision]
      : [cause, precision, (from - T) / MINUTE, (until - T) / MINUTE],
  );
const unknown = [['not_running', 'unknown']];

describe('between two hosts', () => {
  test.each([
    ['stopped, while the computer ran', true, later({ ms: 38 * MINUTE }), [['not_running', 'exact', 0, 38]]],
    ['killed, while the computer ran', false, later({ ms: 38 * MINUTE }), [['not_running', 'minute', 0, 38]]],
    [
      'the computer slept',
      true,
      later({ ms: HOUR, slept: HOUR - MINUTE / 2 }),
      [['computer_off', 'exact', 0, 60]],
    ],
    [
      'the computer slept for a part',
      true,
      later({ ms: HOUR, slept: 20 * MINUTE }),
      [['not_running', 'exact', 0, 60]],
    ],
    [
      'the computer was off',
      false,
      later({ ms: 9 * HOUR, boot: 'b', up: 2 * MINUTE }),
      [['computer_off', 'minute', 0, 540]],
    ],
    [
      'the computer was off, and on without Plinth',
      true,
      later({ ms: 9 * HOUR, boot: 'b', up: HOUR }),
      [
        ['computer_off', 'exact', 0, 480],
        ['not_running', 'exact', 480, 540],
      ],
    ],
    [
      'a container that was off keeps the boot of its computer',
      true,
      later({ ms: 9 * HOUR, up: MINUTE }),
      [['computer_off', 'exact', 0, 540]],
    ],
    ['the clock was set back', true, later({ ms: -HOUR, up: 9 * HOUR }), unknown],
    ['the clock was set forward', true, later({ ms: 6 * HOUR, up: 9 * HOUR }), unknown],
    ['the clock was set forward by years', false, later({ ms: 2000 * DAY, up: 9 * HOUR }), unknown],
    ['the clock was set back before a boot', true, later({ ms: -DAY, boot: 'b', up: MINUTE }), unknown],
    ['a clock that was years behind', true, later({ ms: 2000 * DAY, boot: 'b', up: MINUTE }), unknown],
    [
      'the clock that was set back is before the boot',
      true,
      later({ ms: MINUTE, boot: 'b', up: HOUR }),
      unknown,
    ],
  ])('%s', (_name, isStopped, now, expected) => {
    const gaps = absencesBetween(sign(isStopped), now);
    expect(shape(gaps)).toEqual(expected);
    for (const { from, until } of gaps) expect(until - from).toBeGreaterThanOrEqual(0);
    for (const { from, until } of gaps) expect(until - from).toBeLessThanOrEqual(366 * DAY);
  });

  test('a system that does not name its boots tells them apart by their time', () => {
    const last = sign(true, '');
    const same = absencesBetween(last, later({ ms: 38 * MINUTE, boot: '' }));
    expect(shape(same)).toEqual([['not_running', 'exact', 0, 38]]);
    const next = absencesBetween(last, later({ ms: 20 * HOUR, up: 9 * HOUR, boot: '' }));
    expect(shape(next)).toEqual([
      ['computer_off', 'exact', 0, 660],
      ['not_running', 'exact', 660, 1200],
    ]);
  });

  test('without a sign of life, nothing is known', () => {
    expect(shape(absencesBetween(undefined, later({ ms: 0 })))).toEqual(unknown);
  });
});

describe('in a run', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const begin = (dataDir: string) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = later({ ms: 0 });
    const noted: NewGap[] = [];
    const host = giveSignsOfLife(
      dataDir,
      () => 0,
      (gap) => noted.push(gap),
      () => ({ ...clock }),
    );
    onTestFinished(() => host.stop());
    noted.length = 0;
    /** Lets time pass in which the host’s timer runs, or comes late. */
    const passes = (ms: number, slept = 0) => {
      clock.at += ms;
      clock.up += ms;
      clock.slept += slept;
      vi.advanceTimersByTime(MINUTE);
    };
    return { clock, host, noted, passes };
  };
  const newFolder = () => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  test('it is given each minute and at the stop, in a private file of one line', () => {
    const dataDir = newFolder();
    const { clock, host, noted, passes } = begin(dataDir);
    passes(MINUTE);
    passes(MINUTE + 20_000);
    expect(readSign(dataDir)).toEqual({ ...clock, isStopped: false });
    clock.at += 7000;
    clock.up += 7000;
    host.stop();
    expect(readSign(dataDir)).toEqual({ ...clock, isStopped: true });
    expect(noted).toEqual([]);
    const file = join(dataDir, 'alive.json');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').length).toBeLessThan(256);
  });

  test.runIf(process.platform === 'linux')('sleep is told from a host that did not answer', () => {
    const { noted, passes } = begin(newFolder());
    passes(8 * HOUR, 8 * HOUR - MINUTE);
    passes(MINUTE);
    passes(10 * MINUTE);
    expect(shape(noted)).toEqual([
      ['computer_off', 'minute', 0, 480],
      ['not_answering', 'minute', 481, 491],
    ]);
  });

  test('the clocks of this computer are read in whole milliseconds', () => {
    const dataDir = newFolder();
    const now = () => T;
    giveSignsOfLife(dataDir, now, () => {}).stop();
    const { at, up, slept, isStopped } = readSign(dataDir)!;
    expect([at, isStopped, up > 0, [up, slept].every(Number.isInteger)]).toEqual([T, true, true, true]);
  });

  test('a folder that is gone for a time, and a file that another program wrote, end nothing', () => {
    const dataDir = newFolder();
    const { noted, passes } = begin(dataDir);
    rmSync(dataDir, { recursive: true });
    passes(MINUTE);
    expect(readSign(dataDir)).toBeUndefined();
    expect(noted).toEqual([]);
    const other = newFolder();
    for (const text of ['', '{}', 'null', '{"at":"yesterday","up":1,"slept":0}']) {
      writeFileSync(join(other, 'alive.json'), text);
      expect(readSign(other)).toBeUndefined();
    }
  });
});
