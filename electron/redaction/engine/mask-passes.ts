import type { Match } from './finding.ts';
import { isKnownMask } from './known-masks.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { applyMasks, type Masked, rebase, TRUNCATION_MARK, truncate } from './mask.ts';
import { maskSpans } from './merge.ts';
import { addSecrets, findUnstored } from './unstored-part.ts';

/** Passes after which a text is as stable as it gets: each pass masks what the masks of the one before laid bare. */
const MOST_PASSES = 6;
/** Characters past those that are stored which are read with them, so that a search sees how a finding goes on. */
const REACH_PAST_LIMIT = 16_384;
/** A text not much longer than what is read of it is read whole: reading more after all would cost more than it spares. */
const LEAST_RATIO = 4;
/** Masks are short, so that more of a text may be stored than it seemed: by how much more is read then, at least. */
const LEAST_GROWTH = 1.5;
/** Of what the text read so far says that is needed. */
const MARGIN = 1.25;

/** How a text is searched. */
export interface Search {
  /** Finds what is to be masked in a text, with the other copies of some secrets. */
  all(text: string, copiesOf?: KnownSecrets): Match[];
  /** Finds only credentials: other texts can repeat them. */
  credentials(text: string): Match[];
}

export interface MaskedText extends Masked {
  /** What the first pass has found in what was read. */
  first: readonly Match[];
  /** Characters of the original in which everything that `first` can have is in it. */
  searched: number;
  /** Characters of the original behind those of the masked text, of which nothing is stored. */
  unread: number;
}

/**
 * Masks until nothing more is found: what a mask leaves beside it can be a finding of its own. Of a text that is cut
 * far before its end only the beginning is masked. The rest is searched once, for secrets that can stand elsewhere in the
 * event, unless `isRestKnown`.
 */
export function maskAll(
  text: string,
  limit: number,
  search: Search,
  secrets: KnownSecrets,
  isRestKnown = false,
): MaskedText {
  const needed = limit + REACH_PAST_LIMIT;
  let isRestSearched = isRestKnown;
  let length = needed + REACH_PAST_LIMIT;
  if (text.length < length * LEAST_RATIO) length = text.length;
  for (;;) {
    const isWhole = length >= text.length;
    const searched = isWhole ? text.length : length - REACH_PAST_LIMIT;
    const part = isWhole ? text : text.slice(0, length);
    const found = search.all(part);
    const first = isWhole ? found : found.filter(({ end }) => end <= searched);
    let masked = applyMasks(part, first);
    if (isWhole || masked.text.length >= needed) {
      const known = secrets.size;
      // A secret across the end of what is searched belongs to neither part, and its copies are masked, too.
      addSecrets(secrets, isWhole ? found : found.filter(({ start }) => start < searched));
      if (!isWhole && !isRestSearched) findUnstored(text, searched, search.credentials, secrets);
      isRestSearched = true;
      if (first.length > 0 || secrets.size > known) masked = maskAgain(masked, needed, search, secrets);
      if (isWhole || masked.text.length >= needed)
        return { ...masked, first, searched, unread: text.length - part.length };
    }
    length = longer(length, needed / Math.max(1, masked.text.length), text.length);
  }
}

/** How much of a text is read next, when what is left of the part read so far is too short by a factor. */
function longer(length: number, factor: number, whole: number): number {
  const next = Math.ceil(length * Math.max(LEAST_GROWTH, factor * MARGIN));
  // Two searches that read most of the text cost more than one that reads all of it.
  return next > whole / 2 ? whole : next;
}

/** The passes after the first one, which also mask the other copies of what was masked before. */
function maskAgain(once: Masked, reach: number, search: Search, secrets: KnownSecrets): Masked {
  let masked = once;
  for (let pass = 1; pass < MOST_PASSES; pass += 1) {
    const matches = search.all(masked.text.slice(0, reach), secrets);
    if (matches.length === 0) break;
    addSecrets(secrets, matches);
    const next = applyMasks(masked.text, matches);
    masked = { text: next.text, placed: rebase(masked.placed, next.placed) };
  }
  return masked;
}

/** Cuts, and masks what only looks like a finding now that the text ends there. */
export function cutAndMask(masked: Masked, limit: number, search: Search): Masked {
  let cut = truncate(masked, limit, maskSpans(masked.text, isKnownMask));
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const matches = search.all(cut.text);
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
