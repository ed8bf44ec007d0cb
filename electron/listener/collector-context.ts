import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { EventType } from '../../shared/event.ts';
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';
import type { IntegrationRecord, IntegrationStore } from '../integrations/integration-store.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import type { CommitOutcome, IncomingEvent } from '../receipts/incoming-event.ts';
import type { LargeBodies } from './large-bodies.ts';
import { type Refusal, sendProblem } from './problem-response.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RefusalPace } from './refusal-pace.ts';
import type { RejectionLedger } from './rejection-ledger.ts';

/** What the routes need of the host. */
export interface CollectorContext {
  integrations: IntegrationStore;
  rejections: RejectionLedger;
  rateLimiter: RateLimiter<IntegrationRecord>;
  refusalPace: RefusalPace;
  largeBodies: LargeBodies;
  log: Logger;
  faults: FaultLog;
  /** Rejects with a ReceiptStoreError when the event could not be made durable. */
  submit(event: IncomingEvent): Promise<CommitOutcome>;
  privacyLevel(integrationId: string, event: EventType): PrivacyLevel;
  isPaused(): boolean;
  retentionDays(): number;
  baseUrl(): string;
  /** True once the listener is stopping: new requests are sent away. */
  isStopping(): boolean;
  now(): number;
}

export type Endpoint = 'events' | 'capabilities' | 'bridges' | 'other';

/** Refusals that come before the rate limit of a token, or from it: nothing else would bound how many there are. */
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

/** All who show no credential share one pace: a flood of theirs cannot be told from another. */
const ANONYMOUS = {};

/** Answers a refusal, when it is its turn, and enters it in the ledger. */
export function refuse(
  context: CollectorContext,
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Endpoint,
  refusal: Refusal,
  integration?: IntegrationRecord,
): void {
  const answer = () => {
    // Whoever has gone meanwhile has still asked in vain.
    context.rejections.add({
      at: new Date(context.now()).toISOString(),
      code: refusal.code,
      status: PROBLEMS[refusal.code].status,
      endpoint,
      integrationId: integration?.id ?? null,
      errors: refusal.errors ?? [],
    });
    if (!res.destroyed) sendProblem(req, res, refusal);
  };
  if (PACED.has(refusal.code)) context.refusalPace.answer(integration ?? ANONYMOUS, answer);
  else answer();
}
