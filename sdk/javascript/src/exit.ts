/** What may end a process early: a signal, or an exception that nobody catches (an unhandled rejection becomes one). */
export type ExitCause = `SIG${string}` | 'uncaughtException';

type Flush = () => Promise<unknown>;

const flushes = new Map<ExitCause, Set<Flush>>();

/**
 * Ends the process as it would have ended. Another listener means that the program itself decides.
 */
function endBy(cause: ExitCause, error: unknown): void {
  if (process.listenerCount(cause) > 0) return;
  if (cause !== 'uncaughtException') process.kill(process.pid, cause);
  else {
    setImmediate(() => {
      throw error;
    });
  }
}

/** Flushes before `cause` ends the process. Returns the function that takes this back. */
export function flushBefore(cause: ExitCause, flush: Flush): () => void {
  let all = flushes.get(cause);
  if (all === undefined) {
    const added = new Set<Flush>();
    // Only once: a second signal, or a second exception, ends the process at once.
    process.once(cause, async (error: unknown) => {
      flushes.delete(cause);
      await Promise.all([...added].map((each) => each()));
      endBy(cause, error);
    });
    flushes.set(cause, added);
    all = added;
  }
  all.add(flush);
  return () => all.delete(flush);
}
