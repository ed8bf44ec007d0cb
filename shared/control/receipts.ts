import Type, { type Static, type TSchema } from 'typebox';
import { ReceiptTypeSchema } from '../event.ts';
import { CommandWord, NotableKindSchema } from '../insight.ts';
import { Receipt, ReceiptId, ReceiptSummary, Session } from '../receipt.ts';
import { ReceiptNotes, SessionNotes } from '../session-notes.ts';
import { channel, closed, empty, nullableKey, nullableString } from './channel.ts';

/** The conditions that a filter can have, and that it can exclude. */
const conditions = {
  integrationId: Type.String({ maxLength: 64 }),
  event: ReceiptTypeSchema,
  sessionKey: Type.Integer({ minimum: 0 }),
  found: Type.Union([Type.Literal('secret'), Type.Literal('personal'), Type.Literal('any')], {
    description: 'With a secret or personal data; own names do not count',
  }),
  project: Type.String({ maxLength: 4096, description: 'Folder of the project, as it is stored' }),
  destination: Type.String({ maxLength: 256 }),
  notable: NotableKindSchema,
  fingerprint: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  path: Type.String({ minLength: 1, maxLength: 512, description: 'Part of the path of a named file' }),
  tool: Type.String({ minLength: 1, maxLength: 256, description: 'Name of the tool' }),
  mcp: Type.String({ minLength: 1, maxLength: 256, description: 'Name of the MCP server' }),
  model: Type.String({ minLength: 1, maxLength: 256, description: 'Part of the name of the model' }),
  mode: Type.String({ minLength: 1, maxLength: 256, description: 'Part of the name of the permission mode' }),
};
const late = Type.Optional(Type.Boolean({ description: 'Delivered late, or with another clock' }));

const several = <S extends TSchema>(schema: S) => Type.Optional(Type.Array(schema, { maxItems: 16 }));

/** What a filter excludes. Each value excludes the receipts that have it. */
export const Exclusions = Type.Object(
  {
    integrationId: several(conditions.integrationId),
    event: several(conditions.event),
    sessionKey: several(conditions.sessionKey),
    found: several(conditions.found),
    project: several(conditions.project),
    destination: several(conditions.destination),
    notable: several(conditions.notable),
    fingerprint: several(conditions.fingerprint),
    path: several(conditions.path),
    tool: several(conditions.tool),
    mcp: several(conditions.mcp),
    model: several(conditions.model),
    mode: several(conditions.mode),
    words: several(Type.String({ minLength: 1, maxLength: 512 })),
    late,
  },
  closed,
);
export type Exclusions = Static<typeof Exclusions>;

export const ReceiptFilter = Type.Object(
  {
    integrationId: Type.Optional(conditions.integrationId),
    event: Type.Optional(conditions.event),
    sessionKey: Type.Optional(conditions.sessionKey),
    sessionId: Type.Optional(Type.String({ maxLength: 512 })),
    since: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
    until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
    text: Type.Optional(
      Type.String({ maxLength: 512, description: 'Words that all must occur, and phrases in quotes' }),
    ),
    found: Type.Optional(conditions.found),
    project: Type.Optional(conditions.project),
    destination: Type.Optional(conditions.destination),
    notable: Type.Optional(conditions.notable),
    late,
    fingerprint: Type.Optional(conditions.fingerprint),
    path: Type.Optional(conditions.path),
    tool: Type.Optional(conditions.tool),
    mcp: Type.Optional(conditions.mcp),
    model: Type.Optional(conditions.model),
    mode: Type.Optional(conditions.mode),
    exclude: Type.Optional(Exclusions),
  },
  closed,
);
export type ReceiptFilter = Static<typeof ReceiptFilter>;

/** How far a search got that was not finished. */
const searchedUntil = Type.Optional(
  Type.String({
    description:
      'Only receipts of this instant and newer ones (older ones with order oldest) were compared so far; nextCursor continues',
  }),
);

