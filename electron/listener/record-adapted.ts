import type { HarnessId } from '../../shared/bridge.ts';
import type { UnreadableReason } from '../../shared/event.ts';
import { EARLIEST_REPORT_MS, MAX_AHEAD_MS } from '../../shared/limits.ts';
import { fitEvent } from '../bridges/event-fitting.ts';
import type { AdaptedEvent } from '../bridges/harnesses/adaptation.ts';
import type { Reporter, SeenActions } from '../bridges/seen-actions.ts';
import { type Route, routeKindOf } from '../bridges/sighting.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { holdsNumberText } from '../receipts/body/json-text.ts';
import type { CommitOutcome } from '../receipts/incoming-event.ts';
import type { CollectorContext } from './collector-context.ts';
import { type EventFacts, recordEvent } from './record-event.ts';

/** The way of a report, and what the collector knows about it beside its members. */
type Arrival = Pick<EventFacts, 'viaClaudeCode' | 'reportedAfterwards'> & {
  route: Route;
  reporter: Reporter;
  receivedAt: number;
};

/** Returns the live connections of a harness, or those of all. */
export function connectionsOf({ integrations }: CollectorContext, harness?: HarnessId): IntegrationRecord[] {
  return integrations
    .list()
    .filter(
      (each) => each.kind === 'managed' && each.harness === (harness ?? each.harness) && !each.revokedAt,
    );
}

/**
 * Records an adapted event, unless it does not fit the contract, for a reason, or is known already: `joined` where
 * another route reported it, `duplicate` where this route repeats it. A time that is not plausible is replaced by that of
 * arrival, and the receipt says so. The promise rejects as
 * {@link CollectorContext.submit} does; the action is then unknown again, so that a retry is recorded.
 */
export function recordAdapted(
  context: CollectorContext & { seenActions: SeenActions },
  owner: IntegrationRecord,
  reported: AdaptedEvent,
  { route, reporter, receivedAt, ...facts }: Arrival,
): Promise<CommitOutcome> | UnreadableReason | 'duplicate' | 'joined' {
  const at = Date.parse(reported.occurredAt ?? '');
  const hasNoTime = at < EARLIEST_REPORT_MS || at > receivedAt + MAX_AHEAD_MS;
  const adapted = hasNoTime ? { ...reported, occurredAt: undefined } : reported;
  const {
    validation,
    leftOut,
    bytes,
    unfit = 'incomplete',
  } = fitEvent(adapted, owner.name, new Date(receivedAt).toISOString());
  if (!validation.ok) return unfit;
  const { seenActions } = context;
  const { sessionId } = validation.event;
  const { callId } = adapted.data;
  const kind = routeKindOf(route);
  // Members that do not fit are no part of the action: they can nest without end, or have any length.
  const fitted = { ...adapted, sessionId, data: { ...validation.event.data } as Record<string, unknown> };
  // What stands for a text that was not reported identifies no prompt.
  if (adapted.data.content === undefined) delete fitted.data.content;
  const entered = seenActions.enter(fitted, route, receivedAt, reporter);
  // An action that another integration has is no part of this one's session.
  if (!entered.isNew && entered.isForeign === true) return entered.joins ? 'joined' : 'duplicate';
  const isCall = adapted.event === 'tool.before_use' && typeof callId === 'string';
  if (isCall) seenActions.coverage.call(owner.id, sessionId, callId, kind, receivedAt);
  if (!entered.isNew) {
    if (entered.other !== undefined) seenActions.coverage.secondRoute(entered.other, sessionId, kind);
    return entered.joins ? 'joined' : 'duplicate';
  }
  return recordEvent(context, owner, validation.event, {
    bodyBytes: bytes,
    droppedMembers: validation.droppedMembers + leftOut + (adapted.leftOut ?? 0),
    mended: adapted.mended === true,
    numbersAsText: adapted.numbersAsText === true && holdsNumberText(validation.event.data),
    destinationAssumed: adapted.destinationAssumed === true && 'destination' in validation.event.data,
    ...(hasNoTime ? { hasNoTime } : {}),
    ...facts,
  }).then(
    (outcome) => {
      const { recorded, receiptId } = outcome;
      if (recorded) entered.recorded({ integrationId: owner.id, receiptId });
      if (recorded && isCall) seenActions.coverage.receipt(owner.id, sessionId, callId, receiptId);
      return outcome;
    },
    (error) => {
      entered.forget();
      throw error;
    },
  );
}
