import type { RequestHandler } from 'express';
import { buildManifest } from '../../shared/manifest.ts';
import { authenticateDeveloper } from './authentication.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { sendJson, unavailable } from './problem-response.ts';

/** `GET /api/developer/v1/capabilities`: describes what this collector accepts and what the calling token may use. */
export function capabilitiesRoute(context: CollectorContext): RequestHandler {
  return (req, res) => {
    const { integration, refusal } = authenticateDeveloper(req, context.integrations, 'capabilities:read');
    if (refusal !== undefined) return refuse(context, req, res, 'capabilities', refusal, integration);

    const retryAfter = context.rateLimiter.take(integration, performance.now());
    if (retryAfter > 0) {
      const limited = { code: 'rate_limited', headers: ['Retry-After', String(retryAfter)] } as const;
      return refuse(context, req, res, 'capabilities', limited, integration);
    }
    if (context.stopping.aborted) return refuse(context, req, res, 'capabilities', unavailable, integration);

    context.integrations.touch(integration, Date.now());
    const manifest = buildManifest({
      baseUrl: context.baseUrl(),
      integration,
      permissions: integration.permissions,
      retentionDays: context.settings.settings.retention.maxAgeDays ?? 0,
    });
    sendJson(res, 200, 'application/json', JSON.stringify(manifest));
  };
}
