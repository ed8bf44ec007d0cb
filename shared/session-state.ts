import type { Session } from './receipt.ts';

/** A session that reported in this time works. */
const RUNNING_MS = 5 * 60_000;
/** A session that reported in this time may still work. */
const QUIET_MS = 30 * 60_000;

/** What is known of a session: it works, it reported lately, its end was reported, or nobody knows how it ended. */
export type SessionState = 'running' | 'quiet' | 'ended' | 'silent';

/** Tells the state of a session. One event without a reported start is no session that runs. */
export function sessionState(session: Session, now: number): SessionState {
  if (session.endedAt !== null) return session.endedBySilence ? 'silent' : 'ended';
  const age = now - Date.parse(session.lastEventAt);
  if (age >= QUIET_MS) return 'silent';
  const isWork = session.startedAt !== null || session.events > 1;
  return isWork && age < RUNNING_MS ? 'running' : 'quiet';
}
