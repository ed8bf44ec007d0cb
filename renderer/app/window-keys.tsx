import { useEffect, useState } from 'react';
import { part } from '../components/part.tsx';
import { lastTimeline } from '../screens/activity/filter-state.ts';
import { navigate, SCREENS } from './route.ts';
import { screens } from './screens.tsx';
import { type Command, Shortcuts } from './shortcuts.ts';

const Palette = part(() => import('./palette.tsx').then((file) => file.Palette));
const KeySheet = part(() => import('./palette.tsx').then((file) => file.KeySheet));

const SEARCH = '.filters__search input';
const focusSearch = () => document.querySelector<HTMLInputElement>(SEARCH)?.focus();

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The keys that work on every screen, with the palette and the list of keys that they open. */
export function WindowKeys() {
  const [open, setOpen] = useState<'palette' | 'keys' | undefined>(undefined);
  useEffect(() => {
    const shortcuts = new Shortcuts(SCREENS.filter((screen) => screens[screen].group === 'main'));
    const run = (command: Command) => {
      if (command.kind === 'screen') navigate({ screen: command.screen });
      else if (command.kind !== 'search') setOpen(command.kind);
      else if (document.querySelector(SEARCH) !== null) focusSearch();
      else {
        navigate(lastTimeline());
        setTimeout(focusSearch);
      }
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
      if (command === undefined || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (open === 'palette') return <Palette onClose={() => setOpen(undefined)} />;
  return open === 'keys' ? <KeySheet onClose={() => setOpen(undefined)} /> : null;
}
