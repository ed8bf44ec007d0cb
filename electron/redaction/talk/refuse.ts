import type { Explanation } from '../engine/explanation.ts';
import type { Match } from '../engine/finding.ts';
import { Around } from './around.ts';
import type { Candidate } from './candidate.ts';
import type { Conversation } from './conversation.ts';
import type { Model } from './judge.ts';
import { scoreOf } from './scorer.ts';

/** Rules that read a few words before a value. What all of a message says can show that it is none. */
const READ_WORDS: ReadonlySet<string> = new Set(['spoken-password', 'place-code']);
/**
 * What a value of these rules needs, in hundredths of a point: in texts of authors that were held out, 5 of 925 texts without a
 * secret have less and no other mask, and 3 of 1,261 secrets.
 */
const LEAST_FOR_RULES = -350;
/** More are not judged, so that a text with a value in each line takes no longer. */
const MOST_REFUSED = 200;

function candidateAt({ units, text }: Conversation, start: number, end: number): Candidate | undefined {
  const first = units.findIndex((unit) => unit.end > start);
  if (first === -1 || units[first]!.start >= end) return undefined;
  let last = first;
  while (last + 1 < units.length && units[last + 1]!.start < end) last += 1;
  return { first, last, start, end, value: text.slice(start, end) };
}

/** Takes back what rules found in a part of a text, where the words around speak against a secret. */
export function refuseUnlikely(
  model: Model,
  talk: Conversation,
  matches: Match[],
  offset: number,
  explanations: Explanation[] | undefined,
): void {
  // Few parts have such a value, and each new one reads the whole part.
  let around: Around | undefined;
  let judged = 0;
  for (let at = matches.length - 1; at >= 0 && judged < MOST_REFUSED; at -= 1) {
    const { rule, start, end } = matches[at]!;
    if (!READ_WORDS.has(rule) || start < offset || end > offset + talk.text.length) continue;
    const candidate = candidateAt(talk, start - offset, end - offset);
    if (candidate === undefined) continue;
    judged += 1;
    around ??= new Around(talk);
    const weight = scoreOf(model, around, candidate);
    if (weight >= LEAST_FOR_RULES) continue;
    matches.splice(at, 1);
    explanations?.push({ rule, start, end, isMasked: false, reasons: [{ name: 'sum', weight }] });
  }
}
