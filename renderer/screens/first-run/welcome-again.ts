import { useSyncExternalStore } from 'react';

// This state belongs to one window, because another window may be in use.
let wanted = false;
const listeners = new Set<() => void>();

/** Shows the introduction again in this window, or closes it. */
export function showWelcomeAgain(shown: boolean): void {
  wanted = shown;
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWelcomeAgain(): boolean {
  return useSyncExternalStore(onChange, () => wanted);
}
