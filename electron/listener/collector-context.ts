import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts';
import type { BodyOf, BodyRoute, ReadingOf } from '../bridges/body-readers.ts';
import type { IntegrationRecord, IntegrationStore } from '../integrations/integration-store.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { RecordingSwitch } from '../record/recording.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { LargeBodies } from './large-bodies.ts';
import { type Refusal, sendProblem } from './problem-response.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { RefusalPace } from './refusal-pace.ts';

/** The parts of the host that the routes need. */
export interface CollectorContext {
  integrations: IntegrationStore;
  receipts: ReceiptClient;
  settings: SettingsStore;
  recording: RecordingSwitch;
  refusals: RefusalLog;
  rateLimiter: RateLimiter<IntegrationRecord>;
  refusalPace: RefusalPace;
  largeBodies: LargeBodies;
  log: Logger;
  faults: FaultLog;
  /** Reads a body in another thread. Resolves to undefined if that exceeds its time or memory. */
  readAside<R extends BodyRoute>(
    integrationId: string,
    route: R,
    body: BodyOf<R>,
  ): Promise<ReadingOf<R> | undefined>;
  baseUrl(): string;
  /** Aborted while the listener is stopping. New requests are then refused. */
  stopping: AbortSignal;
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
      at: new Date().toISOString(),
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
