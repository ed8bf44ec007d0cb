import { expect, test } from 'vitest';
import type { Session } from './receipt.ts';
import { duration } from './words/duration.ts';
import { sessionStateWords } from './words/session-state.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const open = { startedAt: null, endedAt: null, endedBySilence: false, events: 5 };

test.each([
  [{ ...open, firstEventAt: ago(40), lastEventAt: ago(2) }, 'running for 40 minutes'],
  [{ ...open, firstEventAt: ago(30), lastEventAt: ago(29) }, 'last report 29 minutes ago'],
  [{ ...open, firstEventAt: ago(90), lastEventAt: ago(31) }, 'fell silent'],
  [{ ...open, firstEventAt: ago(0), lastEventAt: ago(0) }, 'running for less than a minute'],
  // One event of a script is no session that runs; one that reported its start is.
  [{ ...open, events: 1, firstEventAt: ago(3), lastEventAt: ago(3) }, 'last report 3 minutes ago'],
  [
    { ...open, events: 1, startedAt: ago(3), firstEventAt: ago(3), lastEventAt: ago(3) },
    'running for 3 minutes',
  ],
  [{ ...open, endedAt: ago(1), firstEventAt: ago(3), lastEventAt: ago(1) }, 'ended'],
  [
    { ...open, endedAt: ago(1), endedBySilence: true, firstEventAt: ago(3), lastEventAt: ago(1) },
    'fell silent',
  ],
])('%o', (session, words) => {
  expect(sessionStateWords(session as unknown as Session, NOW, duration)).toBe(words);
});
