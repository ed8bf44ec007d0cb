import Type, { type Static } from 'typebox';
import { ReceiptTypeSchema } from './event.ts';
import { ReceiptContext } from './insight.ts';
import { RECEIPT_ID_PATTERN } from './receipt-id.ts';
import { OutcomeSchema } from './session-notes.ts';

const closed = { additionalProperties: false } as const;
const nullableString = Type.Union([Type.String(), Type.Null()]);

/** A note beside a receipt of a call. The record’s tree does not cover it. */
const outcome = Type.Optional(OutcomeSchema);

export const ReceiptId = Type.String({ pattern: `^${RECEIPT_ID_PATTERN}$` });

/** The complete answer to an accepted event. */
export const EventAccepted = Type.Object(
  {
    accepted: Type.Literal(true),
    recorded: Type.Boolean({ description: 'False when no receipt was retained' }),
    reportOnly: Type.Literal(true),
    receiptId: ReceiptId,
  },
  closed,
);
export type EventAccepted = Static<typeof EventAccepted>;

/**
 * The processing of an event's text before storage. `metadata`: the privacy level stores no text, only sizes, keyed
 * digests and findings. `failed`: the redactor could not finish, so only sizes were stored.
 */
export const RedactionState = Type.Union([
  Type.Literal('redacted'),
  Type.Literal('metadata'),
  Type.Literal('failed'),
]);
export type RedactionState = Static<typeof RedactionState>;

export const FindingTier = Type.Union([
  Type.Literal('definite'),
  Type.Literal('candidate'),
  Type.Literal('personal'),
]);

/** One removed span: the position of its mask in the stored text, never the original. */
export const Finding = Type.Object(
  {
    rule: Type.String(),
    tier: FindingTier,
    member: Type.String({ description: 'JSON pointer of the member inside data, or /sessionId' }),
    start: Type.Integer({ description: 'UTF-16 position of the mask in the stored text' }),
    end: Type.Integer(),
    removed: Type.Integer({ description: 'Characters the mask replaced' }),
    inKey: Type.Optional(
      Type.Literal(true, { description: 'The mask stands in the member’s name and not in its value' }),
    ),
    fingerprint: Type.Optional(
      Type.String({ description: 'Keyed digest that is equal for equal secrets on this computer' }),
    ),
  },
  closed,
);
export type Finding = Static<typeof Finding>;

/**
 * Rules that shorten the names of the user's own machine. They remove nothing that a reader misses, so no count, filter
 * or badge includes them. A receipt's details list them.
 */
const NORMALISING_RULES: readonly string[] = ['home-directory', 'user-name'];

export const isNormalisation = ({ rule }: Pick<Finding, 'rule'>): boolean => NORMALISING_RULES.includes(rule);

/** Counts the secrets and the personal data among findings. */
export function countRemovals(findings: readonly Pick<Finding, 'rule' | 'tier'>[]): {
  secrets: number;
  personal: number;
} {
  const counts = { secrets: 0, personal: 0 };
  for (const finding of findings) {
    if (isNormalisation(finding)) continue;
    counts[finding.tier === 'personal' ? 'personal' : 'secrets'] += 1;
  }
  return counts;
}

export const Redaction = Type.Object(
  {
    state: RedactionState,
    engine: Type.String(),
    ruleSet: Type.String(),
    findings: Type.Array(Finding),
    omittedFindings: Type.Integer({
      description: 'Findings past the first thousand: masked, but not listed',
    }),
    truncated: Type.Array(
      Type.Object(
        { member: Type.String(), from: Type.Integer({ description: 'Characters before the cut' }) },
        closed,
      ),
    ),
  },
  closed,
);
export type Redaction = Static<typeof Redaction>;

export const ReceiptFlag = Type.Union([
  Type.Literal('clock_skew'),
  Type.Literal('session_not_started'),
  Type.Literal('ended_by_silence'),
  Type.Literal('via_claude_code'),
  Type.Literal('destination_assumed'),
  Type.Literal('reported_afterwards'),
  Type.Literal('mended'),
  Type.Literal('number_as_text'),
  Type.Literal('by_user'),
]);
export type ReceiptFlag = Static<typeof ReceiptFlag>;

/** Size of one `data` member as it was sent, and its keyed digest if no text is stored. */
export const MemberSize = Type.Object(
  {
    bytes: Type.Integer({ description: 'UTF-8 bytes; of JSON for toolInput' }),
    digest: Type.Optional(Type.String()),
  },
  closed,
);
export type MemberSize = Static<typeof MemberSize>;

/** A stored receipt. */
export const Receipt = Type.Object(
  {
    id: ReceiptId,
    integration: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    event: ReceiptTypeSchema,
    session: Type.Object(
      {
        key: Type.Integer({ description: 'Local number of the session, for filters' }),
        id: Type.String({ description: 'Empty where no session could be read' }),
      },
      closed,
    ),
    occurredAt: Type.String(),
    receivedAt: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The redacted members that were kept' }),
    sizes: Type.Optional(
      Type.Record(Type.String(), MemberSize, {
        description: 'Every member that was reported, if no text is kept',
      }),
    ),
    bodyBytes: Type.Integer(),
    droppedMembers: Type.Integer(),
    repeats: Type.Integer({ description: 'Retries that gave this receipt again' }),
    flags: Type.Array(ReceiptFlag),
    redaction: Redaction,
    outcome,
  },
  closed,
);
export type Receipt = Static<typeof Receipt>;

/** A line of the activity list. */
export const ReceiptSummary = Type.Object(
  {
    id: ReceiptId,
    integration: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    event: ReceiptTypeSchema,
    session: Type.Object({ key: Type.Integer(), id: Type.String() }, closed),
    occurredAt: Type.String(),
    receivedAt: Type.String(),
    summary: Type.String({
      description: 'One line of what was reported, masked; empty when no text was kept',
    }),
    masks: Type.Array(
      Type.Object(
        { start: Type.Integer({ description: 'UTF-16 position in the summary' }), end: Type.Integer() },
        closed,
      ),
      { description: 'Where the masks are in the summary' },
    ),
    bodyBytes: Type.Integer(),
    repeats: Type.Integer(),
    flags: Type.Array(ReceiptFlag),
    secrets: Type.Integer({ description: 'Secrets and likely secrets that were masked' }),
    personal: Type.Integer({
      description: 'Personal data that was masked, without the own home folder and name',
    }),
    redactionState: RedactionState,
    context: ReceiptContext,
    outcome,
  },
  closed,
);
export type ReceiptSummary = Static<typeof ReceiptSummary>;

export const Session = Type.Object(
  {
    key: Type.Integer(),
    id: Type.String(),
    integration: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    firstEventAt: Type.String(),
    lastEventAt: Type.String(),
    startedAt: nullableString,
    endedAt: nullableString,
    endedBySilence: Type.Boolean(),
    events: Type.Integer(),
    matching: Type.Integer({ description: 'Of these, those that the query asked for' }),
    counts: Type.Record(Type.String(), Type.Integer()),
    title: Type.Union([Type.String(), Type.Null()], {
      description: 'Line of the first prompt that was kept',
    }),
    project: nullableString,
  },
  closed,
);
export type Session = Static<typeof Session>;
