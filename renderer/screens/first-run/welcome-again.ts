import { useSyncExternalStore } from 'react';

// Of this window alone: in another one somebody may be in the middle of something.
let wanted = false;
const listeners = new Set<() => void>();

/** Shows the introduction once more in this window, or ends that. */
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
