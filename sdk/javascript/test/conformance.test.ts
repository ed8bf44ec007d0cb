import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ConformanceFile, ConformanceVector } from '../../../scripts/contract/conformance-vector.ts';
import { PlinthClient, PlinthError, type PlinthEvent } from '../src/index.ts';
import { isolateEnvironment } from './support/environment.ts';
import { conformanceFolder, type RealHost, startRealHost } from './support/real-host.ts';
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();

const CODES: Record<number, string> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'protocol',
  405: 'protocol',
  413: 'too_large',
  415: 'invalid',
  429: 'rate_limited',
  503: 'unavailable',
};
const PERMISSIONS = {
  full: ['events:write', 'capabilities:read'],
  'events-only': ['events:write'],
  'capabilities-only': ['capabilities:read'],
} as const;

const folder = conformanceFolder();
const files: ConformanceFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const integration = files[0]!.integration;
const vectors = files
  .flatMap((file) => file.vectors)
  .sort((one, other) => one.credential.localeCompare(other.credential));

const clientOf = (token: string, baseUrl: string) =>
  new PlinthClient({ token, integration, baseUrl, retries: 0, timeoutMs: 60_000 });

function check(outcome: unknown, { expect }: ConformanceVector): void {
  if (expect.status < 300) {
    assert.ok(!(outcome instanceof Error), String(outcome));
    return;
  }
  assert.ok(outcome instanceof PlinthError, `no error: ${JSON.stringify(outcome)}`);
  assert.equal(outcome.code, CODES[expect.status]);
  // Without a status the SDK refused it before sending.
  if (outcome.status === undefined) return;
  const { code, errors = [] } = expect.body as { code: string; errors?: object[] };
  assert.deepEqual([outcome.status, outcome.problem, outcome.errors], [expect.status, code, errors]);
}

describe('every answer of the contract', () => {
  let server: ScriptedServer;
  let plinth: PlinthClient;
  let reply: ScriptedReply;
  before(async () => {
    server = await startScriptedServer(() => reply);
    plinth = clientOf(makeToken(), server.baseUrl);
  });
  after(async () => {
    plinth.close();
    await server.close();
  });

  for (const vector of vectors) {
    it(`is understood: ${vector.name}`, async () => {
      const { status, headers, body } = vector.expect;
      const text = JSON.stringify(body)
        .replaceAll('$receiptId', `rcpt_${'0'.repeat(26)}`)
        .replaceAll(/\$\w+/g, 'text');
      reply = { status, headers, text };
      const asks = status === 200;
      const call = asks ? plinth.capabilities() : plinth.sessionStarted({ sessionId: 's' });
      check(await call.catch((error) => error), vector);
    });
  }
});

/** Why an SDK cannot say what the vector says; undefined when it can. */
function unsayable({ credential, state, event, expect }: ConformanceVector): string | undefined {
  if (state !== undefined) return `it needs a host that is ${state}; its answer is tested above`;
  if (['none', 'malformed', 'managed'].includes(credential))
    return `no SDK sends a token that is ${credential}`;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return 'an SDK sends objects';
  if (JSON.stringify(expect.body).includes('too_deep')) return 'an SDK cuts what is too deep';
  const filledIn = ['schema', 'integration', 'occurredAt', 'data'].find((name) => !(name in event));
  return filledIn && `the SDK fills in ${filledIn}`;
}

function padded({ event, request }: ConformanceVector): PlinthEvent {
  const copy = structuredClone(event) as PlinthEvent & { data: { content: string } };
  const padding = request.bodyPadding;
  if (padding !== undefined) {
    copy.data.content = '';
    copy.data.content = padding.unit.repeat(padding.totalBytes - Buffer.byteLength(JSON.stringify(copy)));
  }
  return copy;
}

describe('every event of the contract, said to a real host', () => {
  let host: RealHost;
  let live: { credential: string; plinth: PlinthClient } | undefined;
  before(async () => {
    host = await startRealHost();
  });
  after(async () => {
    live?.plinth.close();
    await host.stop();
  });

  // Names are unique among live integrations, so there is one at a time; the vectors are sorted to change it seldom.
  async function clientFor(credential: string): Promise<PlinthClient> {
    if (live?.credential === credential) return live.plinth;
    live?.plinth.close();
    const isRevoked = [undefined, 'revoked', 'unknown'].includes(live?.credential);
    if (!isRevoked) await host.revoke(integration);
    const permissions = PERMISSIONS[credential as keyof typeof PERMISSIONS] ?? PERMISSIONS.full;
    const token =
      credential === 'unknown'
        ? makeToken('plint_', 'unknown')
        : await host.generate(integration, [...permissions]);
    if (credential === 'revoked') await host.revoke(integration);
    live = { credential, plinth: clientOf(token, host.baseUrl) };
    return live.plinth;
  }

  for (const vector of vectors.filter(({ event }) => event !== undefined)) {
    it(vector.name, { skip: unsayable(vector) ?? false }, async () => {
      const plinth = await clientFor(vector.credential);
      check(await plinth.submit(padded(vector)).catch((error) => error), vector);
    });
  }
});
