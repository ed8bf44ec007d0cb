import type { Match } from './finding.ts';
import { isKnownMask } from './known-masks.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { applyMasks, type Masked, rebase, TRUNCATION_MARK, truncate } from './mask.ts';
import { maskSpans } from './merge.ts';

/** Passes after which a text is as stable as it gets: each pass masks what the masks of the one before laid bare. */
const MOST_PASSES = 6;
/** Characters past those that are stored which the later passes still read, so that they see how a finding goes on. */
const REACH_PAST_LIMIT = 16_384;

/** What is to be masked in a text, with the other copies of some secrets. */
export type Find = (text: string, copiesOf?: KnownSecrets) => Match[];

/**
 * Masks until nothing more is found: what a mask leaves beside it can be a finding of its own. The first pass reads all
 * of the text, because a secret at its end can stand elsewhere in the event; the later ones read only what is stored.
 * Returns also what the first pass has found.
 */
export function maskAll(
  text: string,
  limit: number,
  find: Find,
  secrets: KnownSecrets,
): Masked & { first: readonly Match[] } {
  let masked: Masked = { text, placed: [] };
  let first: readonly Match[] = [];
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    // From the second pass on, with the other copies of what the passes before have masked.
    const matches = pass === 0 ? find(text) : find(masked.text.slice(0, limit + REACH_PAST_LIMIT), secrets);
    if (matches.length === 0) break;
    if (pass === 0) first = matches;
    for (const { secret, tier, replacement } of matches)
      if (secret !== undefined && tier !== 'personal') secrets.add(secret, replacement.slice(1, -1));
    const next = applyMasks(masked.text, matches);
    masked = { text: next.text, placed: rebase(masked.placed, next.placed) };
  }
  return { ...masked, first };
}

/** Cuts, and masks what only looks like a finding now that the text ends there. */
export function cutAndMask(masked: Masked, limit: number, find: Find): Masked {
  let cut = truncate(masked, limit, maskSpans(masked.text, isKnownMask));
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const matches = find(cut.text);
    if (matches.length === 0) break;
    const next = applyMasks(cut.text, matches);
    const marked = next.text.endsWith(TRUNCATION_MARK);
    const body = {
      text: marked ? next.text.slice(0, -TRUNCATION_MARK.length) : next.text,
      placed: rebase(cut.placed, next.placed),
    };
    cut = truncate(body, limit, maskSpans(body.text, isKnownMask));
  }
  return cut;
}
