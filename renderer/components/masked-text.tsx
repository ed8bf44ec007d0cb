import { Fragment } from 'react';
import { type MaskSpan, usableSpans } from '../../shared/masks.ts';

export type TextPiece = { kind: 'text' | 'mask'; text: string };

/** Cuts a stored text at its masks. Only a place that the host names is a mask. */
export function cut(text: string, spans: readonly MaskSpan[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of usableSpans(text.length, spans)) {
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
