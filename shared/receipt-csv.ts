import type { Receipt } from './receipt.ts';
import { kindOfFinding, secretTitle } from './words/secret-names.ts';

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
  'removed',
  'data',
] as const;

// A spreadsheet evaluates a cell that begins like a formula. The apostrophe makes it text.
const asText = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** The kinds of what was removed, each once. */
function removedKinds({ data, session, redaction }: Receipt): string {
  const stored = { ...data, sessionId: session.id };
  return [...new Set(redaction.findings.map((each) => secretTitle(kindOfFinding(stored, each))))].join('; ');
}

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
    removedKinds(receipt),
    jsonText(receipt.data),
  ].map(asText);
}
