import { useCallback, useLayoutEffect, useRef } from 'react';

interface Opener {
  element: HTMLElement | undefined;
  /** The row of a list that it stands in, which often outlives it. */
  row: HTMLElement | null;
}

// Of a dialog that made way for the next one in the same step: the next gives the focus back to it.
let handedOver: Opener = { element: undefined, row: null };

/** The element that the focus goes back to: an item of a menu, which is gone by then, stands for the menu's button. */
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

/** Where the keyboard goes on when what it was on is gone: at the beginning of the screen. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus();
}

/** Of a row whose button has made way for another, the first that there is now. */
function focusWithin(row: HTMLElement): void {
  const button = row.querySelector<HTMLElement>('button:not(:disabled)');
  if (button === null) focusContent();
  else button.focus();
}

/**
 * Makes the page behind a dialog unreachable for pointer, keyboard and assistive technology alike, and returns what
 * gives the focus back afterwards. Radix would note the opener itself, but only after it has become inert.
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
    if (element?.isConnected) element.focus();
    else if (row?.isConnected) focusWithin(row);
    else focusContent();
  }, []);
}
