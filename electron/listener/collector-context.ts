import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { EventType } from '../../shared/event.ts';
import { PROBLEMS } from '../../shared/problem.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';
import type { IntegrationRecord, IntegrationStore } from '../integrations/integration-store.ts';
import type { CommitOutcome, IncomingEvent } from '../receipts/incoming-event.ts';
import { type Refusal, sendProblem } from './problem-response.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RejectionLedger } from './rejection-ledger.ts';

/** What the routes need of the host. */
export interface CollectorContext {
  integrations: IntegrationStore;
  rejections: RejectionLedger;
  rateLimiter: RateLimiter<IntegrationRecord>;
  log: Logger;
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

/** Answers a refusal and enters it in the ledger. */
export function refuse(
  context: CollectorContext,
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Endpoint,
  refusal: Refusal,
  integration?: IntegrationRecord,
): void {
  context.rejections.add({
    at: new Date(context.now()).toISOString(),
    code: refusal.code,
    status: PROBLEMS[refusal.code].status,
    endpoint,
    integrationId: integration?.id ?? null,
    errors: refusal.errors ?? [],
  });
  sendProblem(req, res, refusal);
}
