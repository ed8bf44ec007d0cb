/** The first lines of each answer. What follows may take time, and each program that writes can overwrite what is gone. */
export const RECOVER_FIRST = [
  'Stop the agent first. Write nothing to this disk, and do not run git gc or git stash drop.',
  'Plinth keeps no copies of files. It knows what agents reported, and looks where copies usually are.',
] as const;

/** The name of each source of copies. */
export const COPY_SOURCES = {
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
} as const;

const STAYS: Readonly<Record<keyof typeof COPY_SOURCES, string>> = {
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
};

/** Returns how long a copy of a source is likely to stay. */
export const copyStays = (source: keyof typeof COPY_SOURCES): string => STAYS[source];

/** The words for what a report says about a path. */
export const LOSSES = {
  deletes: 'deletes',
  discards_work: 'discards work',
  overwrites: 'writes over',
} as const;

/** Says why it is not known whether a path is there. */
export const lossNote = ({ isResolved }: { isResolved: boolean }): string =>
  isResolved ? 'a pattern' : 'not resolved';
