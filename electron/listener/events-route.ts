import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { eventOfBody } from '../body/event-of-body.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { authenticateDeveloper } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { type Refusal, sendJson } from './problem-response.ts';
import { acceptEvent, inspectAside, type ValidEvent } from './record-event.ts';
import { checkMediaType, takeBody } from './request-body.ts';

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
      const answer = 'refusal' in taken ? taken : await acceptEvent(context, integration, taken);
      if ('refusal' in answer) return reject(answer.refusal, integration);
      const replayed = answer.replayed ? ['Plinth-Replayed', 'true'] : [];
      sendJson(res, 202, 'application/json', JSON.stringify(answer.accepted), replayed);
    });
  };
}
