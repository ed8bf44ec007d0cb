import * as limits from '../../../shared/limits.ts';
import { buildManifest, type Manifest } from '../../../shared/manifest.ts';
import { PERMISSIONS } from '../../../shared/permission.ts';
import {
  ALWAYS,
  CONFORMANCE_INTEGRATION,
  type ConformanceVector,
  type Expectation,
  eventOf,
  post,
  raw,
  refused,
} from '../conformance-vector.ts';

export function accessVectors(): ConformanceVector[] {
  const unauthorized = refused('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
  const get = { method: 'GET', path: limits.CAPABILITIES_PATH, headers: [] as [string, string][] };
  const manifest: Manifest = buildManifest({
    baseUrl: '$baseUrl',
    integration: { id: '$integrationId', name: CONFORMANCE_INTEGRATION },
    permissions: PERMISSIONS,
    retentionDays: limits.DEFAULT_RETENTION_DAYS,
  });
  const manifestAnswer: Expectation = {
    status: 200,
    headers: { ...ALWAYS, 'Content-Type': 'application/json' },
    body: manifest,
  };
  const vectors: ConformanceVector[] = [
    raw('the manifest', get, manifestAnswer),
    raw(
      'the manifest shows the token’s own permissions',
      get,
      { ...manifestAnswer, body: { ...manifest, permissions: ['capabilities:read'] } },
      'capabilities-only',
    ),
    raw('capabilities without the permission', get, refused('insufficient_permission'), 'events-only'),
    post('events without the permission', eventOf('capabilities only'), refused('insufficient_permission'), {
      credential: 'capabilities-only',
    }),
    post('a managed credential on the events endpoint', eventOf('managed'), refused('managed_credential'), {
      credential: 'managed',
    }),
    raw('a managed credential on the capabilities endpoint', get, refused('managed_credential'), 'managed'),
    post('over the rate limit', eventOf('rate'), refused('rate_limited', undefined, { 'Retry-After': '1' }), {
      state: 'rate_limit_exhausted',
    }),
    post(
      'storage refuses',
      eventOf('unavailable'),
      refused('unavailable', undefined, { 'Retry-After': '1' }),
      {
        state: 'storage_refuses',
      },
    ),
  ];
  for (const credential of ['none', 'malformed', 'unknown', 'revoked'] as const) {
    vectors.push(
      post(`events with credential: ${credential}`, eventOf(credential), unauthorized, { credential }),
      raw(`capabilities with credential: ${credential}`, get, unauthorized, credential),
    );
  }
  for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer  double', 'Bearer a b']) {
    vectors.push(
      raw(
        `Authorization: ${authorization}`,
        { ...get, headers: [['Authorization', authorization]] },
        unauthorized,
      ),
    );
  }
  return vectors;
}
