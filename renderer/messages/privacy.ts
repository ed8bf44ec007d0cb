import type { PrivacyLevel } from '../../shared/settings.ts';
import { formatCount } from '../format/quantity.ts';
import { plural, receipts } from './plural.ts';

/** Words of the Privacy screen and of deletion. */
export const privacyMessages = {
  privacy: {
    title: 'Privacy',
    intro:
      'Everything stays on this computer. Text is redacted before it is written; the original is never stored.',
    dial: 'What is kept',
    dialNote: 'Applies to events from now on. Receipts that are already here do not change.',
    levels: {
      text: { name: 'Redacted text', note: 'What was reported, with secrets and personal data masked.' },
      metadata: {
        name: 'Sizes and times only',
        note: 'That something happened, how large it was, and when. No text.',
      },
      nothing: { name: 'Nothing', note: 'No receipt. The agent is told that nothing was recorded.' },
    } satisfies Record<PrivacyLevel, { name: string; note: string }>,
    everything: 'All events',
    byType: 'By type of event',
    byIntegration: 'By integration',
    byIntegrationNote: 'Overrides the choices above for one integration.',
    asAbove: (level: string) => `As above (${level})`,
    typeExceptions: (name: string) => `Types of events of ${name}`,
    mixed: 'differs by type',
    showTypes: 'By type',
    levelFor: (what: string) => `What is kept of ${what}`,
    retention: 'Retention',
    maxAge: 'Keep receipts for',
    maxAgeNote: 'Older receipts are deleted for good.',
    maxBytes: 'Keep at most',
    maxBytesNote: 'When the store grows larger, the oldest receipts go first.',
    days: (count: number) => plural(count, { one: 'day', other: 'days' }),
    forever: 'No age limit',
    noSizeLimit: 'No size limit',
    due: (count: number, bytes: string) => `${receipts(count)} (${bytes}) are over these limits now.`,
    noneDue: 'No receipt is over these limits.',
    held: (count: number, of: number) =>
      `Deleting ${receipts(count)} of ${formatCount(of)} because of their age is on hold: this computer’s clock may be wrong. Check the date and time. If they are right, delete the receipts here, or leave Plinth running: they are deleted when the clock has been steady for a day.`,
    runNow: 'Delete them now',
    pause: 'Pause',
    pauseNote:
      'While recording is paused, agents get their usual answer, which says that nothing was recorded. The pause stays visible as a gap.',
    gaps: 'Gaps',
    noGaps: 'Recording has not been paused.',
    gapFrom: 'From',
    gapUntil: 'To',
    gapEvents: 'Not recorded',
    gapOpen: 'still paused',
    try: 'Try the redaction',
    tryNote: 'Paste something, and see what would be kept. Nothing you type here is stored.',
    tryLabel: 'Text to try',
    tryPlaceholder: 'For example a command with a password in it',
    tryResult: 'What would be kept',
    tryEmpty: 'The redacted text appears here.',
    tryNothing: 'Nothing would be removed.',
    tryRemoved: (count: number) => `${plural(count, { one: 'place', other: 'places' })} would be removed.`,
    tryFiles: 'Files to try',
    tryFilesDrop: 'Drop files or folders of any size here, or choose them. Nothing of them is stored.',
    tryFilesChoose: 'Choose files …',
    tryFolderChoose: 'Choose a folder …',
    tryFilesReading: 'Reading …',
    tryFilesProgress: 'Read of this file',
    tryFilesStop: 'Stop',
    tryFilesDone: (places: number, files: number) =>
      places === 0
        ? `Nothing would be removed from ${plural(files, { one: 'file', other: 'files' })}.`
        : `${plural(places, { one: 'place', other: 'places' })} would be removed from ${plural(files, { one: 'file', other: 'files' })}.`,
    tryFileProblem: {
      binary: 'not looked at, because it is no text.',
      not_readable: 'cannot be read.',
    },
    tryLine: 'Line',
    tryColumn: 'Column',
    tryLinesOnly: 'A line with several places is shown once, and at most 200 lines of a file are shown.',
    delete: 'Delete',
    deleteNote: 'Deleted receipts cannot be brought back.',
    deleteIntegration: 'Receipts of one integration',
    deleteEverything: 'All receipts',
    chooseIntegration: 'Choose an integration',
    deleteButton: 'Delete …',
  },

  deletion: {
    title: 'Delete receipts?',
    counting: 'Counting what would be deleted …',
    ask: {
      receipt: 'This receipt will be deleted.',
      session: (id: string) => `All receipts of session ${id} will be deleted.`,
      integration: (name: string) => `All receipts of ${name} will be deleted. The integration itself stays.`,
      everything: 'All receipts will be deleted. Integrations and settings stay.',
    },
    counted: (count: number, bytes: string) => `${receipts(count)}, ${bytes}.`,
    nothing: 'There is nothing to delete.',
    irreversible: 'They cannot be brought back.',
    submit: (count: number) => `Delete ${receipts(count)}`,
    done: (count: number) => `${receipts(count)} deleted.`,
  },
} as const;
