import type { Match } from './finding.ts';

/** A mask where it stands in the new text. */
export interface Placed {
  match: Match;
  start: number;
  end: number;
  /** Characters of the original that it stands for. */
  removed: number;
}

export interface Masked {
  text: string;
  placed: Placed[];
}

/** Puts the masks in. `matches` are in order and do not overlap. */
export function applyMasks(text: string, matches: readonly Match[]): Masked {
  const parts: string[] = [];
  const placed: Placed[] = [];
  let from = 0;
  let length = 0;
  for (const match of matches) {
    parts.push(text.slice(from, match.start), match.replacement);
    length += match.start - from;
    placed.push({
      match,
      start: length,
      end: length + match.replacement.length,
      removed: match.end - match.start,
    });
    length += match.replacement.length;
    from = match.end;
  }
  parts.push(text.slice(from));
  // An expression without the flag `u` can end inside a surrogate pair.
  return { text: parts.join('').toWellFormed(), placed };
}

/** Moves earlier masks to where later ones have pushed them, and joins both lists. */
export function rebase(earlier: readonly Placed[], later: readonly Placed[]): Placed[] {
  const moved: Placed[] = [];
  let next = 0;
  let shift = 0;
  for (const mask of earlier) {
    while (next < later.length && later[next]!.match.end <= mask.start) {
      const { match } = later[next]!;
      shift += match.replacement.length - (match.end - match.start);
      next += 1;
    }
    const over = later[next];
    // Only the `~` of a home directory can come to lie under a later mask; its characters are that mask's now.
    if (over && over.match.start <= mask.start) over.removed += mask.removed - (mask.end - mask.start);
    else moved.push({ ...mask, start: mask.start + shift, end: mask.end + shift });
  }
  return [...moved, ...later].sort((one, other) => one.start - other.start);
}

/** What stands at the end of a text that was cut. */
export const TRUNCATION_MARK = '… [truncated]';

/** Cuts so that the text is at most `limit` long with the mark: never through a mask or a pair of surrogates. */
export function truncate(masked: Masked, limit: number, spans: readonly [number, number][]): Masked {
  let cut = Math.min(masked.text.length, Math.max(0, limit - TRUNCATION_MARK.length));
  const through = spans.find(([start, end]) => start < cut && end > cut);
  if (through) cut = through[0];
  if (!masked.text.slice(0, cut).isWellFormed()) cut -= 1;
  return {
    text: masked.text.slice(0, cut) + TRUNCATION_MARK,
    placed: masked.placed.filter(({ end }) => end <= cut),
  };
}
