import { Around } from '../../../electron/redaction/talk/around.ts';
import { readCandidates } from '../../../electron/redaction/talk/candidates.ts';
import { readConversation } from '../../../electron/redaction/talk/conversation.ts';
import { featuresOf } from '../../../electron/redaction/talk/features.ts';
import { mayHaveTalk } from '../../../electron/redaction/talk/find-in-talk.ts';
import type { CorpusText } from './corpus.ts';
import { stringsOf } from './decisions.ts';
import type { Sample } from './learn.ts';

const LONGEST = 8000;
const ABOUT_ANYTHING = 0;
/** A value that has this share of a secret is the secret: `[#…]` at its end may be left. */
const SHARE = 0.75;
const PHRASES_PER_SAMPLE = 2;
/** How much those count that are no secret: a false mask in each tenth message is worse than a missed secret. */
const WEIGHT_OF_OTHER = 1.5;
const WEIGHT_OF_PHRASE = 0.75;
const WEIGHT_OF_RIVAL = 1;

function placesOf(text: string, secrets: readonly string[]): [number, number][] {
  const places: [number, number][] = [];
  for (const secret of secrets)
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      places.push([at, at + secret.length]);
  return places;
}

/** Returns the candidates of a text as samples, or those of a stretch of it. */
export function samplesOf(
  { data, secrets, author, sort }: CorpusText,
  text: number,
  from = 0,
  to = LONGEST,
): Sample[] {
  const samples: Sample[] = [];
  for (const whole of stringsOf(data)) {
    const part = whole.slice(0, LONGEST);
    if (!mayHaveTalk(part)) continue;
    const talk = readConversation(part, ABOUT_ANYTHING);
    if (talk === undefined) continue;
    const candidates = readCandidates(talk);
    const around = new Around(talk);
    const places = placesOf(part, secrets);
    const best: (Sample | undefined)[] = [];
    const rivals: [number, Sample][] = [];
    for (const candidate of candidates) {
      const { start, end, first, last } = candidate;
      if (start < from || end > to) continue;
      let covered = 0;
      let beyond = end - start;
      let isPart = false;
      let place = -1;
      for (const [number, [begin, stop]] of places.entries()) {
        const common = Math.min(end, stop) - Math.max(start, begin);
        if (common <= 0) continue;
        isPart = true;
        if (common / (stop - begin) > covered) {
          covered = common / (stop - begin);
          beyond = end - start - common;
          place = number;
        }
      }
      const isSecret = isPart && covered >= SHARE && beyond <= 1;
      // Most phrases are no secrets: one in so many stands for the others.
      const isCommon = !isPart && first !== last;
      if (isCommon && (start + end) % PHRASES_PER_SAMPLE !== 0) continue;
      const features = featuresOf(around, candidate);
      const sample: Sample = {
        ids: Int32Array.from(features.ids),
        words: features.words,
        isSecret,
        weight: isSecret
          ? 1
          : isPart
            ? WEIGHT_OF_RIVAL
            : isCommon
              ? PHRASES_PER_SAMPLE * WEIGHT_OF_PHRASE
              : sort === 'decoy'
                ? 2 * WEIGHT_OF_OTHER
                : WEIGHT_OF_OTHER,
        text,
        author,
      };
      // What has a part of a secret, or more than it, says nothing of the words around.
      if (isPart && !isSecret) rivals.push([place, sample]);
      else samples.push(sample);
      if (isSecret && best[place] === undefined) best[place] = sample;
    }
    for (const [place, rival] of rivals)
      if (best[place] !== undefined) samples.push({ ...rival, better: best[place] });
  }
  return samples;
}
