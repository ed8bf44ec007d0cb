import Type, { type Static } from 'typebox';
import { PROBLEM_CODES, type ProblemCode, ValidationError } from './problem.ts';

/* What the record shows to be missing or wrong. */

const closed = { additionalProperties: false } as const;

/** The members that tell refused requests apart: the shape of a request, never a value. */
export const refusalShape = {
  code: Type.Unsafe<ProblemCode>(Type.Enum(PROBLEM_CODES)),
  status: Type.Integer(),
  endpoint: Type.Union([
    Type.Literal('events'),
    Type.Literal('capabilities'),
    Type.Literal('bridges'),
    Type.Literal('telemetry'),
    Type.Literal('other'),
  ]),
  integrationId: Type.Union([Type.String(), Type.Null()]),
  errors: Type.Array(ValidationError),
};

/** Equal refused requests of one integration. They are kept across restarts. */
export const RefusalGroup = Type.Object(
  {
    ...refusalShape,
    problem: Type.String({ description: 'Name of the problem, to dismiss it' }),
    firstAt: Type.String(),
    lastAt: Type.String(),
    count: Type.Integer(),
  },
  closed,
);
export type RefusalGroup = Static<typeof RefusalGroup>;

/** A change of the computer's clock that this run noticed. */
export const ClockStep = Type.Object(
  {
    at: Type.String(),
    byMs: Type.Integer({ description: 'Positive if the clock was set forward, negative if it was set back' }),
  },
  closed,
);
export type ClockStep = Static<typeof ClockStep>;

/** Instants of the last dismissal, by the name of the problem. A problem that occurs again later is shown again. */
export const Dismissals = Type.Record(Type.String(), Type.String());
export type Dismissals = Static<typeof Dismissals>;

/** Late receipts are counted up to this number. */
export const MOST_LATE = 10_000;

/** Names the problems that can be dismissed and are not refusals. */
export const problemName = {
  silent: (integrationId: string) => `silent:${integrationId}`,
  unended: 'unended',
  late: 'late',
  gap: 'gap',
  clock: (at: string) => `clock:${at}`,
} as const;
