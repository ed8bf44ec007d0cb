import Type, { type Static } from 'typebox';
import { ReceiptTypeSchema } from './event.ts';

/* What the window asks about many receipts at once: counts over time, projects, secrets, files and stories. */

const closed = { additionalProperties: false } as const;
const nullableString = Type.Union([Type.String(), Type.Null()]);
const count = Type.Integer({ minimum: 0 });

/** Properties of an action that are worth a look. They are listed and not judged. The order gives the stored numbers. */
export const NOTABLE_KINDS = [
  'deletes',
  'deletes_outside',
  'discards_work',
  'rewrites_commits',
  'deletes_remotely',
  'overwrites',
  'reads_secrets',
  'piped_download',
  'publishes',
  'sensitive_file',
  'hook_switch',
] as const;
export type NotableKind = (typeof NOTABLE_KINDS)[number];
export const NotableKindSchema = Type.Unsafe<NotableKind>(Type.Enum([...NOTABLE_KINDS]));

/** A word of a reported command, by its place in the text. `path` is absolute, as the record writes paths. */
export const CommandWord = Type.Object(
  {
    start: count,
    end: count,
    role: Type.Union([Type.Literal('program'), Type.Literal('option'), Type.Literal('path')]),
    path: Type.Optional(Type.String({ description: 'Absent if its folder is not known' })),
  },
  closed,
);
export type CommandWord = Static<typeof CommandWord>;

/** What a receipt says beside its line. A member is absent if the event did not report it. */
export const ReceiptContext = Type.Object(
  {
    project: Type.Optional(Type.String({ description: 'Folder of the project, as it is stored' })),
    destination: Type.Optional(Type.String()),
    destinationAssumed: Type.Optional(Type.Literal(true)),
    tool: Type.Optional(Type.String()),
    path: Type.Optional(Type.String({ description: 'The file that a change or a tool names' })),
    change: Type.Optional(Type.String()),
    turnId: Type.Optional(Type.String()),
    callId: Type.Optional(Type.String()),
    agentId: Type.Optional(Type.String()),
    agentType: Type.Optional(Type.String()),
    parentAgentId: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    mode: Type.Optional(Type.String()),
    mcpServer: Type.Optional(Type.String()),
  },
  closed,
);
export type ReceiptContext = Static<typeof ReceiptContext>;

const Totals = Type.Object({ events: count, bytes: count, secrets: count, personal: count }, closed);

export const STATS_DIMENSIONS = ['integration', 'project', 'event', 'destination'] as const;
export type StatsDimension = (typeof STATS_DIMENSIONS)[number];

/** Totals of one bin and one value of the dimension. */
export const StatsRow = Type.Object(
  {
    bin: Type.Integer({ minimum: 0, description: 'Number of the bin: between edge n and edge n + 1' }),
    key: Type.String({
      description: 'Id of the integration, or name of the project, event type or provider',
    }),
    totals: Totals,
  },
  closed,
);
export type StatsRow = Static<typeof StatsRow>;

/** What totals leave out, if receipts were counted one by one and there were too many. Null if all were counted. */
export const StatsBound = Type.Union(
  [
    Type.Null(),
    Type.Object(
      {
        newest: Type.Integer({ description: 'Number of the counted receipts, which are the newest ones' }),
        since: Type.String({ description: 'When the oldest counted receipt was received' }),
      },
      closed,
    ),
  ],
  { description: 'Null if all matching receipts were counted, otherwise which ones were' },
);
export type StatsBound = Static<typeof StatsBound>;

export const ProjectSummary = Type.Object(
  {
    path: Type.String(),
    sessions: count,
    counts: Type.Record(Type.String(), Type.Integer(), { description: 'Receipts by event type' }),
    secrets: count,
    personal: count,
    lastAt: Type.String(),
  },
  closed,
);
export type ProjectSummary = Static<typeof ProjectSummary>;

export const TouchedFile = Type.Object(
  { path: Type.String(), project: nullableString, changes: count, lastAt: Type.String() },
  closed,
);
export type TouchedFile = Static<typeof TouchedFile>;

export const SecretSummary = Type.Object(
  {
    fingerprint: Type.String(),
    kind: Type.String({ description: 'What tells most of it: a mask such as github-token, or a rule' }),
    holder: Type.Optional(Type.String({ description: 'A setting that held it, such as GITHUB_TOKEN' })),
    sightings: count,
    firstAt: Type.String(),
    lastAt: Type.String(),
    rotatedAt: nullableString,
    sinceRotation: Type.Integer({ description: 'Sightings after it was marked as rotated' }),
    integrations: Type.Array(Type.String()),
    projects: Type.Array(Type.String()),
    places: Type.Array(
      Type.Object({ event: ReceiptTypeSchema, destination: nullableString, sightings: count }, closed),
      { description: 'Sightings by event type and provider' },
    ),
  },
  closed,
);
export type SecretSummary = Static<typeof SecretSummary>;

/** An integration that did not report at a time at which it usually does. */
export const SilentIntegration = Type.Object(
  {
    integrationId: Type.String(),
    name: Type.String(),
    lastAt: Type.String(),
    days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
      description: 'Weekdays on which it usually reports, 0 for Sunday',
    }),
    from: Type.Integer({
      description: 'When its reports of a day usually begin, in minutes of the local day',
    }),
    until: Type.Integer({ description: 'When they usually end' }),
    missed: Type.Integer({ description: 'Such days without a report since the last one' }),
  },
  closed,
);
export type SilentIntegration = Static<typeof SilentIntegration>;
