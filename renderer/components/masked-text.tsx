import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { type MaskSpan, usableSpans } from '../../shared/masks.ts';
import { searchTerms } from '../../shared/search/grammar.ts';
import { placesOf } from '../../shared/search/terms.ts';
import { namedMask } from '../../shared/words/secret-names.ts';
import { SecretLink } from './secret-link.tsx';

export type TextPiece = {
  kind: 'text' | 'mask' | 'found';
  text: string;
  /** Of a mask: its secret, if it is one. */
  fingerprint?: string;
};

/** Cuts a stored text at its masks. Only a place that the host names is a mask. */
export function cut(text: string, spans: readonly MaskSpan[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, fingerprint } of usableSpans(text.length, spans)) {
    if (start > at) pieces.push({ kind: 'text', text: text.slice(at, start) });
    pieces.push({
      kind: 'mask',
      text: text.slice(start, end),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

/** Cuts the places that a search found out of the text between masks. A mask is never a place. */
export function withFound(pieces: readonly TextPiece[], terms: readonly string[]): TextPiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'text') return [piece];
    return cut(piece.text, placesOf(piece.text, terms)).map(({ kind, text }) => ({
      kind: kind === 'mask' ? 'found' : 'text',
      text,
    }));
  });
}

const FoundTerms = createContext<readonly string[]>([]);

/** Marks what a search found in all texts below it. */
export function Found({ search = '', children }: { search?: string | undefined; children: ReactNode }) {
  const terms = useMemo(() => searchTerms(search), [search]);
  return <FoundTerms value={terms}>{children}</FoundTerms>;
}

/**
 * A redacted text in which each mask is a chip, so that removed parts are as visible as stored text. A mask whose secret is
 * named leads to it.
 */
export function MaskedText({ pieces }: { pieces: readonly TextPiece[] }) {
  const terms = useContext(FoundTerms);
  const shown = terms.length === 0 ? pieces : withFound(pieces, terms);
  return shown.map((piece, index) => {
    const key = `${index}:${piece.text.length}`;
    if (piece.kind === 'text') return <Fragment key={key}>{piece.text}</Fragment>;
    return piece.fingerprint !== undefined ? (
      <SecretLink key={key} fingerprint={piece.fingerprint} className="mask">
        {namedMask(piece.text)}
      </SecretLink>
    ) : (
      <mark key={key} className={piece.kind}>
        {piece.kind === 'mask' ? namedMask(piece.text) : piece.text}
      </mark>
    );
  });
}
