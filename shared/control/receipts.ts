import Type, { type Static } from 'typebox';
import { ReceiptTypeSchema } from '../event.ts';
import { NotableKindSchema } from '../insight.ts';
import { Receipt, ReceiptId, ReceiptSummary, Session } from '../receipt.ts';
import { ReceiptNotes, SessionNotes } from '../session-notes.ts';
import { channel, closed, empty, nullableKey, nullableString } from './channel.ts';

export const ReceiptFilter = Type.Object(
  {
    integrationId: Type.Optional(Type.String({ maxLength: 64 })),
    event: Type.Optional(ReceiptTypeSchema),
    sessionKey: Type.Optional(Type.Integer({ minimum: 0 })),
    sessionId: Type.Optional(Type.String({ maxLength: 512 })),
    since: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
    until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
    text: Type.Optional(Type.String({ maxLength: 512 })),
    withFindings: Type.Optional(
      Type.Boolean({ description: 'With a secret or personal data; own names do not count' }),
    ),
    found: Type.Optional(Type.Union([Type.Literal('secret'), Type.Literal('personal')])),
    project: Type.Optional(
      Type.String({ maxLength: 4096, description: 'Folder of the project, as it is stored' }),
    ),
    destination: Type.Optional(Type.String({ maxLength: 256 })),
    path: Type.Optional(Type.String({ maxLength: 4096 })),
    tool: Type.Optional(Type.String({ maxLength: 256 })),
    mode: Type.Optional(Type.String({ maxLength: 256 })),
    model: Type.Optional(Type.String({ maxLength: 256 })),
    mcp: Type.Optional(Type.String({ maxLength: 256 })),
    notable: Type.Optional(NotableKindSchema),
    late: Type.Optional(Type.Boolean({ description: 'Delivered late, or with another clock' })),
    fingerprint: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  },
  closed,
);
export type ReceiptFilter = Static<typeof ReceiptFilter>;

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
        newer: Type.Optional(
          Type.Boolean({ description: 'Whether newer receipts match, for a page around a receipt' }),
        ),
      },
      closed,
    ),
  ),
  'receipts.get': channel(
    Type.Object({ id: ReceiptId }, closed),
    Type.Object({ receipt: Receipt, notes: ReceiptNotes }, closed),
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
    Type.Object({ receipts: Type.Array(Receipt), nextCursor: nullableString }, closed),
  ),
  'receipts.count': channel(
    Type.Object(
      {
        filter: Type.Optional(ReceiptFilter),
        most: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Counts no further than one more than this' }),
        ),
      },
      closed,
    ),
    Type.Object({ count: Type.Integer() }, closed),
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
    Type.Object({ sessions: Type.Array(Session), nextCursor: nullableString }, closed),
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
