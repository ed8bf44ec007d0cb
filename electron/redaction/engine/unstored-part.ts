import type { Match } from './finding.ts';
import type { KnownSecrets } from './known-secrets.ts';

/** Characters that are searched at a time: enough that what is read twice, around them, hardly counts. */
const WINDOW = 131_072;
/** Characters before and behind a window, which say what its values are and how they go on. No secret of a copy is longer. */
const BEFORE = 2048;
const BEHIND = 8192;
/** Characters that tell that a stretch of the text stood there before. */
const PROBE = 64;
/** How far back an earlier copy is looked for, and at how many places. */
const REACH_BACK = 65_536;
const MOST_COPIES = 4;

/** Adds the credentials of matches, which other texts of the event can repeat. */
export function addSecrets(secrets: KnownSecrets, matches: readonly Match[]): void {
  for (const { secret, tier, replacement, rule } of matches)
    if (secret !== undefined && tier !== 'personal')
      secrets.add(secret, replacement.slice(1, -1), tier === 'definite', rule === 'talk');
}

/**
 * Searches the part of a text that is not stored, from `start` on: a secret in it can stand elsewhere in the event, where
 * it is stored. Stops when no more secrets are remembered, and leaves out what only repeats the text before.
 */
export function findUnstored(
  text: string,
  start: number,
  find: (text: string) => Match[],
  secrets: KnownSecrets,
): void {
  let from = start;
  while (from < text.length && !secrets.isFull) {
    const copied = endOfCopy(text, from);
    if (copied > from) {
      from = copied;
      continue;
    }
    const to = text.length - from < WINDOW + BEHIND ? text.length : from + WINDOW;
    const first = Math.max(0, from - BEFORE);
    const matches = find(text.slice(first, to + BEHIND));
    addSecrets(
      secrets,
      matches.filter((match) => match.start >= from - first && match.start < to - first),
    );
    from = to;
  }
}

/** The place up to which nothing new stands from `from` on, because the text and its surroundings stood there before. */
function endOfCopy(text: string, from: number): number {
  const start = from - BEFORE;
  if (start < PROBE) return from;
  const reach = Math.max(0, start - REACH_BACK);
  const behind = text.slice(reach, start + PROBE);
  const probe = text.slice(start, start + PROBE);
  let earlier = start - reach;
  for (let copies = 0; copies < MOST_COPIES && earlier > 0; copies += 1) {
    earlier = behind.lastIndexOf(probe, earlier - 1);
    if (earlier === -1) return from;
    const distance = start - reach - earlier;
    let end = start + PROBE;
    while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - distance)) end += 1;
    if (end === text.length) return end;
    if (end - BEHIND > from) return end - BEHIND;
  }
  return from;
}
