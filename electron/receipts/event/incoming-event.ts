import { type EventType, type ReceiptType, UNREADABLE } from '../../../shared/event.ts';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import type { BodyEvent, BodyRefusal } from '../../body/event-of-body.ts';

/** The result of redaction before the store, so that the store need not redact the event. */
export interface PreparedEvent {
  /** The stored fields, serialized by V8: threads pass them on without reading them. Undefined if nothing is kept. */
  content?: Uint8Array;
  /** The digest that {@link EventDigests.identity} returns. */
  identity: Uint8Array;
}

/** A large tool input on its way between threads, as JSON. `digest` is the same for the same input. */
export interface PackedInput {
  json: string;
  digest: string;
}

/** A validated event on its way to the store. It is in memory only until its redaction. */
export interface IncomingEvent {
  integrationId: string;
  integrationName: string;
  event: ReceiptType;
  sessionId: string;
  occurredAt: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  data: Record<string, unknown>;
  /** The tool input of a large event of a bridge. `data` then has null in its place. */
  packedInput?: PackedInput | undefined;
  /** The bytes of the report. */
  bodyBytes: number;
  droppedMembers: number;
  /** The event arrived over the bridge of another harness. */
  viaClaudeCode?: boolean;
  /** The harness did not name the AI provider. `destination` is the harness's own provider. */
  destinationAssumed?: boolean;
  /** The event comes from telemetry, which programs send after the action. */
  reportedAfterwards?: boolean;
  /** The reported time was not plausible. `occurredAt` is the time of arrival. */
  hasNoTime?: boolean;
  /** The payload was almost JSON, or a member had another type, and had one reading. */
  mended?: boolean;
  /** The user ran it, and not the agent. */
  byUser?: boolean;
  /** A number that a double would round is in `data` as its own text. */
  numbersAsText?: boolean;
  level: PrivacyLevel;
  /** Also masks personal details that developers often need, such as IP addresses. */
  maskDetails?: boolean;
  /** Recording is paused: the store counts the event in the recording gap and does not store it. */
  paused: boolean;
  /** Name of the paused integration or project. Absent for a pause of everything. */
  pauseScope?: string;
  /** Redaction was tried and did not end in time: only sizes are stored. */
  redactionTimedOut?: boolean;
  /** The redacted event. If it is set, `data` is empty. */
  prepared?: PreparedEvent;
}

/** Returns the bytes of an event that wait in memory. The receipt of a report that could not be read has none of its text. */
export const bytesHeld = ({ event, bodyBytes }: IncomingEvent): number =>
  event === UNREADABLE ? 0 : bodyBytes;

/** True if the store keeps the event: recording is not paused, and the privacy level keeps something. */
export const isKept = ({ paused, level }: IncomingEvent): boolean => !paused && level !== 'nothing';

/** Shared memory with the position in its batch of the event that is redacted, or {@link NO_EVENT}. */
export type RedactingEvent = Int32Array<SharedArrayBuffer>;
export const NO_EVENT = -1;

/** Puts the packed tool input of an event back into its data. */
export function unpack(event: IncomingEvent): void {
  if (event.packedInput === undefined) return;
  event.data = { ...event.data, toolInput: JSON.parse(event.packedInput.json) };
  event.packedInput = undefined;
}

/** Names the session of an event: clients of different integrations can choose the same id. */
export function sessionKey(event: Pick<IncomingEvent, 'integrationId' | 'sessionId'>): string {
  return `${event.integrationId}\0${event.sessionId}`;
}

/** A large body of the developer API, and what its redaction depends on. */
export interface IncomingBody {
  integrationId: string;
  body: Uint8Array;
  /** Returns the level of the event once its type is known. */
  levelOf(event: EventType): PrivacyLevel;
  maskDetails?: boolean;
}

/** The event of a large body, without the data that is only redacted, and its redacted form. */
export type InspectedBody =
  | { refusal: BodyRefusal }
  | (BodyEvent & { level: PrivacyLevel; prepared: PreparedEvent });

export interface CommitOutcome {
  receiptId: string;
  recorded: boolean;
  replayed: boolean;
}
