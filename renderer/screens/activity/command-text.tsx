import type { CommandWord } from '../../../shared/insight.ts';
import type { MaskSpan, TextWithMasks } from '../../../shared/masks.ts';
import { cut, MaskedText } from '../../components/masked-text.tsx';
import type { HrefOfFilter } from './receipt-links.tsx';

/** Moves the masks of a text to a part of it. A mask that is only partly inside stays out. */
const masksWithin = (masks: readonly MaskSpan[], from: number, to: number): MaskSpan[] =>
  masks
    .filter(({ start, end }) => start >= from && end <= to)
    .map((mask) => ({ ...mask, start: mask.start - from, end: mask.end - from }));

/** A command in which programs, options and paths are told apart. A path leads to what else touched it. */
export function CommandText(props: {
  value: TextWithMasks;
  words: readonly CommandWord[];
  hrefOfFilter: HrefOfFilter;
}) {
  const { value, words, hrefOfFilter } = props;
  const part = (from: number, to: number) => (
    <MaskedText key={from} pieces={cut(value.text.slice(from, to), masksWithin(value.masks, from, to))} />
  );
  let at = 0;
  const parts = words.flatMap(({ start, end, role, path }) => {
    if (start < at) return [];
    const before = part(at, start);
    at = end;
    const text = part(start, end);
    const word =
      path === undefined ? (
        <span key={`${start} word`} data-word={role}>
          {text}
        </span>
      ) : (
        <a key={`${start} word`} data-word={role} href={hrefOfFilter({ path })}>
          {text}
        </a>
      );
    return [before, word];
  });
  return [...parts, part(at, value.text.length)];
}
