import type { Receipt } from './receipt.ts';

/** The columns of receipts as comma-separated values. */
export const RECEIPT_CSV_COLUMNS = [
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

/** Gives the cells of one receipt. `jsonText` writes its data. */
export function receiptCsvRow(receipt: Receipt, jsonText: (data: unknown) => string): string[] {
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
