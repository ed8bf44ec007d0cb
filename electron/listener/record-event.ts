import type { PrivacyLevel } from '../../shared/settings.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CommitOutcome, IncomingEvent } from '../receipts/event/incoming-event.ts';
import type { CollectorContext } from './collector-context.ts';

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

/** Submits a validated event to the store. Rejects as {@link CollectorContext.submit} does. */
export function recordEvent(
  context: CollectorContext,
  integration: IntegrationRecord,
  event: Pick<IncomingEvent, 'event' | 'sessionId' | 'occurredAt'> & { data: object },
  facts: EventFacts,
): Promise<CommitOutcome> {
  const receivedAt = context.now();
  context.integrations.touch(integration, receivedAt);
  const { cwd } = event.data as { cwd?: string };
  const pause = context.pauseOf({ integrationId: integration.id, sessionId: event.sessionId, cwd });
  return context.submit({
    integrationId: integration.id,
    integrationName: integration.name,
    event: event.event,
    sessionId: event.sessionId,
    occurredAt: event.occurredAt,
    receivedAt,
    data: event.data as Record<string, unknown>,
    level: context.privacyLevel(integration.id, event.event),
    ...facts,
    paused: pause !== undefined,
    ...(pause === undefined || pause.scope === null ? {} : { pauseScope: pause.scope }),
  });
}
