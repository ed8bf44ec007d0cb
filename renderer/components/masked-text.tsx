import { Fragment } from 'react';

const MASK = /\[[a-z][a-z0-9]*(?:-[a-z0-9]+)*\]/g;

export type TextPiece = { kind: 'text' | 'mask'; text: string };

/** Splits a one-line summary at its masks, which it recognises by their form only. */
export function piecesByForm(text: string): TextPiece[] {
  return cut(
    text,
    Array.from(text.matchAll(MASK), (match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}

/** Splits a stored text at the positions of its findings. */
export function cut(text: string, spans: readonly { start: number; end: number }[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at || end > text.length || end <= start) continue;
    if (start > at) pieces.push({ kind: 'text', text: text.slice(at, start) });
    pieces.push({ kind: 'mask', text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

/** A redacted text in which each mask is a chip, so that removed parts are as visible as stored text. */
export function MaskedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) => {
    const key = `${index}:${piece.text.length}`;
    return piece.kind === 'mask' ? (
      <mark key={key} className="mask">
        {piece.text}
      </mark>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}
