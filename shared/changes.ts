import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;

/**
 * What the record says about one changed file. `reported`: an agent reported the change. `named_by_command`: a reported
 * command that ran then names the file, a folder around it or a pattern that matches it. `during_command`: a reported command
 * ran in the project then. `not_reported`: none of these. A deleted file has no time of its own: it went after the last
 * commit, and before its folder last changed.
 */
export const ChangeVerdict = Type.Union([
  Type.Literal('reported'),
  Type.Literal('named_by_command'),
  Type.Literal('during_command'),
  Type.Literal('not_reported'),
]);
export type ChangeVerdict = Static<typeof ChangeVerdict>;

const Reporter = Type.Object(
  {
    receiptId: Type.String(),
    integration: Type.String(),
    at: Type.String({ description: 'When the reporter says that it happened' }),
  },
  closed,
);

/** A file that differs from the last commit, and the report that explains it. */
export const ChangedFile = Type.Object(
  {
    path: Type.String({ description: 'Relative to the top of the working tree' }),
    kind: Type.Union([
      Type.Literal('created'),
      Type.Literal('modified'),
      Type.Literal('deleted'),
      Type.Literal('renamed'),
    ]),
    changedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Time of the file; null for a deleted one',
    }),
    verdict: ChangeVerdict,
    by: Type.Union([Reporter, Type.Null()]),
  },
  closed,
);
export type ChangedFile = Static<typeof ChangedFile>;

/** The changed files of a working tree against the record. */
export const ChangeReport = Type.Object(
  {
    root: Type.String({ description: 'Top of the working tree' }),
    files: Type.Array(ChangedFile),
    isCut: Type.Boolean({ description: 'There are more changed files than are listed' }),
    notCompared: Type.Integer({
      description:
        'Tracked files that a filter of git stores in another form; whether they changed is not known',
    }),
    withoutPath: Type.Integer({
      description: 'Reports of changed files in the time that keep no path, so they explain no file here',
    }),
    withoutCommand: Type.Integer({
      description: 'Reports of commands in the time that keep no text, so they name no file',
    }),
    recordBegins: Type.Union([Type.String(), Type.Null()], {
      description: 'Time of the oldest receipt; a change before it cannot be explained',
    }),
  },
  closed,
);
export type ChangeReport = Static<typeof ChangeReport>;
