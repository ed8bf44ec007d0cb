import type { EventType } from '../../shared/event.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';
import type { RetainedContent } from './stored-fields.ts';

/** What was made of an event before it reached the store, so that the store need not redact it. */
export interface PreparedEvent {
  content: RetainedContent;
  /** As {@link EventDigests.identity} gives it. */
  identity: Uint8Array;
}

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
  /** It came over another harness's connection than its own. */
  viaClaudeCode?: boolean;
  level: PrivacyLevel;
  /** Recording is paused: the event is counted in the gap and not kept. */
  paused: boolean;
  /** Redaction has been tried and did not end in time: sizes only are kept. */
  redactionTimedOut?: boolean;
  /** Redacted already; `data` is empty then. */
  prepared?: PreparedEvent;
}

/** What became of one event. */
export interface CommitOutcome {
  receiptId: string;
  recorded: boolean;
  replayed: boolean;
}
