import { useCallback, useLayoutEffect, useRef } from 'react';

interface Opener {
  element: HTMLElement | undefined;
  /** The rows that get the focus when the opener is removed: its own, which often stays, and its neighbours. */
  rows: readonly Element[];
}

// The opener of a dialog that the next dialog replaced in the same step. The next dialog returns the focus to it.
const NOBODY: Opener = { element: undefined, rows: [] };
let handedOver = NOBODY;

/** Gives the element that the focus returns to. For a menu item, which is removed by then, it gives the menu's button. */
function opener(): Opener {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return handedOver;
  const menu = active.closest('[role="menu"]');
  const element =
    menu === null
      ? active
      : (document.getElementById(menu.getAttribute('aria-labelledby') ?? '') ?? undefined);
  const row = element?.closest('li, tr');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  return { element, rows: rows.filter((each) => each != null) };
}

const TITLE = 'main h1:not([data-loading])';
/** The focus that waits for the title of a screen whose code or answer is on its way. */
let waiting: MutationObserver | undefined;

/** Focuses the title of the screen, which is thereby announced, as soon as it is known. */
export function focusTitle(): void {
  waiting?.disconnect();
  const focus = () => {
    const title = document.querySelector<HTMLElement>(TITLE);
    title?.focus({ preventScroll: true });
    return title !== null;
  };
  if (focus()) return;
  document.querySelector<HTMLElement>('main')?.focus();
  waiting = new MutationObserver((_, observer) => {
    const { activeElement } = document;
    const moved = activeElement !== document.body && activeElement?.tagName !== 'MAIN';
    if (moved || focus()) observer.disconnect();
  });
  waiting.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-loading'],
  });
}

/** Gives the first button of a row whose own button was replaced. */
function focusWithin(row: Element): void {
  const button = row.querySelector<HTMLElement>('button:not(:disabled), a[href]');
  if (button === null) focusTitle();
  else button.focus();
}

/**
 * Makes the page behind a dialog unreachable for pointer, keyboard and assistive technology, and returns a function that
 * gives the focus back. Radix also remembers the opener, but only after the opener is inert.
 */
export function useModalFocus(open: boolean): (event: Event) => void {
  const back = useRef(NOBODY);
  useLayoutEffect(() => {
    if (!open) return;
    const page = document.getElementById('root');
    if (page === null) return;
    back.current = opener();
    handedOver = NOBODY;
    page.inert = true;
    return () => {
      page.inert = false;
      handedOver = back.current;
    };
  }, [open]);

  return useCallback((event: Event) => {
    event.preventDefault();
    const { element, rows } = back.current;
    const row = rows.find((each) => each.isConnected);
    if (element?.isConnected) element.focus();
    else if (row === undefined) focusTitle();
    else focusWithin(row);
  }, []);
}
