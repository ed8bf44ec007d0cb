import { plural } from './plural.ts';

/** Words of the incidents on the Diagnostics screen. */
export const incidentMessages = {
  incidents: {
    title: 'Incidents',
    note: 'What other programs did to Plinth’s files. To remove receipts, delete them on the Privacy screen.',
    see: 'Confirm all',
    newest: (count: number) => `The newest ${count}. “plinth incidents” lists more.`,
    seen: 'Incidents confirmed.',
    seenAgain: 'The incidents are shown again.',
    waiting: (receipts: number) =>
      `${plural(receipts, { one: 'receipt is', other: 'receipts are' })} not on the disk.`,
    waitingNote:
      'Plinth cannot write to its folder. It writes them when it can. Until then, keep Plinth running.',
  },
} as const;
