import type { Scan } from '../engine/scan.ts';
import { characterSet, longRun, runEnd } from '../text/characters.ts';
import type { Label } from '../text/label-words-index.ts';
import { KEYS_OF_CARD } from './announced-value.ts';
import { REACH_BEFORE } from './label-grammar.ts';

/** What `isProseKey` takes for a key has only these characters, is as long, and has a digit or is a UUID. */
const OF_KEY = characterSet(/[\w+/=.:~!@#$%^&*-]/);
const SHORTEST_KEY = 12;
const UUID_LENGTH = 36;
const DIGIT = characterSet(/\d/);
/** Three times eight words and a verb, and the value behind them: no label announces anything further on. */
const REACH_BEHIND = 2048;
const NONE = Number.POSITIVE_INFINITY;

/** Finds the first run that can be a key at `from` or behind it. */
function findRun(text: string, from: number): { from: number; to: number } {
  let start = longRun(text, from, OF_KEY, SHORTEST_KEY);
  while (start !== -1) {
    const end = runEnd(text, start, OF_KEY, text.length);
    if (end - start >= UUID_LENGTH || longRun(text, start, DIGIT, 1, end) !== -1)
      return { from: start, to: end };
    start = longRun(text, end, OF_KEY, SHORTEST_KEY);
  }
  return { from: NONE, to: NONE };
}

/** False where a label for a key at `at` has nothing around it that can be one. Places ascend. */
export function mayAnnounceKey(scan: Scan, label: Label, at: number): boolean {
  if (KEYS_OF_CARD.has(label.text)) return true;
  const first = Math.max(0, at - REACH_BEFORE);
  if (scan.keyRun.to <= first) {
    const run = findRun(scan.text, first);
    scan.work += Math.min(run.to, scan.text.length) - first;
    scan.keyRun.from = run.from;
    scan.keyRun.to = run.to;
  }
  return scan.keyRun.from < at + REACH_BEHIND;
}
