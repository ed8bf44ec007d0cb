import type { ReceiptType } from '../../shared/event.ts';
import { markedName } from '../../shared/integration-name.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import { outcomeWords } from '../../shared/words/coverage.ts';
import { withNamedMasks } from '../../shared/words/secret-names.ts';
import type { Control } from './control-access.ts';
import { projectColumn } from './project-names.ts';
import { shortId } from './short-id.ts';
import { type Column, MOST_OF_NAME, printColumns } from './terminal-table.ts';
import { shownTime } from './terminal-time.ts';

const ESCAPE = '\u001b[';

/** True where the output is a terminal whose user has not turned colours off. */
const hasColours = () =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Makes a text faint on a terminal. The text must not have control characters. */
export const faint = (text: string): string => (hasColours() ? `${ESCAPE}2m${text}${ESCAPE}0m` : text);

/** The event types as a row has room for them. */
const SHORT_EVENTS: Record<ReceiptType, string> = {
  'prompt.submitted': 'prompt',
  'tool.before_use': 'tool',
  'command.before_run': 'command',
  'file.changed': 'file',
  'session.started': 'start',
  'session.ended': 'end',
  'report.unreadable': 'unread',
};
export const shortEvent = (event: ReceiptType): string => SHORT_EVENTS[event];
export const LONGEST_SHORT_EVENT = 7;

const RECEIVED: Column<ReceiptSummary> = {
  title: 'RECEIVED',
  cell: ({ receivedAt }) => shownTime(receivedAt),
};
const AGENT: Column<ReceiptSummary> = {
  title: 'AGENT',
  cell: ({ integration }) => markedName(integration.name),
  fromWidth: 72,
  most: MOST_OF_NAME,
};
const REPORTED: Column<ReceiptSummary> = {
  title: 'REPORTED',
  // Those that did not run, or not to their end.
  cell: ({ summary, masks, outcome }) =>
    (outcome === undefined || outcome === 'succeeded' ? '' : `(${outcomeWords[outcome]}) `) +
    withNamedMasks(summary, masks),
};

/** A terminal: with an id for `plinth receipts show` and the KEY of a session at every width. */
const forTerminals = (project: Column<ReceiptSummary>): Column<ReceiptSummary>[] => [
  RECEIVED,
  { title: 'ID', cell: ({ id }) => shortId(id) },
  { title: 'SESSION', cell: ({ session }) => String(session.key) },
  { title: 'EVENT', cell: ({ event }) => shortEvent(event) },
  AGENT,
  project,
  REPORTED,
];

const FOR_PROGRAMS: readonly Column<ReceiptSummary>[] = [
  RECEIVED,
  { title: 'EVENT', cell: ({ event }) => event },
  AGENT,
  { title: 'SESSION', cell: ({ session }) => session.id },
  { title: 'BYTES', cell: ({ bodyBytes }) => String(bodyBytes) },
  { title: 'ID', cell: ({ id }) => id },
  REPORTED,
];

/** Prints receipts as a table. */
export async function printReceipts(access: Control, receipts: readonly ReceiptSummary[]): Promise<void> {
  const project = await projectColumn<ReceiptSummary>(access, ({ context }) => context.project);
  await printColumns(forTerminals(project), receipts, FOR_PROGRAMS);
}
