import type { EventType } from '../../shared/event.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';

/** A validated event on its way to the store; it lives in memory only until it has been redacted. */
export interface IncomingEvent {
  integrationId: string;
  integrationName: string;
  event: EventType;
  sessionId: string;
  occurredAt: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  data: Record<string, unknown>;
  bodyBytes: number;
  droppedMembers: number;
  level: PrivacyLevel;
  /** Recording is paused: the event is counted in the gap and not kept. */
  paused: boolean;
  /** Redaction has been tried and did not end in time: sizes only are kept. */
  redactionTimedOut?: boolean;
}

/** What became of one event. */
export interface CommitOutcome {
  receiptId: string;
  recorded: boolean;
  replayed: boolean;
}
