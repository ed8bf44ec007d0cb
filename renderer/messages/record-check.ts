import type { RecordCheck, RecordFault } from '../../shared/record-check.ts';
import { checkWords, faultWords } from '../../shared/words/record-check.ts';
import { exactTime } from '../format/time.ts';
import { plural } from './plural.ts';

/** Words of the check of the record. The command line has the same sentences. */
export const recordCheckMessages = {
  recordCheck: {
    title: 'Record',
    note: 'Each receipt has an entry in a tree that only grows. A check compares them, and the tree with its signed checkpoints.',
    check: 'Check the record',
    checking: 'Checking the record',
    copyCheckpoint: 'Copy checkpoint',
    systemLog: 'Checkpoints in the system log',
    systemLogNote:
      'Writes one line a day, and one after each session, to the log of this computer. The line has the number of entries and a signed hash, and no content.',
    more: (count: number) =>
      `And ${plural(count, { one: 'other', other: 'others' })}. plinth verify lists them.`,
  },
  checkWords: (check: RecordCheck) => checkWords(check, exactTime),
  faultWords: (fault: RecordFault) => faultWords(fault, exactTime),
};
