import type { StoreMerge, StoreRepair } from '../../shared/repair.ts';
import { lostLines, mergeSentences, repairSentences } from '../../shared/words/repair.ts';
import { exactTime } from '../format/time.ts';

/** Words of the repair of the receipt store, and of the merge of one that was set aside. The command line has the same sentences. */
export const storeWorkMessages = {
  storeWork: {
    reading: 'Reading the store …',
    setAside: 'Set aside',
    setAsideNote:
      'These files were damaged, or another program had put them there. Plinth renamed them and uses other files. A merge adds the receipts of such a store to the record.',
    merge: 'Merge …',
    mergeOf: (name: string) => `Merge ${name} …`,
    mergeTitle: 'Merge the receipts of this store?',
    mergeConfirm: 'Merge',
    repairLabel: 'Damage',
    repairNote:
      'Looks at every page of the receipt store, and says what is damaged before it repairs anything.',
    repair: 'Look for damage …',
    repairTitle: 'Repair the receipt store?',
    repairConfirm: 'Repair',
  },
  mergeSentences: (merge: StoreMerge, isDone: boolean) => mergeSentences(merge, isDone),
  repairSentences: (report: StoreRepair, isDone: boolean) => [
    ...repairSentences(report, isDone),
    ...lostLines(report, exactTime).map((line) => `${line}.`),
  ],
};
