import { normalized } from '../../../shared/normalized.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { RECEIPT_CSV_COLUMNS, receiptCsvRow } from '../../../shared/receipt-csv.ts';
import type { RecordingGap } from '../../../shared/recording-gap.ts';
import { receiptsAsMarkdown } from '../sessions/session-texts.ts';

/** How a file with receipts is written. A new format is one row here and its words. */
interface ExportFormat {
  extension: string;
  mediaType: string;
  /** Writes receipts, oldest first. A text for people begins with the gaps in their time. */
  write(title: string, receipts: readonly Receipt[], gaps?: readonly RecordingGap[]): string;
}

const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

export const EXPORT_FORMATS = {
  markdown: { extension: 'md', mediaType: 'text/markdown', write: receiptsAsMarkdown },
  jsonLines: {
    extension: 'jsonl',
    mediaType: 'application/jsonl',
    write: (_title, receipts) => receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''),
  },
  csv: {
    extension: 'csv',
    mediaType: 'text/csv',
    write: (_title, receipts) =>
      [RECEIPT_CSV_COLUMNS, ...receipts.map((receipt) => receiptCsvRow(receipt, JSON.stringify))]
        .map(csvLine)
        .join(''),
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[];

const MAX_NAME = 60;

/** Gives a file name that every system takes, from a title. */
export function fileNameOf(title: string, format: ExportFormatName): string {
  const plain = normalized(title, 'NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const name = [...plain].slice(0, MAX_NAME).join('');
  return `plinth-${name === '' ? 'receipts' : name}.${EXPORT_FORMATS[format].extension}`;
}
