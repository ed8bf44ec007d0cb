import type { RequestHandler } from 'express';
import type { EventAccepted } from '../../shared/receipt.ts';
import { validateEvent } from '../../shared/validate-event.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { authenticateDeveloper } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { checkMediaType, parseJson, readBody } from './event-body.ts';
import { type Refusal, sendJson } from './problem-response.ts';
import { recordEvent } from './record-event.ts';

const RETRY_AFTER_SECONDS = '1';

export const unavailable: Refusal = { code: 'unavailable', headers: ['Retry-After', RETRY_AFTER_SECONDS] };

/** `POST /api/developer/v1/events`: the checks stand in the contract's order, the cheap and safe ones first. */
export function eventsRoute(context: CollectorContext): RequestHandler {
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

    const read = await readBody(req, res);
    if ('aborted' in read) return;
    if ('refusal' in read) return reject(read.refusal, integration);

    const parsed = parseJson(read.body);
    if ('refusal' in parsed) return reject(parsed.refusal, integration);
    const validation = validateEvent(parsed.value);
    if (!validation.ok) return reject({ code: validation.code, errors: validation.errors }, integration);
    const { event, droppedMembers } = validation;
    if (event.integration !== integration.name) return reject({ code: 'integration_mismatch' }, integration);

    // The body took time to arrive, and a revocation holds from the moment it was made.
    if (context.integrations.get(integration.id)?.digest !== integration.digest) {
      return reject({ code: 'unauthorized', headers: ['WWW-Authenticate', 'Bearer'] }, integration);
    }
    if (context.isStopping()) return reject(unavailable, integration);

    try {
      const outcome = await recordEvent(context, integration, event, {
        bodyBytes: read.body.length,
        droppedMembers,
      });
      const accepted: EventAccepted = {
        accepted: true,
        recorded: outcome.recorded,
        reportOnly: true,
        receiptId: outcome.receiptId,
      };
      const replayed = outcome.replayed ? ['Plinth-Replayed', 'true'] : [];
      sendJson(res, 202, 'application/json', JSON.stringify(accepted), replayed);
    } catch {
      // Which way the store failed is logged where it failed; the client needs to know only that it may retry.
      reject(unavailable, integration);
    }
  };
}
