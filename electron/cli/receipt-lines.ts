import { markedName } from '../../shared/integration-name.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import { withNamedMasks } from '../../shared/words/secret-names.ts';
import { printTable } from './terminal-table.ts';
import { shownTime } from './terminal-time.ts';

const ESCAPE = '\u001b[';

/** True where the output is a terminal whose user has not turned colours off. */
const hasColours = () =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Makes a text faint on a terminal. The text must not have control characters. */
export const faint = (text: string): string => (hasColours() ? `${ESCAPE}2m${text}${ESCAPE}0m` : text);

/** A narrower terminal has no room for what was reported beside an id. 80 is the usual width. */
const WIDTH_FOR_ID = 100;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * The cells of a receipt, by their titles, and the width of a terminal from which on there is room for them. A program and
 * `--json` have all of them.
 */
const COLUMNS: readonly { title: string; cell: (receipt: ReceiptSummary) => string; fromWidth: number }[] = [
  { title: 'RECEIVED', cell: ({ receivedAt }) => shownTime(receivedAt), fromWidth: 0 },
  { title: 'EVENT', cell: ({ event }) => event, fromWidth: 0 },
  { title: 'INTEGRATION', cell: ({ integration }) => markedName(integration.name), fromWidth: 0 },
  { title: 'SESSION', cell: ({ session }) => session.id, fromWidth: NEVER },
  { title: 'BYTES', cell: ({ bodyBytes }) => String(bodyBytes), fromWidth: NEVER },
  { title: 'ID', cell: ({ id }) => id, fromWidth: WIDTH_FOR_ID },
  { title: 'REPORTED', cell: ({ summary, masks }) => withNamedMasks(summary, masks), fromWidth: 0 },
];

/** Prints receipts as a table. */
export function printReceipts(receipts: readonly ReceiptSummary[]): void {
  // A terminal without a known width is as a wide one.
  const width = process.stdout.columns || WIDTH_FOR_ID;
  const columns = process.stdout.isTTY ? COLUMNS.filter(({ fromWidth }) => fromWidth <= width) : COLUMNS;
  printTable(
    columns.map(({ title }) => title),
    receipts.map((receipt) => columns.map(({ cell }) => cell(receipt))),
  );
}
