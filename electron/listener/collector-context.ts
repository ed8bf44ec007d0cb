import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ReceiptType } from '../../shared/event.ts';
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';
import type { BodyOf, BodyRoute, ReadingOf } from '../bridges/body-readers.ts';
import type { IntegrationRecord, IntegrationStore } from '../integrations/integration-store.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import type {
  CommitOutcome,
  IncomingBody,
  IncomingEvent,
  InspectedBody,
} from '../receipts/event/incoming-event.ts';
import type { FolderedEvent } from '../record/paused-folders.ts';
import type { EventPause } from '../record/recording.ts';
import type { LargeBodies } from './large-bodies.ts';
import { type Refusal, sendProblem, unauthorized, unavailable } from './problem-response.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { RefusalPace } from './refusal-pace.ts';

/** The parts of the host that the routes need. */
export interface CollectorContext {
  integrations: IntegrationStore;
  refusals: RefusalLog;
  rateLimiter: RateLimiter<IntegrationRecord>;
  refusalPace: RefusalPace;
  largeBodies: LargeBodies;
  log: Logger;
  faults: FaultLog;
  /** Rejects with a ReceiptStoreError if the store could not make the event durable. */
  submit(event: IncomingEvent): Promise<CommitOutcome>;
  /** Parses, validates and redacts a large body. Resolves to undefined if that exceeds its time or memory. */
  inspect(body: IncomingBody): Promise<InspectedBody | undefined>;
  /** Reads a body in another thread. Resolves to undefined if that exceeds its time or memory. */
  readAside<R extends BodyRoute>(
    integrationId: string,
    route: R,
    body: BodyOf<R>,
  ): Promise<ReadingOf<R> | undefined>;
  privacyLevel(integrationId: string, event: ReceiptType): PrivacyLevel;
  /** Returns the pause that covers an event, if there is one. */
  pauseOf(event: FolderedEvent): EventPause | undefined;
  retentionDays(): number;
  baseUrl(): string;
  /** Returns true while the listener is stopping. New requests are then refused. */
  isStopping(): boolean;
  now(): number;
}

export type Endpoint = 'events' | 'capabilities' | 'bridges' | 'telemetry' | 'other';

/** Refusals that come before a token's rate limit or from it. Nothing else limits their number. */
const PACED: ReadonlySet<ProblemCode> = new Set([
  'forbidden_host',
  'forbidden_origin',
  'not_found',
  'method_not_allowed',
  'unauthorized',
  'insufficient_permission',
  'managed_credential',
  'rate_limited',
]);

/** All requests without a valid credential share one pace, because they cannot be told apart. */
const ANONYMOUS = {};

/**
 * Returns why a request whose body has arrived is refused now. The body took time: a revocation or a rotation applies from
 * the moment it is made, and a stop of the host from its beginning.
 */
export function refusalAfterBody(
  { integrations, isStopping }: CollectorContext,
  integration: IntegrationRecord,
): Refusal | undefined {
  if (!integrations.isValid(integration)) return unauthorized;
  return isStopping() ? unavailable : undefined;
}

/**
 * Answers a refusal when its turn comes and adds it to the refusal log. `send` replaces the answer of the developer API.
 */
export function refuse(
  context: CollectorContext,
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Endpoint,
  refusal: Refusal,
  integration?: IntegrationRecord,
  send: () => void = () => sendProblem(req, res, refusal),
): void {
  const answer = () => {
    // Counts the refusal although the client may have closed the connection.
    context.refusals.add({
      at: new Date(context.now()).toISOString(),
      code: refusal.code,
      status: PROBLEMS[refusal.code].status,
      endpoint,
      integrationId: integration?.id ?? null,
      errors: refusal.errors ?? [],
    });
    if (!res.destroyed) send();
  };
  if (PACED.has(refusal.code)) context.refusalPace.answer(integration ?? ANONYMOUS, answer);
  else answer();
}
