import type { Session } from '../receipt.ts';
import { sessionState } from '../session-state.ts';

/** Below this, clocks that tick are too coarse to say a length. */
const LEAST_LENGTH_MS = 60_000;

/** Says the state of a session. `length` formats a length of time. */
export function sessionStateWords(session: Session, now: number, length: (ms: number) => string): string {
  const age = (instant: string) => {
    const ms = now - Date.parse(instant);
    return ms < LEAST_LENGTH_MS ? 'less than a minute' : length(ms);
  };
  const words = {
    running: () => `running for ${age(session.firstEventAt)}`,
    quiet: () => `last report ${age(session.lastEventAt)} ago`,
    ended: () => 'ended',
    silent: () => 'fell silent',
  };
  return words[sessionState(session, now)]();
}
