import type { PlinthEvent } from '../../shared/event.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CommitOutcome } from '../receipts/incoming-event.ts';
import type { CollectorContext } from './collector-context.ts';

/** Submits a validated event to the store. Rejects as {@link CollectorContext.submit} does. */
export function recordEvent(
  context: CollectorContext,
  integration: IntegrationRecord,
  event: PlinthEvent,
  size: { bodyBytes: number; droppedMembers: number; viaClaudeCode?: boolean; destinationAssumed?: boolean },
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
    bodyBytes: size.bodyBytes,
    droppedMembers: size.droppedMembers,
    ...(size.viaClaudeCode === true ? { viaClaudeCode: true } : {}),
    ...(size.destinationAssumed === true ? { destinationAssumed: true } : {}),
    level: context.privacyLevel(integration.id, event.event),
    paused: pause !== undefined,
    ...(pause === undefined || pause.scope === null ? {} : { pauseScope: pause.scope }),
  });
}
