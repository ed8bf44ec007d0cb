import type { KeyboardEvent } from 'react';
import type { ListItem } from './list-items.ts';

interface ListKeys {
  items: readonly ListItem[];
  activeIndex: number;
  /** The number of rows that one page key moves. */
  page: number;
  /** Selects the receipt at an index and scrolls to it. */
  onMove(index: number): void;
  onOpen(): void;
  onClose(): void;
}

/** Handles the keys of the list box. Recording gaps cannot be selected, so a move continues past them. */
export function handleListKey(event: KeyboardEvent, list: ListKeys): void {
  const { items, activeIndex, page } = list;
  const last = items.length - 1;
  const goTo = (index: number, step: 1 | -1) => {
    for (let at = index; at >= 0 && at <= last; at += step) {
      if (items[at]?.kind === 'receipt') return list.onMove(at);
    }
  };
  const down = () => goTo(activeIndex + 1, 1);
  const up = () => goTo(activeIndex === -1 ? 0 : activeIndex - 1, activeIndex === -1 ? 1 : -1);
  const moves: Record<string, () => void> = {
    ArrowDown: down,
    j: down,
    ArrowUp: up,
    k: up,
    PageDown: () => goTo(Math.min(last, activeIndex + page), -1),
    PageUp: () => goTo(Math.max(0, activeIndex - page), 1),
    Home: () => goTo(0, 1),
    End: () => goTo(last, -1),
    Enter: list.onOpen,
    Escape: list.onClose,
  };
  // With a modifier, a letter is a key of the whole window.
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && event.key.length === 1;
  const move = isShortcut ? undefined : moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}
