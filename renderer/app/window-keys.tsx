import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { WINDOW_COMMANDS } from '../../shared/window-route.ts';
import { part } from '../components/part.tsx';
import { timeline } from '../screens/activity/filter-state.ts';
import { navigate, SCREENS, useRoute } from './route.ts';
import { screens } from './screens.tsx';
import { type Command, Shortcuts } from './shortcuts.ts';

const Palette = part(() => import('./palette.tsx').then((file) => file.Palette));
const KeySheet = part(() => import('./palette.tsx').then((file) => file.KeySheet));

const SEARCH = '.filters__search input';
const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Focuses the search of the timeline. From another screen it searches everything. */
function search(): void {
  const field = () => document.querySelector<HTMLInputElement>(SEARCH);
  // Drawn before the next key, whose letter belongs to the field.
  if (field() === null) flushSync(() => navigate(timeline({})));
  field()?.focus();
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The keys that work on every screen, with the palette and the list of keys that they open. */
export function WindowKeys() {
  const [open, setOpen] = useState<'palette' | 'keys' | undefined>(undefined);
  const route = useRoute();
  const asked = WINDOW_COMMANDS.find((command) => command === route.query?.open);
  useEffect(() => {
    if (asked === undefined) return;
    const { open: _, ...query } = route.query ?? {};
    navigate({ ...route, query }, 'replace');
    // A dialog keeps the window.
    if (hasDialog()) return;
    // After this effect, in which nothing can be drawn.
    if (asked === 'search') queueMicrotask(search);
    else setOpen(asked);
  }, [asked, route]);
  // With the first frame: a key that is pressed as soon as the window shows must not be lost.
  useLayoutEffect(() => {
    const shortcuts = new Shortcuts(SCREENS.filter((screen) => screens[screen].group === 'main'));
    const run = (command: Command) => {
      if (command.kind === 'screen') navigate({ screen: command.screen });
      else if (command.kind === 'search') search();
      else setOpen(command.kind);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const command = shortcuts.press({
        key: event.key,
        withModifier: event.metaKey || event.ctrlKey,
        isTyping: isTyping(event.target),
        at: performance.now(),
      });
      // A dialog keeps its keys.
      if (command === undefined || hasDialog()) return;
      event.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (open === 'palette') return <Palette onClose={() => setOpen(undefined)} />;
  return open === 'keys' ? <KeySheet onClose={() => setOpen(undefined)} /> : null;
}