const receivedIn = {
  from: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
  until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
};

/** What to delete. */
export const DeletionScope = Type.Union([
  Type.Object({ receiptId: ReceiptId }, closed),
  Type.Object({ sessionKey: Type.Integer({ minimum: 0 }) }, closed),
  Type.Object({ integrationId: Type.String({ maxLength: 64 }), ...receivedIn }, closed),
  Type.Object({ project: Type.String({ maxLength: 4096 }), ...receivedIn }, closed),
  Type.Object(
    { from: Type.String({ maxLength: 32 }), until: Type.String({ maxLength: 32 }) },
    { ...closed, description: 'Received in this range' },
  ),
  Type.Object({ everything: Type.Literal(true) }, closed),
]);
export type DeletionScope = Static<typeof DeletionScope>;

/** A run of retention that waits until the clock has made no step for a day, or until the user starts it. */
export const HeldRetention = Type.Object(
  {
    since: Type.String(),
    receipts: Type.Integer({ description: 'Receipts that it would delete because of their age' }),
    of: Type.Integer({ description: 'Receipts that there are' }),
  },
  closed,
);
export type HeldRetention = Static<typeof HeldRetention>;

const deletion = Type.Object({ receipts: Type.Integer(), bytes: Type.Integer() }, closed);

/** The channels of receipts, their sessions and their deletion. */
export const receiptChannels = {
  'receipts.query': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
        around: Type.Optional(ReceiptId),
      },
      { ...closed, description: '`around` gives the page in whose middle this receipt is, newest first' },
    ),
    Type.Object(
      {
        receipts: Type.Array(ReceiptSummary),
        nextCursor: nullableString,
        searchedUntil,
        newer: Type.Optional(
          Type.Boolean({ description: 'Whether newer receipts match, for a page around a receipt' }),
        ),
      },
      closed,
    ),
  ),
  'receipts.get': channel(
    Type.Object({ id: ReceiptId }, closed),
    Type.Object(
      {
        receipt: Receipt,
        notes: ReceiptNotes,
        kinds: Type.Array(NotableKindSchema),
        words: Type.Array(CommandWord, { description: 'Of a command: its programs, options and paths' }),
      },
      closed,
    ),
  ),
  'receipts.export': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
      },
      closed,
    ),
    Type.Object({ receipts: Type.Array(Receipt), nextCursor: nullableString, searchedUntil }, closed),
  ),
  'receipts.count': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        most: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Counts no further than one more than this' }),
        ),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
      },
      closed,
    ),
    Type.Object(
      { count: Type.Integer(), nextCursor: Type.Optional(Type.String()), searchedUntil },
      { ...closed, description: 'The count continues with nextCursor, where a search was not finished' },
    ),
  ),
  'receipts.delete': channel(
    Type.Object({ scope: DeletionScope, dryRun: Type.Optional(Type.Boolean()) }, closed),
    deletion,
  ),
  'sessions.query': channel(
    Type.Object(
      {
        integrationId: Type.Optional(Type.String({ maxLength: 64 })),
        text: Type.Optional(Type.String({ maxLength: 256, description: 'Part of the session’s id' })),
        receipts: Type.Optional(ReceiptFilter),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      },
      closed,
    ),
    Type.Object({ sessions: Type.Array(Session), nextCursor: nullableString, searchedUntil }, closed),
  ),
  'sessions.get': channel(
    Type.Object({ key: Type.Integer({ minimum: 0 }) }, closed),
    Type.Object(
      { session: Session, previous: nullableKey, next: nullableKey, notes: SessionNotes },
      { ...closed, description: 'A session with its neighbours in time' },
    ),
  ),
  'retention.run': channel(Type.Object({ dryRun: Type.Boolean() }, closed), deletion),
  'retention.status': channel(empty, Type.Object({ held: Type.Union([HeldRetention, Type.Null()]) }, closed)),
} as const;
