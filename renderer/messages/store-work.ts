import type { StoreRepair } from '../../shared/repair.ts';
import { lostLines, repairSentences } from '../../shared/words/repair.ts';
import { exactTime } from '../format/time.ts';

/** Words of the repair of the receipt store. The command line has the same sentences. */
export const storeWorkMessages = {
  storeWork: {
    reading: 'Reading the store …',
    setAside: 'Set aside',
    setAsideNote:
      'These files were damaged, or another program had put them there. Plinth renamed them and uses other files. “plinth restore FILE --dry-run” says what an undamaged store contains.',
    repairLabel: 'Damage',
    repairNote:
      'Looks at every page of the receipt store, and says what is damaged before it repairs anything.',
    repair: 'Look for damage …',
    repairTitle: 'Repair the receipt store?',
    repairConfirm: 'Repair',
  },
  repairSentences: (report: StoreRepair, isDone: boolean) => [
    ...repairSentences(report, isDone),
    ...lostLines(report, exactTime).map((line) => `${line}.`),
  ],
};
