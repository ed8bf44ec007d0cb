import { useCallback, useLayoutEffect, useRef } from 'react';

interface Opener {
  element: HTMLElement | undefined;
  /** The list row that contains the opener. The row often stays when the opener is removed. */
  row: HTMLElement | null;
}

// The opener of a dialog that the next dialog replaced in the same step. The next dialog returns the focus to it.
let handedOver: Opener = { element: undefined, row: null };

/** Gives the element that the focus returns to. For a menu item, which is removed by then, it gives the menu's button. */
function opener(): Opener {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return handedOver;
  const menu = active.closest('[role="menu"]');
  const element =
    menu === null
      ? active
      : (document.getElementById(menu.getAttribute('aria-labelledby') ?? '') ?? undefined);
  return { element, row: element?.closest('li') ?? null };
}

/** Gives the element that gets the focus when the opener is gone: the start of the screen. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus();
}

/** Gives the first button of a row whose own button was replaced. */
function focusWithin(row: HTMLElement): void {
  const button = row.querySelector<HTMLElement>('button:not(:disabled)');
  if (button === null) focusContent();
  else button.focus();
}

/**
 * Keeps the focus in the row when the opener is replaced later: the answer that replaces it can arrive after the dialog
 * has closed.
 */
function followReplacement(element: HTMLElement, row: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    if (row.isConnected) focusWithin(row);
    else focusContent();
  });
  observer.observe(row, { childList: true, subtree: true });
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

/**
 * Makes the page behind a dialog unreachable for pointer, keyboard and assistive technology, and returns a function that
 * gives the focus back. Radix also remembers the opener, but only after the opener is inert.
 */
export function useModalFocus(open: boolean): (event: Event) => void {
  const back = useRef<Opener>({ element: undefined, row: null });
  useLayoutEffect(() => {
    if (!open) return;
    const page = document.getElementById('root');
    if (page === null) return;
    back.current = opener();
    handedOver = { element: undefined, row: null };
    page.inert = true;
    return () => {
      page.inert = false;
      handedOver = back.current;
    };
  }, [open]);

  return useCallback((event: Event) => {
    event.preventDefault();
    const { element, row } = back.current;
    if (element?.isConnected) {
      element.focus();
      if (row !== null) followReplacement(element, row);
    } else if (row?.isConnected) focusWithin(row);
    else focusContent();
  }, []);
}
