import { stringify as csvStringify } from 'csv-stringify';
import type { ReceiptFilter } from '../../shared/control.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { unwrap } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';
import { jsonText, printable, write } from './terminal-text.ts';

/** Maximum number of receipts in one page of control. */
export const MAX_PAGE = 500;

/** Yields all receipts that match the filter, newest first. */
export async function* allReceipts(access: ControlAccess, filter: ReceiptFilter): AsyncGenerator<Receipt> {
  let cursor: string | undefined;
  do {
    const page = unwrap(
      await access.call('receipts.export', {
        filter,
        limit: MAX_PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    yield* page.receipts;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const csvColumns = [
  'id',
  'integration',
  'event',
  'sessionId',
  'occurredAt',
  'receivedAt',
  'bodyBytes',
  'droppedMembers',
  'repeats',
  'flags',
  'redaction',
  'findings',
  'data',
] as const;

// A spreadsheet evaluates a cell that begins like a formula. The apostrophe makes it text.
const asText = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

function csvRow(receipt: Receipt): string[] {
  return [
    receipt.id,
    receipt.integration.name,
    receipt.event,
    receipt.session.id,
    receipt.occurredAt,
    receipt.receivedAt,
    String(receipt.bodyBytes),
    String(receipt.droppedMembers),
    String(receipt.repeats),
    receipt.flags.join(' '),
    receipt.redaction.state,
    String(receipt.redaction.findings.length),
    jsonText(receipt.data),
  ].map(asText);
}

export async function exportCsv(receipts: AsyncIterable<Receipt>): Promise<void> {
  const toTerminal = process.stdout.isTTY === true;
  const rows = csvStringify({ header: true, columns: [...csvColumns] });
  const printed = (async () => {
    for await (const chunk of rows) await write(toTerminal ? printable(String(chunk)) : String(chunk));
  })();
  for await (const receipt of receipts) {
    if (!rows.write(csvRow(receipt))) await new Promise<void>((resolve) => rows.once('drain', resolve));
  }
  rows.end();
  await printed;
}
