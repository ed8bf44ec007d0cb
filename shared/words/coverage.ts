import type { Receipt, Session } from '../receipt.ts';
import { isUnwanted, type RecordingGap } from '../recording-gap.ts';
import type { Approval, Outcome, ReceiptNotes, RouteKind, SessionNotes } from '../session-notes.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { plural } from './plural.ts';

/** A session without an end that is quiet for this time may have ended unheard. */
const QUIET_MS = 10 * 60_000;

/** Says who approved a tool call. */
export const approvalWords: Record<Approval, string> = {
  you_once: 'approved by you, once',
  you_always: 'approved by you, always',
  rule: 'approved by a rule',
  hook: 'approved by a hook',
  automatic: 'approved by automatic mode',
};

/** Says that the user ran a command, and not the agent. */
export const BY_USER = 'typed by you';

/** Says what became of a tool call. */
export const outcomeWords: Record<Outcome, string> = {
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'refused',
};

const OUTCOME_SENTENCES: Record<Outcome, string> = {
  succeeded: 'The agent reported that the call succeeded.',
  failed: 'The agent reported that the call failed. It may not have run to its end, or not at all.',
  refused: 'The call was refused. It did not run.',
};

/** Says what became of the call of a receipt, also where that is not known. Undefined for a receipt of no call. */
export function outcomeSentence({ event, outcome }: Pick<Receipt, 'event' | 'outcome'>): string | undefined {
  if (outcome !== undefined) return OUTCOME_SENTENCES[outcome];
  const isOfCall = event === 'tool.before_use' || event === 'command.before_run';
  return isOfCall ? 'Nobody reported whether the call ran, or how it ended.' : undefined;
}

/** Says which other kind of route reported the action of a receipt. */
const alsoReportedWords: Record<RouteKind, string> = {
  hooks: 'A hook reported the same action too.',
  telemetry: 'Telemetry reported the same action too.',
};

/** Says what the ways of the reports tell beside one receipt. */
export function receiptNoteSentences({ approval, alsoReportedBy }: ReceiptNotes): string[] {
  return [
    ...(alsoReportedBy === null ? [] : [alsoReportedWords[alsoReportedBy]]),
    ...(approval === null ? [] : [`The tool call was ${approvalWords[approval]}.`]),
  ];
}

const calls = (count: number) => (count === 1 ? '1 tool call' : `${count} tool calls`);

/** Compares the hooks that ran with their reports, and the reports with the events that they gave. */
function hookSentences({ hookReports, hookEvents, hookRuns }: SessionNotes, isWhole: boolean): string[] {
  if (hookReports === 0) return [];
  const lost = hookRuns - hookReports;
  const sentences = lost > 0 ? [`${lost} of ${hookRuns} hooks that ran did not report.`] : [];
  const reports = hookReports === 1 ? '1 hook reported' : `${hookReports} hooks reported`;
  // What happened in a gap reported to nobody, so “all” would be heard as “everything”.
  if (hookEvents === hookReports && !isWhole) return [...sentences, `${reports}.`];
  const others = hookReports - hookEvents;
  if (others === 0) return [...sentences, `${reports}, all with an event.`];
  // Such as a prompt that nobody typed, or a hook that is installed twice.
  const nothing = others === 1 ? '1 had nothing new' : `${others} had nothing new`;
  return [...sentences, `${reports}: ${hookEvents} with an event, ${nothing}.`];
}

/**
 * Says what is known of the completeness of a session’s reports. It never says that nothing is missing where there was
 * nothing to compare, or where the session was open in `gaps`.
 */
export function coverageLine(
  session: Pick<Session, 'startedAt' | 'endedAt' | 'lastEventAt'>,
  notes: SessionNotes,
  gaps: readonly RecordingGap[],
  now: number,
  instant: FormatInstant = asSent,
): string {
  const unrecorded = gaps.filter(isUnwanted).length;
  const { bothRoutes, hooksOnly, telemetryOnly, missing, subAgents, interrupts } = notes;
  const single = hooksOnly + telemetryOnly;
  const all = bothRoutes + single;
  const said: string[] = [];
  if (unrecorded > 0) {
    const count = plural(unrecorded, { one: 'gap', other: 'gaps' });
    said.push(`The record has ${count} in this session, so not everything is known to be here.`);
  }
  if (bothRoutes === 0)
    said.push('Its connection reported by one route only, so there is nothing to compare with.');
  else if (single === 0) said.push(`All of ${calls(all)} came by two routes.`);
  else said.push(`${single} of ${calls(all)} came by one route only.`);
  said.push(...hookSentences(notes, unrecorded === 0));
  if (subAgents > 0) said.push(`${plural(subAgents, { one: 'sub-agent', other: 'sub-agents' })} started.`);
  if (interrupts > 0) {
    said.push(`${plural(interrupts, { one: 'turn was', other: 'turns were' })} interrupted.`);
  }
  if (missing > 0) {
    said.push(`${missing} ${missing === 1 ? 'record' : 'records'} that the agent numbered did not arrive.`);
  }
  if (session.startedAt === null) said.push('Its start was not reported.');
  if (session.endedAt === null && now - Date.parse(session.lastEventAt) >= QUIET_MS) {
    said.push(`Nothing heard since ${instant(session.lastEventAt)}.`);
  }
  return said.join(' ');
}
