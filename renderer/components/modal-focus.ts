import { useCallback, useLayoutEffect, useRef } from 'react';

// Of a dialog that made way for the next one in the same step: the next gives the focus back to it.
let handedOver: HTMLElement | undefined;

/** The element that the focus goes back to: an item of a menu, which is gone by then, stands for the menu's button. */
function opener(): HTMLElement | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return handedOver;
  const menu = active.closest('[role="menu"]');
  if (menu === null) return active;
  return document.getElementById(menu.getAttribute('aria-labelledby') ?? '') ?? undefined;
}

/**
 * Makes the page behind a dialog unreachable for pointer, keyboard and assistive technology alike, and returns what
 * gives the focus back afterwards. Radix would note the opener itself, but only after it has become inert.
 */
export function useModalFocus(open: boolean): (event: Event) => void {
  const back = useRef<HTMLElement | undefined>(undefined);
  useLayoutEffect(() => {
    if (!open) return;
    const page = document.getElementById('root');
    if (page === null) return;
    back.current = opener();
    handedOver = undefined;
    page.inert = true;
    return () => {
      page.inert = false;
      handedOver = back.current;
    };
  }, [open]);

  return useCallback((event: Event) => {
    event.preventDefault();
    back.current?.focus();
  }, []);
}
