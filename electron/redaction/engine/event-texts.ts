import type { Match } from './finding.ts';
import { isKnownMask } from './known-masks.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { maskSpans, mergeMatches } from './merge.ts';

interface Searched<R> {
  /** What the first pass has found in the text. */
  first: readonly Match[];
  /** Characters of the text that the first pass has searched. */
  searched: number;
  result: R;
}

const isSame = (one: Match, other: Match): boolean =>
  one.start === other.start &&
  one.end === other.end &&
  one.replacement === other.replacement &&
  one.rule === other.rule &&
  one.tier === other.tier &&
  one.secret === other.secret;

/**
 * The results of the texts of one event. When its secrets are known, the texts in which they change nothing need not be
 * searched again: those whose copies of the secrets are masked already, under the same names. Lives as long as the call.
 */
export class EventTexts<R extends { text: string }> {
  readonly #searched = new Map<string, Searched<R>>();

  remember(text: string, { first, searched }: Omit<Searched<R>, 'result'>, result: R): void {
    this.#searched.set(text, { first, searched, result });
  }

  /** True for a text that was searched before, so that its secrets are known. */
  has(text: string): boolean {
    return this.#searched.has(text);
  }

  /** The result that a search with these secrets would have, if it is known. */
  resultOf(text: string, secrets: KnownSecrets): R | undefined {
    const searched = this.#searched.get(text);
    if (searched === undefined || secrets.occursIn(searched.result.text)) return undefined;
    const { first, result } = searched;
    const part = text.slice(0, searched.searched);
    const copies: Match[] = [];
    secrets.find(part, copies);
    if (copies.length === 0) return result;
    const merged = mergeMatches([...first, ...copies], maskSpans(part, isKnownMask));
    const isUnchanged =
      merged.length === first.length && merged.every((match, index) => isSame(match, first[index]!));
    return isUnchanged ? result : undefined;
  }
}
