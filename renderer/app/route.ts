import { useSyncExternalStore } from 'react';
import { hrefOf, parseRoute, type Route } from '../../shared/window-route.ts';

export { hrefOf, type Route, SCREENS, type Screen } from '../../shared/window-route.ts';

/**
 * Goes to a route. The screen has the new address when this returns: keys that follow belong to it. `replace` adds no
 * history entry (for a selection that moves along a list).
 */
export function navigate(route: Route, how: 'push' | 'replace' = 'push'): void {
  const href = hrefOf(route);
  if (location.hash === href) return;
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  // The browser reports only changes that it makes itself.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHashChange, () => location.hash));
}
