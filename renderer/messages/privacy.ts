import type { PrivacyLevel } from '../../shared/settings.ts';
import { formatCount } from '../format/quantity.ts';
import { plural, receipts } from './plural.ts';

/** Words of the Privacy screen and of deletion. */
export const privacyMessages = {
  privacy: {
    title: 'Privacy',
    intro:
      'All data stays on this computer. Plinth redacts text before it stores it, and never stores the original.',
    level: 'Privacy level',
    levelNote: 'Applies to new events. Existing receipts do not change.',
    levels: {
      text: { name: 'Redacted text', note: 'The reported text, with secrets and personal data masked.' },
      metadata: {
        name: 'Sizes and times only',
        note: 'The type, size and time of each event. No text.',
      },
      nothing: { name: 'Nothing', note: 'No receipt. The answer tells the agent that nothing was recorded.' },
    } satisfies Record<PrivacyLevel, { name: string; note: string }>,
    everything: 'All events',
    byType: 'By event type',
    byIntegration: 'By agent or program',
    byIntegrationNote: 'Overrides the choices above for one agent or program.',
    asAbove: (level: string) => `As above (${level})`,
    typeExceptions: (name: string) => `Event types of ${name}`,
    mixed: 'differs by type',
    showTypes: 'By type',
    levelFor: (what: string) => `What Plinth stores for ${what}`,
    details: 'Personal details',
    maskDetails: 'Also mask addresses and personal numbers',
    maskDetailsNote:
      'Masks IP and MAC addresses. Masks dates of birth, street addresses, passport numbers and vehicle numbers beside a word that names them. It is off by default, because developers need addresses.',
    retention: 'Retention',
    maxAge: 'Keep receipts for',
    maxAgeNote: 'Plinth deletes older receipts permanently.',
    maxBytes: 'Maximum store size',
    maxBytesNote:
      'When the store is larger, Plinth deletes the oldest receipts first, and frees one hundredth of the limit more.',
    days: (count: number) => plural(count, { one: 'day', other: 'days' }),
    forever: 'No age limit',
    noSizeLimit: 'No size limit',
    due: (count: number, bytes: string) => `Over these limits now: ${receipts(count)} (${bytes}).`,
    noneDue: 'No receipt is over these limits.',
    held: (count: number, of: number) =>
      `Over the age limit but not yet deleted: ${receipts(count)} of ${formatCount(of)}. This computer’s clock may be wrong. Check the date and time. If they are right, delete the receipts here, or leave Plinth running: it deletes them when the clock has been steady for a day.`,
    runNow: 'Delete them now',
    levelsChanged: 'The privacy level is changed. It applies to new events.',
    limitsChanged: 'The limits of the record are changed.',
    pause: 'Pause',
    pauseNote:
      'While recording is paused, agents still get an answer, which says that nothing was recorded (recorded: false). Plinth drops the event and only counts it. The timeline shows the pause as a recording gap.',
    pausePart: 'One agent or project …',
    resume: 'Resume',
    pausedParts: 'Paused agents and projects',
    gaps: 'Recording gaps',
    allGaps: (count: number) => `Show all ${formatCount(count)} gaps`,
    gapFrom: 'From',
    gapUntil: 'To',
    gapCause: 'Cause',
    gapOf: 'Of',
    gapEvents: 'Not recorded',
    try: 'Try the redaction',
    tryNote:
      'Paste a text to see what Plinth would store. Plinth does not store the text that you enter here.',
    tryLabel: 'Text to try',
    tryPlaceholder: 'For example a command with a password in it',
    tryResult: 'What Plinth would store',
    tryEmpty: 'The redacted text appears here.',
    tryNothing: 'Nothing would be removed.',
    tryRemoved: (count: number) => `${plural(count, { one: 'place', other: 'places' })} would be removed.`,
    tryWhy: 'Why',
    tryWhyNote:
      'For each place: the rule, or what speaks for a secret (+) and against one (−). Words of the text are named, the place itself is not.',
    tryWhyTooLong: 'Reasons are shown for texts of up to 8,192 characters.',
    tryPlace: 'Place',
    tryPlaceAt: (line: number, column: number, length: number) =>
      `Line ${formatCount(line)}, column ${formatCount(column)}, ${plural(length, { one: 'character', other: 'characters' })}`,
    tryRule: 'Rule',
    tryIsRemoved: (isRemoved: boolean) => (isRemoved ? 'removed' : 'nearly removed'),
    tryReasons: 'Reasons',
    tryRuleMatches: 'The rule matches.',
    tryReason: (name: string, weight: number | undefined) =>
      weight === undefined ? name : `${weight < 0 ? '−' : '+'}${(Math.abs(weight) / 100).toFixed(2)} ${name}`,
    tryFiles: 'Files to try',
    tryFilesDrop: 'Drop files or folders of any size here, or choose them. Plinth does not store them.',
    tryFilesChoose: 'Choose files …',
    tryFolderChoose: 'Choose a folder …',
    tryFilesReading: 'Reading …',
    tryFilesProgress: 'Progress in this file',
    tryFilesStop: 'Stop',
    tryFilesDone: (places: number, files: number) =>
      places === 0
        ? `Nothing would be removed from ${plural(files, { one: 'file', other: 'files' })}.`
        : `${plural(places, { one: 'place', other: 'places' })} would be removed from ${plural(files, { one: 'file', other: 'files' })}.`,
    tryFileProblem: {
      binary: 'not checked, because it is not text.',
      not_readable: 'cannot be read.',
    },
    tryLine: 'Line',
    tryColumn: 'Column',
    tryLinesOnly:
      'Each line is listed once, even if it has several places. At most 200 lines of a file are listed.',
    delete: 'Delete',
    deleteNote: 'You cannot restore deleted receipts.',
    deleteIntegration: 'Receipts of one agent or program',
    deleteEverything: 'All receipts',
    chooseIntegration: 'Choose an agent or a program',
    deleteButton: 'Delete …',
  },

  deletion: {
    title: 'Delete receipts?',
    counting: 'Counting what would be deleted …',
    ask: {
      receipt: 'This receipt will be deleted.',
      integration: (name: string) => `All receipts of ${name} will be deleted. Its token stays.`,
      everything: 'All receipts will be deleted. Agents, programs and settings stay.',
    },
    deleteThese: (count: number) =>
      count === 1 ? 'Delete this one …' : `Delete these ${formatCount(count)} …`,
    theseQuestion: 'Delete every receipt that matches the filters?',
    notByFilter:
      'Receipts can be deleted by time, and by one agent, project or session. With the other filters that are set, more would be deleted than is shown. Remove them, or open a receipt to delete it alone.',
    /** The button before there is a count, and where counting failed. */
    notCounted: (problem: string | undefined) => (problem === undefined ? 'Counting …' : 'Not counted'),
    counted: (count: number, bytes: string) => `${receipts(count)}, ${bytes}.`,
    nothing: 'There is nothing to delete.',
    irreversible: 'You cannot restore them.',
    submit: (count: number) => `Delete ${receipts(count)}`,
    done: (count: number) => `${receipts(count)} deleted.`,
  },
} as const;
