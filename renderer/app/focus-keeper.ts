import { focusTitle } from '../components/modal-focus.ts';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]';

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body;

// A control in closed details has a size but takes no focus. checkVisibility() knows that.
const isOnScreen = (element: Element) => element.checkVisibility({ visibilityProperty: true });

/** Finds the control of an element that is most like another one, such as the same button of the next row. */
function controlIn(element: Element, like: Element): HTMLElement | undefined {
  const all = [element, ...element.querySelectorAll(FOCUSABLE)].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.matches(FOCUSABLE) && isOnScreen(each),
  );
  const isLike = (each: Element) => each.tagName === like.tagName && each.className === like.className;
  return (
    all.find((each) => isLike(each) && each.textContent === like.textContent) ?? all.find(isLike) ?? all[0]
  );
}

function firstControl(start: Node | null, step: 'nextSibling' | 'previousSibling', like: Element) {
  for (let node = start; node !== null; node = node[step]) {
    const control = node instanceof Element ? controlIn(node, like) : undefined;
    if (control !== undefined) return control;
  }
  return undefined;
}

/** Finds the control nearest to a removed element: behind it, before it, in its place, then around its parents. */
function nearestControl({ target, nextSibling, previousSibling }: MutationRecord, removed: Element) {
  let [next, previous, around]: [Node | null, Node | null, Node] = [nextSibling, previousSibling, target];
  while (around instanceof Element && around.tagName !== 'MAIN') {
    const found =
      firstControl(next, 'nextSibling', removed) ??
      firstControl(previous, 'previousSibling', removed) ??
      controlIn(around, removed);
    if (found !== undefined) return found;
    [next, previous, around] = [around.nextSibling, around.previousSibling, around.parentNode ?? document];
  }
  return undefined;
}

/**
 * Gives the focus to what is next when the element that has it is removed: a row, a chip, a whole screen. Without this,
 * the keyboard would start again at the top of the window, and nothing would be announced. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  let held: Element | undefined;
  let heldOnScreen: HTMLElement | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : undefined;
    if (target instanceof HTMLElement && target.closest('main') !== null) heldOnScreen = target;
  };
  const observer = new MutationObserver((records) => {
    const removed = held;
    if (removed === undefined || removed.isConnected || !hasNoFocus()) return;
    held = undefined;
    const record = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(removed)),
    );
    if (record === undefined) return;
    const wasOnScreen = removed === heldOnScreen;
    // A dialog returns the focus itself. A message has no place of its own.
    if (!wasOnScreen && removed.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null)
      return;
    const next = wasOnScreen ? nearestControl(record, removed) : heldOnScreen;
    if (next?.isConnected) next.focus();
    else focusTitle();
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
