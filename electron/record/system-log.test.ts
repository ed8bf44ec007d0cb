import { expect, test } from 'vitest';
import { SystemLogAnchor } from './system-log.ts';

const MINUTE = 60_000;

test('writes a line a day and after the end of a session, if it is wanted', () => {
  const lines: string[] = [];
  let now = 0;
  let isWanted = false;
  const anchor = new SystemLogAnchor(
    () => isWanted,
    (line) => lines.push(line),
    () => now,
  );
  anchor.add('unwanted', true);
  isWanted = true;
  anchor.add('first', false);
  now += MINUTE;
  anchor.add('same day', false);
  anchor.add('session', true);
  anchor.add('too soon', true);
  now += MINUTE;
  anchor.add('covers the second session', false);
  now += 23 * 60 * MINUTE;
  anchor.add('same day again', false);
  now += 60 * MINUTE;
  anchor.add('next day', false);
  expect(lines).toEqual(['first', 'session', 'covers the second session', 'next day']);
});
