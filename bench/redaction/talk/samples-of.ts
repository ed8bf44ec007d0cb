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
const MOST_BEYOND = 0.4;
const PHRASES_PER_SAMPLE = 2;
/** How much those count that are no secret: a false mask in each tenth message is worse than a missed secret. */
const WEIGHT_OF_OTHER = 1.5;
const WEIGHT_OF_PHRASE = 0.75;
const WEIGHT_OF_PART = 0.5;

function placesOf(text: string, secrets: readonly string[]): [number, number][] {
  const places: [number, number][] = [];
  for (const secret of secrets)
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      places.push([at, at + secret.length]);
  return places;
}

/** Returns the candidates of a text as samples. */
export function samplesOf({ data, secrets, author, sort }: CorpusText, text: number): Sample[] {
  const samples: Sample[] = [];
  for (const whole of stringsOf(data)) {
    const part = whole.slice(0, LONGEST);
    if (!mayHaveTalk(part)) continue;
    const talk = readConversation(part, ABOUT_ANYTHING);
    if (talk === undefined) continue;
    const candidates = readCandidates(talk);
    const around = new Around(talk);
    const places = placesOf(part, secrets);
    for (const candidate of candidates) {
      const { start, end, first, last } = candidate;
      let covered = 0;
      let beyond = end - start;
      let isPart = false;
      for (const [from, to] of places) {
        const common = Math.min(end, to) - Math.max(start, from);
        if (common <= 0) continue;
        isPart = true;
        if (common / (to - from) > covered) {
          covered = common / (to - from);
          beyond = end - start - common;
        }
      }
      const isSecret = isPart && covered >= SHARE && beyond <= 1;
      if (isPart && !isSecret && first === last) continue;
      // What has the whole secret and a few words more hides it, too.
      if (covered === 1 && !isSecret && beyond <= MOST_BEYOND * (end - start)) continue;
      // Most phrases are no secrets: one in so many stands for the others.
      const isCommon = !isPart && first !== last;
      if (isCommon && (start + end) % PHRASES_PER_SAMPLE !== 0) continue;
      const features = featuresOf(around, candidate);
      samples.push({
        ids: Int32Array.from(features.ids),
        words: features.words,
        isSecret,
        weight: isSecret
          ? 1
          : isPart
            ? WEIGHT_OF_PART
            : isCommon
              ? PHRASES_PER_SAMPLE * WEIGHT_OF_PHRASE
              : sort === 'decoy'
                ? 2 * WEIGHT_OF_OTHER
                : WEIGHT_OF_OTHER,
        text,
        author,
      });
    }
  }
  return samples;
}
