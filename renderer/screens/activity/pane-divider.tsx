import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { messages } from '../../messages/index.ts';

/** Widths of the pane, in pixels. Narrower, its tables do not fit. Wider, the list has no room. */
const LEAST = 320;
const MOST = 640;
const INITIAL = 380;
const STEP = 20;
const STORAGE_KEY = 'plinth.pane-width';

const bounded = (width: number) => Math.round(Math.min(MOST, Math.max(LEAST, width)));

function storedWidth(): number {
  const stored = Number(localStorage.getItem(STORAGE_KEY));
  return stored > 0 ? bounded(stored) : INITIAL;
}

/** Gives the width of the pane beside a list, and sets it. This browser or window remembers it. */
export function usePaneWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(storedWidth);
  const change = (next: number) => {
    setWidth(bounded(next));
    localStorage.setItem(STORAGE_KEY, String(bounded(next)));
  };
  return [width, change];
}

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';

/** The edge of the pane. A drag or the arrow keys change its width, and a double click restores it. */
export function PaneDivider({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const towards = isRightToLeft(event.currentTarget) ? -1 : 1;
    const next = {
      ArrowLeft: width + towards * STEP,
      ArrowRight: width - towards * STEP,
      Home: LEAST,
      End: MOST,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, right } = event.currentTarget.parentElement!.getBoundingClientRect();
    onWidth(isRightToLeft(event.currentTarget) ? event.clientX - left : right - event.clientX);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      className="pane-divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={messages.activity.paneWidth}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(INITIAL)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
