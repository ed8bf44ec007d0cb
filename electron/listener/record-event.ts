import type { EventType } from '../../shared/event.ts';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import type { EventAccepted } from '../../shared/receipt.ts';
import { type PrivacyLevel, privacyLevel } from '../../shared/settings.ts';
import { type BodyEvent, eventOfBody } from '../body/event-of-body.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CommitOutcome, IncomingEvent, PreparedEvent } from '../receipts/event/incoming-event.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-events.ts';
import type { CollectorContext } from './collector-context.ts';
import { SMALL_BODY_BYTES } from './large-bodies.ts';
import { type Refusal, unauthorized, unavailable } from './problem-response.ts';

export interface ValidEvent extends BodyEvent {
  /** What another thread has made of a large event. Its data is no longer here. */
  aside?: { level: PrivacyLevel; prepared: PreparedEvent };
  /** Another thread did not redact the event in time. */
  redactionTimedOut?: true;
}

/** The answer to an event, or the reason why it is refused. */
export type Accepted = { accepted: EventAccepted; replayed: boolean } | { refusal: Refusal };

/** Inspects a large body in another thread. If that exceeds its time or memory, only the event's sizes are stored. */
export async function inspectAside(
  { receipts, settings }: CollectorContext,
  { id }: IntegrationRecord,
  body: Buffer,
): Promise<{ value: ValidEvent } | { refusal: Refusal }> {
  const levelOf = (event: EventType) => privacyLevel(settings.settings.privacy, id, event);
  const maskDetails = settings.settings.privacy.maskDetails === true;
  const inspected = await receipts.lane.inspect({ integrationId: id, body, levelOf, maskDetails });
  if (inspected === undefined) {
    const parsed = eventOfBody(body);
    return 'refusal' in parsed ? parsed : { value: { ...parsed.value, redactionTimedOut: true } };
  }
  if ('refusal' in inspected) return inspected;
  const { level, prepared, ...parsed } = inspected;
  return { value: { ...parsed, aside: { level, prepared } } };
}

/** What the collector knows about an event beside its members. */
export type EventFacts = Pick<
  IncomingEvent,
  | 'bodyBytes'
  | 'droppedMembers'
  | 'viaClaudeCode'
  | 'packedInput'
  | 'destinationAssumed'
  | 'reportedAfterwards'
  | 'hasNoTime'
  | 'mended'
  | 'byUser'
  | 'numbersAsText'
  | 'prepared'
  | 'redactionTimedOut'
> & {
  /** The level that the event was redacted for, if that happened before. */
  level?: PrivacyLevel;
};

/** Submits a validated event to the store. Rejects as {@link ReceiptClient.submit} does. */
export function recordEvent(
  context: CollectorContext,
  integration: IntegrationRecord,
  event: Pick<IncomingEvent, 'event' | 'sessionId' | 'occurredAt'> & { data: object },
  facts: EventFacts,
): Promise<CommitOutcome> {
  const receivedAt = Date.now();
  context.integrations.touch(integration, receivedAt);
  const { cwd } = event.data as { cwd?: string };
  const pause = context.recording.pauseOf({ integrationId: integration.id, sessionId: event.sessionId, cwd });
  const { privacy } = context.settings.settings;
  return context.receipts.submit({
    integrationId: integration.id,
    integrationName: integration.name,
    event: event.event,
    sessionId: event.sessionId,
    occurredAt: event.occurredAt,
    receivedAt,
    data: event.data as Record<string, unknown>,
    level: privacyLevel(privacy, integration.id, event.event),
    maskDetails: privacy.maskDetails === true,
    ...facts,
    paused: pause !== undefined,
    ...(pause === undefined || pause.scope === null ? {} : { pauseScope: pause.scope }),
  });
}

/**
 * Returns why a request whose body has arrived is refused now. The body took time: a revocation or a rotation applies from
 * the moment it is made, and a stop of the host from its beginning.
 */
export function refusalAfterBody(
  { integrations, stopping }: CollectorContext,
  integration: IntegrationRecord,
): Refusal | undefined {
  if (!integrations.isValid(integration)) return unauthorized;
  return stopping.aborted ? unavailable : undefined;
}

/** Records a valid event of an integration, and returns the contract's answer or why it is refused. */
export async function acceptEvent(
  context: CollectorContext,
  integration: IntegrationRecord,
  { bytes, value }: { bytes: number; value: ValidEvent },
): Promise<Accepted> {
  const { event, aside, ...facts } = value;
  if (event.integration !== integration.name) {
    return { refusal: { code: 'integration_mismatch', tokenIntegration: integration.name } };
  }
  const late = refusalAfterBody(context, integration);
  if (late !== undefined) return { refusal: late };
  try {
    const recording = recordEvent(context, integration, event, { bodyBytes: bytes, ...facts, ...aside });
    const { recorded, receiptId, replayed } = await recording;
    return { accepted: { accepted: true, recorded, reportOnly: true, receiptId }, replayed };
  } catch (error) {
    if (!(error instanceof ReceiptStoreError)) context.faults.note('events route', error);
    // The store has already logged the failure. The client only needs to know that it may retry.
    return { refusal: unavailable };
  }
}

/** Takes an event that did not come over HTTP: with every check of the route that is about the event. */
export async function takeEvent(
  context: CollectorContext,
  integration: IntegrationRecord,
  body: Buffer,
): Promise<Accepted> {
  if (context.rateLimiter.take(integration, performance.now()) > 0) {
    return { refusal: { code: 'rate_limited' } };
  }
  const bytes = body.length;
  if (bytes > MAX_EVENT_BYTES) return { refusal: { code: 'payload_too_large' } };
  const isLarge = bytes > SMALL_BODY_BYTES;
  const place = isLarge ? await context.largeBodies.enter(integration, bytes) : undefined;
  try {
    const inspected = isLarge ? await inspectAside(context, integration, body) : eventOfBody(body);
    return 'refusal' in inspected
      ? inspected
      : await acceptEvent(context, integration, { bytes, value: inspected.value });
  } finally {
    place?.leave();
  }
}
