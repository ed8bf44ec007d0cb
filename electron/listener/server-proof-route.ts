import type { Express } from 'express';
import { BRIDGES_PATH } from '../../shared/limits.ts';
import type { ServerProof } from '../bridges/connect/server-proof.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { sendJson } from './problem-response.ts';

/**
 * Adds `GET /api/bridges/v1/proof/{nonce}`. A launcher on Windows uses it to check that the collector owns the port
 * before it sends anything. The route needs no credential, because the launcher must not reveal its credential before
 * the check.
 */
export function addServerProofRoute(
  app: Express,
  context: CollectorContext,
  proof: ServerProof,
  port: () => number | undefined,
): void {
  const path = `${BRIDGES_PATH}/proof/:nonce`;
  app.head(path, (req, res) =>
    refuse(context, req, res, 'bridges', { code: 'method_not_allowed', headers: ['Allow', 'GET'] }),
  );
  app.get<{ nonce: string }>(path, (req, res) => {
    const answer = proof.answer(req.params.nonce, port() ?? 0);
    if (answer === undefined) return refuse(context, req, res, 'bridges', { code: 'not_found' });
    sendJson(res, 200, 'text/plain', answer);
  });
  app.all(path, (req, res) =>
    refuse(context, req, res, 'bridges', { code: 'method_not_allowed', headers: ['Allow', 'GET'] }),
  );
}
