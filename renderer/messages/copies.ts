import type { MirrorStatus } from '../../shared/mirror.ts';
import { mirrorSentences } from '../../shared/words/mirror.ts';
import { checkWords } from '../../shared/words/record-check.ts';
import { formatCount } from '../format/quantity.ts';
import { exactTime } from '../format/time.ts';
import { plural, receipts } from './plural.ts';

/** Words of the mirror, of restoration and of the page to hand over. */
export const copyMessages = {
  mirror: {
    title: 'Mirror',
    note: 'A second copy of the record, after redaction, in a folder on another volume. Receipts reach it within a second. What you delete here is deleted there, too.',
    off: 'The mirror is off.',
    turnOn: 'Turn on …',
    turnOff: 'Turn off …',
    change: 'Change …',
    folder: 'Folder',
    folderNote: 'The full path of a folder that exists. The mirror gets a private folder of its own in it.',
    folderExample: '/media/backup',
    maxAge: 'The mirror keeps receipts for',
    maxBytes: 'Maximum size of the mirror',
    dialogTitle: 'Keep a mirror',
    dialogNote:
      'Choose a folder on another volume. What destroys the volume of the record also destroys a mirror on it.',
    submit: 'Turn on',
    onNow: 'The mirror is on.',
    offNow: 'The mirror is off.',
    offTitle: 'Turn the mirror off?',
    offNote:
      'New receipts no longer reach it. Its file stays in its folder. “plinth mirror off --delete” deletes it, too.',
    offConfirm: 'Turn off',
  },
  restore: {
    open: 'Restore …',
    title: 'Restore the record from its mirror?',
    checking: 'Checking the mirror …',
    found: (count: number, from: string | null, to: string | null) =>
      from === null || to === null
        ? `The mirror contains ${receipts(count)}.`
        : `The mirror contains ${receipts(count)}, from ${exactTime(from)} to ${exactTime(to)}.`,
    note: 'It takes the place of the record in use. Plinth renames that record in the data directory and does not delete it.',
    submit: (count: number) => `Restore ${receipts(count)}`,
    done: (count: number) => `${receipts(count)} restored.`,
    emptyTitle: 'The record is empty, and its mirror is not',
    emptyText: 'The receipt store was lost or replaced. The mirror continues the earlier record.',
  },
  restoreCheck: (check: Parameters<typeof checkWords>[0]) => checkWords(check, exactTime).answer,
  mirrorState: (status: MirrorStatus) => mirrorSentences(status, exactTime),
  bundle: {
    open: 'Hand over …',
    title: 'Hand over receipts',
    note: 'One page that opens in every browser and loads nothing. Paths, names and hosts have pseudonyms. “plinth verify FILE” checks it on any computer.',
    preparing: 'Preparing the page …',
    contents: (count: number, names: number) =>
      `${receipts(count)} with ${plural(names, { one: 'pseudonym', other: 'pseudonyms' })}.`,
    leftOutReceipts: (count: number) => `${receipts(count)} left out: no signed entry proves them.`,
    leftOutMembers: (count: number) =>
      `${plural(count, { one: 'member', other: 'members' })} left out: they may hold names.`,
    lookThrough:
      'Names that occur only in sentences are not recognised. Look through everything before you hand it over.',
    receipts: 'Everything that goes in',
    pseudonyms: 'Pseudonyms',
    pseudonymsNote: 'The names are for you only. They are not in the page.',
    name: 'Name',
    pseudonym: 'Pseudonym',
    none: 'Nothing can be handed over.',
    more: (count: number) => `And ${formatCount(count)} more. “plinth bundle --preview” prints all of them.`,
    save: 'Save the page',
    saved: 'The page was passed to your downloads.',
    savePage: (page: number) => `Save page ${formatCount(page)}`,
    older: (count: number) =>
      `A page holds the newest 500. ${plural(count, { one: 'older receipt is', other: 'older receipts are' })} on the next page, which follows when this one is saved.`,
    fileName: (day: string, page: number) => `plinth-receipts-${day}${page === 1 ? '' : `-${page}`}.html`,
  },
} as const;
