import Type, { type Static } from 'typebox';
import { RECEIPT_ID_PATTERN } from './receipt-id.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Who approved a tool call, as its agent says. The order gives the stored numbers. */
export const APPROVALS = ['you_once', 'you_always', 'rule', 'hook', 'automatic'] as const;
export type Approval = (typeof APPROVALS)[number];
const ApprovalSchema = Type.Unsafe<Approval>(Type.Enum([...APPROVALS]));

/**
 * What became of a tool call, as its agent says: a refused call did not run. The order gives the stored numbers, and the
 * later one counts where two routes differ.
 */
export const OUTCOMES = ['succeeded', 'failed', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const OutcomeSchema = Type.Unsafe<Outcome>(Type.Enum([...OUTCOMES]));

/** The two kinds of routes: what runs while the agent acts, and what is exported afterwards. The order gives the stored numbers. */
export const ROUTE_KINDS = ['hooks', 'telemetry'] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];
const RouteKindSchema = Type.Unsafe<RouteKind>(Type.Enum([...ROUTE_KINDS]));

/** What the ways of the reports say beside one receipt. The record’s tree does not cover it. */
export const ReceiptNotes = Type.Object(
  {
    approval: Type.Union([ApprovalSchema, Type.Null()], { description: 'Who approved the call' }),
    alsoReportedBy: Type.Union([RouteKindSchema, Type.Null()], {
      description: 'The other kind of route that reported the same action',
    }),
  },
  closed,
);
export type ReceiptNotes = Static<typeof ReceiptNotes>;

/** What the ways of a session’s reports say beside its receipts. The record’s tree does not cover it. */
export const SessionNotes = Type.Object(
  {
    approvals: Type.Array(
      Type.Object(
        { receiptId: Type.String({ pattern: `^${RECEIPT_ID_PATTERN}$` }), approval: ApprovalSchema },
        closed,
      ),
    ),
    hookReports: count('Reports of hooks of this session that reached the collector'),
    hookEvents: count('Reports of hooks of this session that gave a receipt, or are about what has one'),
    hookRuns: count('Hooks of this session that ran, as the agent’s telemetry counts them'),
    bothRoutes: count('Tool calls that hooks and telemetry reported'),
    hooksOnly: count('Tool calls that only hooks reported, a minute after the call'),
    telemetryOnly: count('Tool calls that only telemetry reported, a minute after the record'),
    outcomes: count('Receipts of this session whose outcome is known'),
    subAgents: count('Sub-agents that the agent said it started'),
    interrupts: count('Turns that the agent said were interrupted'),
    missing: count('Records that the numbers of the agent promise and that did not arrive'),
  },
  closed,
);
export type SessionNotes = Static<typeof SessionNotes>;

/** The numbers of {@link SessionNotes}. */
export const ROUTE_COUNTS = [
  ...(['bothRoutes', 'hooksOnly', 'telemetryOnly', 'missing'] as const),
  ...(['hookReports', 'hookEvents', 'hookRuns', 'subAgents', 'interrupts'] as const),
] as const;
export type RouteCount = (typeof ROUTE_COUNTS)[number];
