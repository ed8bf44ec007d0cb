import Type, { type Static } from 'typebox';
import { OutcomeSchema } from './session-notes.ts';

const closed = { additionalProperties: false } as const;

/** The places of copies. */
export const COPY_SOURCES = [
  'git_index',
  'git_commit',
  'git_stash',
  'git_reflog',
  'git_unreachable',
  'trash',
  'editor_history',
  'backup_file',
  'agent_history',
  'open_file',
  'snapshot',
] as const;

/** The kinds of actions after which a content can be gone. */
export const LOSING_KINDS = ['deletes', 'discards_work', 'overwrites'] as const;

/** What else a person should know: places to look at by hand, and places that could not be read. */
const SEARCH_NOTES = [
  'git_unread',
  'git_part_unread',
  'agent_git_unread',
  'mac_trash_unread',
  'vim_swap',
  'jetbrains',
  'cursor',
  'package_manager',
  'time_machine',
  'previous_versions',
  'source_linked',
  'present_left_out',
  'more_copies',
] as const;
const SearchNote = Type.Object(
  {
    note: Type.Enum([...SEARCH_NOTES]),
    fault: Type.Optional(Type.String({ pattern: '^[a-z_]{1,32}$', description: 'What git answered' })),
  },
  closed,
);
export type SearchNote = Static<typeof SearchNote>;

/** A copy that was read to its end. */
export const FileCopy = Type.Object(
  {
    source: Type.Enum([...COPY_SOURCES]),
    kind: Type.Union([Type.Literal('version'), Type.Literal('may_be')], {
      description: '`version`: the source stores the path. `may_be`: it stores the content alone',
    }),
    path: Type.String({ description: 'The path that the source stores, else the one that was asked for' }),
    savedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'When the content was as it is; null if the source does not tell',
    }),
    where: Type.String({ description: 'What leads to it without Plinth: a commit, or a file' }),
    bytes: Type.Integer(),
    sha256: Type.String(),
    minutesBeforeLoss: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Negative if it was stored after the report; null without a report or a time',
    }),
    lines: Type.Union(
      [Type.Object({ added: Type.Integer(), removed: Type.Integer() }, closed), Type.Null()],
      { description: 'Lines that the next older version of this path does not have, and has in addition' },
    ),
  },
  closed,
);
export type FileCopy = Static<typeof FileCopy>;

/** What was found of one path in one part of the search. */
export const FoundCopies = Type.Object(
  {
    copies: Type.Array(FileCopy),
    places: Type.Integer({ description: 'Places in which Plinth looked' }),
    unread: Type.Integer({ description: 'Copies that could not be read to their end' }),
    notes: Type.Array(SearchNote),
  },
  closed,
);
export type FoundCopies = Static<typeof FoundCopies>;

/** A path that a report says was deleted, discarded or written over. */
export const LostPath = Type.Object(
  {
    path: Type.String({ description: 'As the record writes it, with ~ for the home folder' }),
    kind: Type.Enum([...LOSING_KINDS]),
    isResolved: Type.Boolean({
      description: 'False if it holds a mask or a variable, or is behind a cd that cannot be followed',
    }),
    isPattern: Type.Boolean({ description: 'It holds *, ? or […]: the files that matched are not known' }),
    isContentsUnknown: Type.Boolean({ description: 'Only the folder is known, as for git reset --hard' }),
    at: Type.String(),
    integration: Type.String(),
    command: Type.Union([Type.String(), Type.Null()], { description: 'The first line, masked' }),
    receiptId: Type.String(),
    outcome: Type.Union([OutcomeSchema, Type.Null()], {
      description: 'What became of the call, where the agent told. A refused one lost nothing',
    }),
  },
  closed,
);
export type LostPath = Static<typeof LostPath>;

/** The parts of a search: copies that a name leads to, and the objects of git that nothing names, which takes longer. */
export const SearchPart = Type.Union([Type.Literal('named'), Type.Literal('unnamed')]);
export type SearchPart = Static<typeof SearchPart>;

/** The first bytes of a copy, as they are: not redacted. */
export const CopyPreview = Type.Object(
  {
    text: Type.Union([Type.String(), Type.Null()], { description: 'Null if it is no text' }),
    bytes: Type.Integer({ description: 'Of the whole copy' }),
    isCut: Type.Boolean(),
  },
  closed,
);
export type CopyPreview = Static<typeof CopyPreview>;

/** More of a copy is not shown. */
export const MAX_PREVIEW_BYTES = 65_536;
