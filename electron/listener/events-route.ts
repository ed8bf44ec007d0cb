import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventType } from '../../shared/event.ts';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import type { EventAccepted } from '../../shared/receipt.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { type BodyEvent, eventOfBody } from '../receipts/body/event-of-body.ts';
import type { PreparedEvent } from '../receipts/incoming-event.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-store-error.ts';
import { authenticateDeveloper } from './authentication.ts';
import { type CollectorContext, refusalAfterBody, refuse } from './collector-context.ts';
import { checkMediaType } from './event-body.ts';
import { type Refusal, sendJson, unavailable } from './problem-response.ts';
import { recordEvent } from './record-event.ts';
import { takeBody } from './take-body.ts';

interface ValidEvent extends BodyEvent {
  /** What another thread has made of a large event. Its data is no longer here. */
  aside?: { level: PrivacyLevel; prepared: PreparedEvent };
  /** Another thread did not redact the event in time. */
  redactionTimedOut?: true;
}

/** Inspects a large body in another thread. If that exceeds its time or memory, only the event's sizes are stored. */
async function inspectAside(
  context: CollectorContext,
  { id }: IntegrationRecord,
  body: Buffer,
): Promise<{ value: ValidEvent } | { refusal: Refusal }> {
  const levelOf = (event: EventType) => context.privacyLevel(id, event);
  const inspected = await context.inspect({ integrationId: id, body, levelOf });
  if (inspected === undefined) {
    const parsed = eventOfBody(body);
    return 'refusal' in parsed ? parsed : { value: { ...parsed.value, redactionTimedOut: true } };
  }
  if ('refusal' in inspected) return inspected;
  const { level, prepared, ...parsed } = inspected;
  return { value: { ...parsed, aside: { level, prepared } } };
}

/** Answers one request with an event. */
export type AnswerEvent = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** `POST /api/developer/v1/events`: runs the checks in the contract's order, with the cheap and safe checks first. */
export function answerEvents(context: CollectorContext): AnswerEvent {
  const { largeBodies } = context;
  return async (req, res) => {
    const reject = (refusal: Refusal, integration?: IntegrationRecord) =>
      refuse(context, req, res, 'events', refusal, integration);

    const { integration, refusal } = authenticateDeveloper(req, context.integrations, 'events:write');
    if (refusal !== undefined) return reject(refusal, integration);

    const retryAfter = context.rateLimiter.take(integration, performance.now());
    if (retryAfter > 0) {
      return reject({ code: 'rate_limited', headers: ['Retry-After', String(retryAfter)] }, integration);
    }

    const mediaTypeRefusal = checkMediaType(req);
    if (mediaTypeRefusal !== undefined) return reject(mediaTypeRefusal, integration);

    const body = {
      integration,
      limit: MAX_EVENT_BYTES,
      largeBodies,
      inspect: eventOfBody,
      inspectAside: (bytes: Buffer) => inspectAside(context, integration, bytes),
    };
    await takeBody<ValidEvent>(req, res, body, async (taken) => {
      if ('refusal' in taken) return reject(taken.refusal, integration);
      const { event, aside, ...facts } = taken.value;
      if (event.integration !== integration.name) {
        return reject({ code: 'integration_mismatch' }, integration);
      }
      const late = refusalAfterBody(context, integration);
      if (late !== undefined) return reject(late, integration);

      try {
        const outcome = await recordEvent(context, integration, event, {
          bodyBytes: taken.bytes,
          ...facts,
          ...aside,
        });
        const accepted: EventAccepted = {
          accepted: true,
          recorded: outcome.recorded,
          reportOnly: true,
          receiptId: outcome.receiptId,
        };
        const replayed = outcome.replayed ? ['Plinth-Replayed', 'true'] : [];
        sendJson(res, 202, 'application/json', JSON.stringify(accepted), replayed);
      } catch (error) {
        if (!(error instanceof ReceiptStoreError)) context.faults.note('events route', error);
        // The store has already logged the failure. The client only needs to know that it may retry.
        reject(unavailable, integration);
      }
    });
  };
}
