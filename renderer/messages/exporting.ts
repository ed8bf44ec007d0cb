import { formatCount } from '../format/quantity.ts';
import { receipts } from './plural.ts';

/** Words of the export of receipts. */
export const exportMessages = {
  exporting: {
    action: 'Export …',
    title: 'Export receipts',
    description: (count: number) =>
      `${receipts(count)}, as Plinth stores them: secrets are masked, names of folders and people may be there. Read the preview before you share the file.`,
    format: 'Format',
    formats: {
      markdown: { name: 'Markdown', note: 'A story to read: prompts, commands and files in order.' },
      jsonLines: { name: 'JSON Lines', note: 'Complete receipts for programs, one in each line.' },
      csv: { name: 'CSV', note: 'A table for spreadsheets.' },
    },
    preview: (count: number) => `Preview: ${receipts(count)} of it`,
    save: 'Save file',
    copy: 'Copy',
    reading: (count: number) => `Reading ${formatCount(count)} …`,
    saved: (name: string) => `Saved as ${name}`,
    failed: 'The export could not be made.',
    tooMany: (most: number) =>
      `The window exports at most ${formatCount(most)} receipts. Narrow the filter, or use “plinth receipts export”.`,
  },
} as const;
