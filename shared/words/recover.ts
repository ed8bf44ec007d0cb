import type { FileCopy, LostPath, SearchNote } from '../recover.ts';
import { outcomeWords } from './coverage.ts';
import { duration } from './duration.ts';
import { plural } from './plural.ts';

/** The first lines of each answer. What follows may take time, and each program that writes can overwrite what is gone. */
export const RECOVER_FIRST = [
  'Stop the agent first. Write nothing to this disk, and do not run git gc or git stash drop.',
  'Plinth keeps no copies of files. It knows what agents reported, and looks where copies usually are.',
] as const;

/** The name of each source of copies. */
export const SOURCE_NAMES: Readonly<Record<FileCopy['source'], string>> = {
  git_index: 'git index',
  git_commit: 'git commit',
  git_stash: 'git stash',
  git_reflog: 'git log of branches',
  git_unreachable: 'git object without a name',
  trash: 'trash',
  editor_history: 'history of an editor',
  backup_file: 'backup beside it',
  agent_history: 'history of an agent',
  open_file: 'program that has it open',
  snapshot: 'snapshot folder',
};

const STAYS: typeof SOURCE_NAMES = {
  git_index: 'until it is added again',
  git_commit: 'while a branch leads to it',
  git_stash: 'until it is dropped',
  git_reflog: '30 to 90 days',
  git_unreachable: 'about two weeks',
  trash: 'until it is emptied',
  editor_history: 'until the editor removes it',
  backup_file: 'until the next one',
  agent_history: 'until the agent removes it',
  open_file: 'until the program ends',
  snapshot: 'until the snapshot is removed',
};

/** Returns how long a copy of a source is likely to stay. */
export const copyStays = (source: FileCopy['source']): string => STAYS[source];

/** The words for what a report says about a path. */
const LOSSES = {
  deletes: 'deletes',
  discards_work: 'discards work',
  overwrites: 'writes over',
} as const;

/** Says whether a path is there, or why that is not known. */
export const stateOfLoss = (
  { isResolved, isPattern }: Pick<LostPath, 'isResolved' | 'isPattern'>,
  isThere: boolean | null,
): string => {
  if (!isResolved) return 'not resolved';
  if (isPattern) return 'a pattern';
  return isThere === null ? 'not known' : isThere ? 'is there' : 'is gone';
};

const MINUTE_MS = 60_000;

/** Says how long before the report a copy was stored. */
export function beforeLoss({ minutesBeforeLoss: minutes }: Pick<FileCopy, 'minutesBeforeLoss'>): string {
  if (minutes === null) return '';
  if (minutes < 0) return 'after the report';
  return `${minutes === 0 ? 'less than a minute' : duration(minutes * MINUTE_MS)} before the loss`;
}

/** Says in how many lines a version differs from the next older one of its path. */
export function lineDifference({ lines }: Pick<FileCopy, 'lines'>): string {
  return lines === null ? '' : `+${lines.added} −${lines.removed} lines`;
}

const NOTES: Readonly<Record<SearchNote['note'], string>> = {
  git_unread: 'The git repository there is not read',
  git_part_unread: 'A part of the git repository could not be read',
  agent_git_unread: 'A repository of an agent’s checkpoints could not be read',
  mac_trash_unread: 'macOS does not let this program look into the trash. Look there yourself',
  vim_swap: 'vim has a swap file of it. Open the file with: vim -r',
  jetbrains: 'A JetBrains program was used here. Look there under Local History → Show History',
  cursor:
    'Cursor keeps checkpoints of its agent in a format of its own. Look in its chat for: Restore Checkpoint',
  package_manager: 'A package manager or a compiler made this, and can make it again',
  time_machine: 'Time Machine can have it. To list its snapshots: tmutil listlocalsnapshots /',
  previous_versions: 'Windows can have it: in the properties of its folder, under Previous Versions',
  source_linked:
    'A folder in which programs keep copies is a link, and Plinth follows none. Look there yourself',
  present_left_out: 'Versions whose content is there now are not listed',
  more_copies: 'There are more copies than are listed. Name a file, or a folder below this one',
};

/** The sentence of a note, with the fault that git named. */
export const noteSentence = ({ note, fault }: SearchNote): string =>
  `${NOTES[note]}${fault === undefined ? '' : ` (${fault})`}.`;

/** Says that nothing was found, and in how many places it was looked for. */
export const noCopy = (places: number): string =>
  `No copy was found. Plinth looked in ${plural(places, { one: 'place', other: 'places' })}.`;

/** Says how many copies are not listed. */
export const unreadCopies = (unread: number): string =>
  `${unread} more could not be read to the end, so ${unread === 1 ? 'it is' : 'they are'} not listed.`;

/** Says that commands ran whose files are not known. */
export const scriptsRan = (count: number): string =>
  `${plural(count, { one: 'command', other: 'commands' })} ran a script or an interpreter then. What it deleted or wrote over is not reported.`;

/** Says what a report says about a path, and what became of it where that is known. */
export const lossWords = ({ kind, outcome }: Pick<LostPath, 'kind' | 'outcome'>): string =>
  LOSSES[kind] + (outcome === null ? '' : ` (${outcomeWords[outcome]})`);

/** Why a listed path can be there after all. */
export const REPORT_IS_BEFORE =
  'A report comes before the act: without an outcome, the command may have been refused.';
