import type { Session } from '../../../shared/receipt.ts';

/** A session without an event for this time does not count as running. */
const RUNNING_MS = 30 * 60_000;

export type SessionState = 'running' | 'ended' | 'silent';

export function sessionState(session: Session, now: number): SessionState {
  if (session.endedAt !== null) return session.endedBySilence ? 'silent' : 'ended';
  return now - Date.parse(session.lastEventAt) < RUNNING_MS ? 'running' : 'silent';
}

export const isRunning = (session: Session, now: number): boolean => sessionState(session, now) === 'running';
