/**
 * Handles signals in the place of libraries. One below `conf` handles each signal by sending it to this process again. On
 * Windows that kills the process at once. What the library does at the end of a process, it also does without signals.
 */
export function handleSignals(
  signals: readonly NodeJS.Signals[],
  act: (signal: NodeJS.Signals) => void,
): void {
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, act);
  }
}
