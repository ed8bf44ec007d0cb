import { markedName } from '../../shared/integration-name.ts';
import type { ReceiptSummary } from '../../shared/receipt.ts';
import { printTable } from './terminal-table.ts';
import { shownTime } from './terminal-time.ts';

const ESCAPE = '\u001b[';

/** True where the output is a terminal whose user has not turned colours off. */
const hasColours = () =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Makes a text faint on a terminal. The text must not have control characters. */
export const faint = (text: string): string => (hasColours() ? `${ESCAPE}2m${text}${ESCAPE}0m` : text);

/** The cells of a receipt, by their titles. A terminal is too narrow for all of them, and `--json` has them. */
const COLUMNS: readonly { title: string; cell: (receipt: ReceiptSummary) => string; inTerminal: boolean }[] =
  [
    { title: 'RECEIVED', cell: ({ receivedAt }) => shownTime(receivedAt), inTerminal: true },
    { title: 'EVENT', cell: ({ event }) => event, inTerminal: true },
    { title: 'INTEGRATION', cell: ({ integration }) => markedName(integration.name), inTerminal: true },
    { title: 'SESSION', cell: ({ session }) => session.id, inTerminal: false },
    { title: 'BYTES', cell: ({ bodyBytes }) => String(bodyBytes), inTerminal: false },
    { title: 'ID', cell: ({ id }) => id, inTerminal: true },
    { title: 'REPORTED', cell: ({ summary }) => summary, inTerminal: true },
  ];

/** Prints receipts as a table. */
export function printReceipts(receipts: readonly ReceiptSummary[]): void {
  const columns = process.stdout.isTTY ? COLUMNS.filter(({ inTerminal }) => inTerminal) : COLUMNS;
  printTable(
    columns.map(({ title }) => title),
    receipts.map((receipt) => columns.map(({ cell }) => cell(receipt))),
  );
}
