import Type, { type Static } from 'typebox';
import { EVENT_SCHEMA, MAX_LABEL_LENGTH, MAX_PATH_LENGTH, MAX_SESSION_ID_LENGTH } from './limits.ts';
import { normalized } from './normalized.ts';

const label = (description: string) => Type.String({ maxLength: MAX_LABEL_LENGTH, description });
const path = (description: string) => Type.String({ maxLength: MAX_PATH_LENGTH, description });

/** The members that every event type defines. */
const common = {
  cwd: Type.Optional(path('Working directory of the agent')),
  turnId: Type.Optional(label('The turn: everything that one prompt caused')),
  callId: Type.Optional(label('The harness’s id of one tool call')),
  agentId: Type.Optional(label('The agent or sub-agent that acts')),
  agentType: Type.Optional(label('The kind of agent, as the harness names it')),
  parentAgentId: Type.Optional(label('The agent that started a sub-agent; as reported, never inferred')),
  model: Type.Optional(label('The model that the agent uses')),
  mode: Type.Optional(label('The permission mode of the harness')),
  mcpServer: Type.Optional(label('The MCP server of the tool')),
};

const ChangeType = Type.Enum(['created', 'modified', 'deleted', 'renamed'], {
  description: 'What happened to the file',
});

/** The members that each event type defines. Every other member of `data` is dropped and counted. */
export const eventData = {
  'prompt.submitted': Type.Object({
    content: Type.Optional(Type.String({ description: 'Text of the prompt; bounded by the body' })),
    destination: Type.Optional(label('The AI provider the prompt goes to')),
    ...common,
  }),
  'tool.before_use': Type.Object({
    toolName: Type.Optional(label('Name of the tool')),
    toolInput: Type.Optional(Type.Unknown({ description: 'Any JSON value; bounded by the body' })),
    ...common,
  }),
  'command.before_run': Type.Object({
    command: Type.Optional(Type.String({ description: 'The command line; bounded by the body' })),
    ...common,
  }),
  'file.changed': Type.Object({
    path: Type.Optional(path('The file')),
    changeType: Type.Optional(ChangeType),
    previousPath: Type.Optional(path('The name before a rename')),
    ...common,
  }),
  'session.started': Type.Object({
    harness: Type.Optional(label('Name of the harness')),
    harnessVersion: Type.Optional(label('Version of the harness')),
    ...common,
  }),
  'session.ended': Type.Object({
    reason: Type.Optional(label('Why the session ended')),
    ...common,
  }),
} as const;

export type EventType = keyof typeof eventData;
export const EVENT_TYPES = Object.keys(eventData) as EventType[];
export const EventTypeSchema = Type.Unsafe<EventType>(Type.Enum(EVENT_TYPES));

/** Why a report of an agent could not be read. `several` stands for reports with different reasons. */
export type UnreadableReason =
  | 'not_json'
  | 'two_readings'
  | 'too_large'
  | 'too_many'
  | 'no_session'
  | 'incomplete'
  | 'several';

/** The type of a receipt about reports that could not be read. Plinth makes it, and no route accepts it. */
export const UNREADABLE = 'report.unreadable';
export type ReceiptType = EventType | typeof UNREADABLE;
/** The types of receipts: those of the events, and Plinth's own. */
export const RECEIPT_TYPES: readonly ReceiptType[] = [...EVENT_TYPES, UNREADABLE];
export const ReceiptTypeSchema = Type.Unsafe<ReceiptType>(Type.Enum([...RECEIPT_TYPES]));

/** Sorted names of the `data` members of one event type. */
export function dataFieldsOf(type: EventType): string[] {
  return Object.keys(eventData[type].properties).sort();
}

/** Union of all `data` members, sorted: the manifest's `dataFields`. */
export const DATA_FIELDS: string[] = [...new Set(EVENT_TYPES.flatMap(dataFieldsOf))].sort();

/** `YYYY-MM-DDTHH:mm:ss.sssZ`. A later step checks that the date and time are valid. */
export const INSTANT_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$';
/** C0 and C1 control characters, and DEL. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';
export const NO_CONTROL_CHARACTERS_PATTERN = `^[^${CONTROL}]*$`;
/** What {@link NO_CONTROL_CHARACTERS_PATTERN} refuses. */
export const CONTROL_CHARACTERS = new RegExp(`[${CONTROL}]`, 'g');

const eventOf = <T extends EventType>(type: T) =>
  Type.Object(
    {
      schema: Type.Literal(EVENT_SCHEMA),
      integration: Type.String({
        description: 'Equals, character for character, the name given when the token was generated',
      }),
      event: Type.Literal(type),
      sessionId: Type.String({
        minLength: 1,
        maxLength: MAX_SESSION_ID_LENGTH,
        pattern: NO_CONTROL_CHARACTERS_PATTERN,
      }),
      occurredAt: Type.String({
        pattern: INSTANT_PATTERN,
        description: 'UTC instant with milliseconds, a real calendar instant',
      }),
      data: eventData[type],
    },
    { additionalProperties: false },
  );

/** One schema per event type. The `event` member of a body selects its schema. */
export const eventSchemas = Object.fromEntries(EVENT_TYPES.map((type) => [type, eventOf(type)])) as {
  readonly [T in EventType]: ReturnType<typeof eventOf<T>>;
};

type PlinthEventOf<T extends EventType> = Static<(typeof eventSchemas)[T]>;
export type PlinthEvent = { [T in EventType]: PlinthEventOf<T> }[EventType];
export type EventData<T extends EventType = EventType> = Static<(typeof eventData)[T]>;

/**
 * Names of content that the service must never accept. An event whose `data` has a member with one of these names, in any
 * letter case and any `_`/`-` spelling, is refused with `forbidden_field`.
 */
export const NEVER_ACCEPTED: string[] = [
  'output',
  'commandOutput',
  'toolOutput',
  'toolResponse',
  'toolResult',
  'stdout',
  'stderr',
  'response',
  'modelResponse',
  'modelOutput',
  'completion',
  'screenshot',
  'screenshots',
  'image',
  'images',
  'env',
  'envVars',
  'environment',
  'environmentVariables',
  'credential',
  'credentials',
  'tokenMap',
  'tokens',
].sort();

const foldName = (name: string) => normalized(name, 'NFKC').toLowerCase().replaceAll(/[_-]/g, '');
const neverAcceptedFolded = new Set(NEVER_ACCEPTED.map(foldName));

/** True when the name of a `data` member stands for content that is refused, in any spelling. */
export function isNeverAccepted(name: string): boolean {
  return neverAcceptedFolded.has(foldName(name));
}
