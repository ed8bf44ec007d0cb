import { stringify as csvStringify } from 'csv-stringify';
import type { ReceiptFilter } from '../../shared/control.ts';
import { pagesOf } from '../../shared/pages.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { RECEIPT_CSV_COLUMNS, receiptCsvRow } from '../../shared/receipt-csv.ts';
import type { Control } from './control-access.ts';
import { jsonText, printable, write } from './terminal-text.ts';

/** Maximum number of receipts in one page of control. */
export const MAX_PAGE = 500;

/** Yields all receipts that match the filter, newest first. */
export async function* allReceipts(access: Control, filter: ReceiptFilter): AsyncGenerator<Receipt> {
  const pages = pagesOf((at) => access.call('receipts.export', { filter, limit: MAX_PAGE, ...at }));
  for await (const { receipts } of pages) yield* receipts;
}

export async function exportCsv(receipts: AsyncIterable<Receipt>): Promise<void> {
  const toTerminal = process.stdout.isTTY === true;
  const rows = csvStringify({ header: true, columns: [...RECEIPT_CSV_COLUMNS] });
  const printed = (async () => {
    for await (const chunk of rows) await write(toTerminal ? printable(String(chunk)) : String(chunk));
  })();
  for await (const receipt of receipts) {
    if (!rows.write(receiptCsvRow(receipt, jsonText)))
      await new Promise<void>((resolve) => rows.once('drain', resolve));
  }
  rows.end();
  await printed;
}
