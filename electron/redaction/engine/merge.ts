import type { FindingTier, Match } from './finding.ts';
import { TRUNCATION_MARK } from './mask.ts';

const RANK: Record<FindingTier, number> = { definite: 2, candidate: 1, personal: 0 };

/** What a mask looks like; which of these are ours, the caller knows. */
const MASK = /\[[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,8}(?: \d{1,6})?\]/y;

const [LETTER_A, LETTER_Z, DIGIT_0, DIGIT_9] = [97, 122, 48, 57];

/** Masks that say less than a service's own: they lose where both fit. */
export const VAGUE: ReadonlySet<string> = new Set([
  '[token]',
  '[secret]',
  '[password]',
  '[api-key]',
  '[authorization]',
  '[bearer-token]',
  '[basic-auth]',
  '[cookie]',
]);

/** Rules for a password that an at sign and the name of a host follow. */
const STANDS_BEFORE_HOST = new Set(['url-credentials', 'database-credentials', 'command-line-password']);

/** True for a credential that says whose it is, and is most of what `other`, which says less, covers. */
const tellsMore = (one: Match, other: Match): boolean =>
  one.tier !== 'personal' &&
  !VAGUE.has(one.replacement) &&
  VAGUE.has(other.replacement) &&
  2 * (one.end - one.start) >= other.end - other.start;

function stronger(one: Match, other: Match): Match {
  const named = tellsMore(one, other) ? one : tellsMore(other, one) ? other : undefined;
  if (named) return { ...named, tier: RANK[one.tier] > RANK[other.tier] ? one.tier : other.tier };
  if (RANK[one.tier] !== RANK[other.tier]) return RANK[one.tier] > RANK[other.tier] ? one : other;
  const vague = [one, other].map(({ replacement }) => VAGUE.has(replacement));
  if (vague[0] !== vague[1]) return vague[0] ? other : one;
  if (one.isLoose !== other.isLoose) return one.isLoose ? other : one;
  const lengths = one.end - one.start - (other.end - other.start);
  return lengths >= 0 ? one : other;
}

/** True for the characters that stand behind the bracket of a mask. Those of a program mostly have others there. */
const beginsName = (code: number) =>
  (code >= LETTER_A && code <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9);

/** The stretches of the text that are masks already. */
export function maskSpans(text: string, isMask: (text: string) => boolean): [number, number][] {
  const spans: [number, number][] = [];
  // Most brackets of a program open no mask, and the runtime finds the next one at the speed of memory.
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    if (!beginsName(text.charCodeAt(at + 1))) continue;
    MASK.lastIndex = at;
    if (!MASK.test(text)) continue;
    const end = MASK.lastIndex;
    if (!isMask(text.slice(at, end))) continue;
    const cut = text.endsWith(TRUNCATION_MARK, end);
    spans.push([cut ? end - TRUNCATION_MARK.length : at, end]);
  }
  return spans;
}

/** Cuts masks that are there already out of what was found: they are never masked again. */
function around(match: Match, spans: readonly [number, number][], first: number): Match[] {
  const pieces: Match[] = [];
  let from = match.start;
  for (let index = first; index < spans.length && spans[index]![0] < match.end; index += 1) {
    const [start, end] = spans[index]!;
    if (end <= match.start) continue;
    if (start > from) pieces.push({ ...match, start: from, end: start });
    from = end;
  }
  if (from < match.end) pieces.push({ ...match, start: from });
  return pieces;
}

/** One list without overlaps, in order. Where two overlap the mask covers both, and the more certain one names it. */
export function mergeMatches(matches: readonly Match[], spans: readonly [number, number][]): Match[] {
  const sorted = matches
    .filter((match) => match.end > match.start)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const merged: Match[] = [];
  for (const match of sorted) {
    const last = merged.at(-1);
    if (!last || match.start >= last.end) {
      merged.push({ ...match });
      continue;
    }
    // In `//user:password@host.example` the password and the host together look like an address.
    if (match.rule === 'email' && STANDS_BEFORE_HOST.has(last.rule)) continue;
    if (last.rule === 'email' && STANDS_BEFORE_HOST.has(match.rule) && match.start === last.start) {
      merged[merged.length - 1] = { ...match };
      continue;
    }
    const winner = stronger(last, match);
    merged[merged.length - 1] = { ...winner, start: last.start, end: Math.max(last.end, match.end) };
  }
  if (spans.length === 0) return merged;
  const result: Match[] = [];
  let first = 0;
  for (const match of merged) {
    while (first < spans.length && spans[first]![1] <= match.start) first += 1;
    result.push(...around(match, spans, first));
  }
  return result;
}
