import type { HarnessId } from '../../shared/bridge.ts';
import { EARLIEST_REPORT_MS, MAX_AHEAD_MS } from '../../shared/limits.ts';
import { type FittedEvent, NO_TEXT } from '../bridges/event-fitting.ts';
import type { CallNotes } from '../bridges/harnesses/adaptation.ts';
import type { Reporter, SeenActions } from '../bridges/seen-actions.ts';
import { type Route, routeKindOf } from '../bridges/sighting.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import type { CommitOutcome } from '../receipts/event/incoming-event.ts';
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

/** Returns what a report tells about a call. A token can belong to any program, so it does not tell what the user approved. */
export const notesOf = ({ kind }: IntegrationRecord, { approval, outcome }: CallNotes): CallNotes => ({
  approval: kind === 'managed' ? approval : undefined,
  outcome,
});

/**
 * Records an adapted event, unless it is known already: `joined` where another route reported it, `duplicate` where this
 * route repeats it. A time that is not plausible is replaced by that of arrival, and the receipt says so. The promise
 * rejects as
 * {@link ReceiptClient.submit} does; the action is then unknown again, so that a retry is recorded.
 */
export function recordAdapted(
  context: CollectorContext & { seenActions: SeenActions },
  owner: IntegrationRecord,
  reported: FittedEvent,
  { route, reporter, receivedAt, ...facts }: Arrival,
): Promise<CommitOutcome> | 'duplicate' | 'joined' {
  const at = Date.parse(reported.occurredAt ?? '');
  const hasNoTime = at < EARLIEST_REPORT_MS || at > receivedAt + MAX_AHEAD_MS;
  const fitted = hasNoTime ? { ...reported, occurredAt: undefined } : reported;
  const { seenActions } = context;
  const { coverage } = seenActions;
  const { event, sessionId, data, occurredAt = new Date(receivedAt).toISOString() } = fitted;
  const id = typeof data.callId === 'string' ? data.callId : undefined;
  const isOfCall = event === 'tool.before_use' || event === 'command.before_run';
  const kind = routeKindOf(route);
  // What stands for a text that was not reported identifies no prompt.
  const { content, ...identified } = data;
  const action = content === NO_TEXT ? { ...fitted, data: identified } : fitted;
  const entered = seenActions.enter(action, route, receivedAt, reporter);
  // An action that another integration has is no part of this one's session.
  if (!entered.isNew && entered.isForeign === true) return entered.joins ? 'joined' : 'duplicate';
  const { cwd } = data as { cwd?: string };
  // During a pause, nothing is noted of an action either.
  const pause = context.recording.pauseOf({ integrationId: owner.id, sessionId, cwd });
  const noteCall = (call: string) => {
    if (pause !== undefined) return;
    if (event === 'tool.before_use') coverage.call(owner.id, sessionId, call, kind, receivedAt);
    coverage.told(owner.id, sessionId, call, notesOf(owner, fitted));
  };
  if (!entered.isNew) {
    const { joins, other } = entered;
    const call = other?.call ?? id;
    if (other !== undefined && pause === undefined) coverage.secondRoute(other, sessionId, kind);
    if (call !== undefined) noteCall(call);
    return joins ? 'joined' : 'duplicate';
  }
  if (id !== undefined) noteCall(id);
  const sent = { event, sessionId, occurredAt, data };
  return recordEvent(context, owner, sent, {
    bodyBytes: fitted.bytes,
    droppedMembers: fitted.leftOut,
    packedInput: fitted.packedInput,
    mended: fitted.mended === true,
    byUser: fitted.byUser === true,
    numbersAsText: fitted.numbersAsText === true,
    destinationAssumed: fitted.destinationAssumed === true && 'destination' in data,
    ...(hasNoTime ? { hasNoTime } : {}),
    ...facts,
  }).then(
    (outcome) => {
      const { recorded, receiptId } = outcome;
      if (!recorded) return outcome;
      // A call without an id is known by its receipt.
      const call = id ?? receiptId;
      entered.recorded({ integrationId: owner.id, receiptId, call });
      if (!isOfCall) return outcome;
      coverage.receipt(owner.id, sessionId, call, receiptId);
      if (id === undefined) noteCall(call);
      return outcome;
    },
    (error) => {
      entered.forget();
      throw error;
    },
  );
}
