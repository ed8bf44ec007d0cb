import { fitEvent } from '../bridges/event-fitting.ts';
import type { AdaptedEvent } from '../bridges/harnesses/adaptation.ts';
import type { Route, SeenActions } from '../bridges/seen-actions.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CommitOutcome } from '../receipts/incoming-event.ts';
import type { CollectorContext } from './collector-context.ts';
import { type EventFacts, recordEvent } from './record-event.ts';

/** The way of a report, and what the collector knows about it beside its members. */
type Arrival = Pick<EventFacts, 'viaClaudeCode' | 'reportedAfterwards'> & {
  route: Route;
  receivedAt: number;
};

/**
 * Records an adapted event, unless it does not fit the contract or is known already. The promise rejects as
 * {@link CollectorContext.submit} does; the action is then unknown again, so that a retry is recorded.
 */
export function recordAdapted(
  context: CollectorContext & { seenActions: SeenActions },
  owner: IntegrationRecord,
  adapted: AdaptedEvent,
  { route, receivedAt, ...facts }: Arrival,
): Promise<CommitOutcome> | 'unfit' | 'duplicate' {
  const { validation, leftOut, bytes } = fitEvent(adapted, owner.name, new Date(receivedAt).toISOString());
  if (!validation.ok) return 'unfit';
  const { callId } = adapted.data;
  if (adapted.event === 'tool.before_use' && typeof callId === 'string') {
    const kind = route === 'telemetry' ? 'telemetry' : 'hooks';
    context.seenActions.coverage.call(owner.id, validation.event.sessionId, callId, kind, receivedAt);
  }
  const entered = context.seenActions.enter(adapted, route, receivedAt);
  if (entered === undefined) return 'duplicate';
  return recordEvent(context, owner, validation.event, {
    bodyBytes: bytes,
    droppedMembers: validation.droppedMembers + leftOut + (adapted.leftOut ?? 0),
    destinationAssumed: adapted.destinationAssumed === true && 'destination' in validation.event.data,
    ...facts,
  }).catch((error) => {
    entered.forget();
    throw error;
  });
}
