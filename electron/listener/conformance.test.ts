import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  CONFORMANCE_INTEGRATION,
  type ConformanceVector,
  type VectorCredential,
} from '../../scripts/contract/conformance-vector.ts';
import { BURST, CAPABILITIES_PATH } from '../../shared/limits.ts';
import type { Permission } from '../../shared/permission.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../shared/problem.ts';
import { conformanceVectors, vectorRequest } from '../../test/support/conformance-vectors.ts';
import { contractFault } from '../../test/support/contract-answer.ts';
import { issueManagedCredential } from '../../test/support/managed-credential.ts';
import { exchange, RawConnection } from '../../test/support/raw-connection.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';
import { generateCredential } from '../integrations/credential.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { ReceiptStoreError } from '../receipts/worker/receipt-events.ts';

interface Collector {
  host: RunningHost;
  integrationId: string;
  credentials: Partial<Record<VectorCredential, string>>;
}

async function startCollector(permissions: Permission[], dataDir = temporaryFolder()): Promise<Collector> {
  const host = await startTestHost({ dataDir });
  const { token, id } = await host.generateToken(CONFORMANCE_INTEGRATION, permissions);
  const revoked = await host.generateToken('revoked');
  await host.control('integrations.revoke', { id: revoked.id });
  return {
    host,
    integrationId: id,
    credentials: {
      full: token,
      malformed: `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
      unknown: generateCredential('plint_'),
      revoked: revoked.token,
    },
  };
}

// The vectors give tokens of different permissions the same integration name, so they need three collectors.
let full: Collector;
let eventsOnly: Collector;
let capabilitiesOnly: Collector;

beforeAll(async () => {
  const dataDir = temporaryFolder();
  const managed = issueManagedCredential(dataDir, 'claude-code', 'claude-code');
  full = await startCollector(['events:write', 'capabilities:read'], dataDir);
  full.credentials.managed = managed;
  eventsOnly = await startCollector(['events:write']);
  capabilitiesOnly = await startCollector(['capabilities:read']);
  eventsOnly.credentials['events-only'] = eventsOnly.credentials.full!;
  capabilitiesOnly.credentials['capabilities-only'] = capabilitiesOnly.credentials.full!;
});

afterAll(async () => {
  for (const { host } of [full, eventsOnly, capabilitiesOnly]) await host.remove();
});

function collectorOf({ credential }: ConformanceVector): Collector {
  if (credential === 'events-only') return eventsOnly;
  return credential === 'capabilities-only' ? capabilitiesOnly : full;
}

/** Returns text of a request that an answer must not repeat. */
function plantedIn({ request }: ConformanceVector): string[] {
  const planted: string[] = [];
  const collect = (value: unknown) => {
    if (typeof value === 'string' && value.length >= 6) planted.push(value.slice(0, 4096));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  try {
    const { schema: _schema, integration: _integration, event: _event, ...rest } = JSON.parse(request.body!);
    collect(rest);
  } catch {
    // A body that is not JSON is used as a whole.
    if (request.body !== undefined && request.body.length >= 6) planted.push(request.body);
  }
  for (const [name, value] of request.headers) {
    const isContract = name === 'Content-Type' || value === 'Bearer' || value.includes('127.0.0.1:$port');
    if (value.length >= 6 && !isContract) planted.push(value);
  }
  return planted;
}

function expectedBody({ expect: { body } }: ConformanceVector, { host, integrationId }: Collector): unknown {
  const text = JSON.stringify(body)
    .replaceAll('$integrationId', integrationId)
    .replaceAll('$baseUrl', host.baseUrl);
  return JSON.parse(text, (_key, value) =>
    value === '$receiptId' ? expect.stringMatching(/^rcpt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/) : value,
  );
}

const HEADER_CANARY = ['X-Planted', 'canary-in-a-header'] as const;

/** Sends requests ahead of a vector's own request and returns their number. */
type Precede = (connection: RawConnection) => number;

async function check(vector: ConformanceVector, collector: Collector, precede?: Precede) {
  const { port } = collector.host;
  const token = collector.credentials[vector.credential];
  if (token === undefined && vector.credential !== 'none')
    throw new Error(`no ${vector.credential} credential`);
  const planted: ConformanceVector = {
    ...vector,
    request: { ...vector.request, headers: [...vector.request.headers, [...HEADER_CANARY]] },
  };
  const connection = await RawConnection.open(port);
  const preceding = precede?.(connection) ?? 0;
  connection.send(vectorRequest(planted, port, token));
  for (let index = 0; index < preceding; index += 1) await connection.answer();
  const isHead = vector.request.method === 'HEAD';
  const answer = await connection.answer(isHead);
  if (answer === undefined) throw new Error('no answer');

  expect(answer.status).toBe(vector.expect.status);
  for (const [name, value] of Object.entries(vector.expect.headers)) {
    expect([name, answer.headers.get(name.toLowerCase())]).toEqual([name, value]);
  }
  const body = expectedBody(vector, collector);
  if (isHead) {
    expect(answer.headers.get('content-length')).toBe(String(JSON.stringify(body).length));
    // Surplus bytes of a HEAD answer would appear before the next answer.
    const probe = `GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    expect((await connection.send(probe).answer())?.status).toBe(404);
  } else {
    expect(JSON.parse(answer.body)).toEqual(body);
    expect(contractFault(answer)).toBeUndefined();
  }
  for (const value of [...plantedIn(vector), HEADER_CANARY[1], token ?? HEADER_CANARY[1]]) {
    // These values are Plinth's own, although a request may contain them too.
    const text = answer.text.replace('Resource-Policy: same-origin', '');
    expect(text.replace(PROBLEMS.forbidden_host.title, '')).not.toContain(value);
  }
  await connection.close();
  return answer;
}

const withState = conformanceVectors().flatMap(({ vectors }) =>
  vectors.filter(({ state }) => state !== undefined),
);

describe.each(conformanceVectors())('$file', ({ vectors }) => {
  test.each(vectors.filter(({ state }) => state === undefined))('$name', async (vector) => {
    const collector = collectorOf(vector);
    const answer = await check(vector, collector);
    if (answer.status !== 202) return;
    const { receiptId } = JSON.parse(answer.body);
    const { receipt } = await collector.host.control('receipts.get', { id: receiptId });
    const sent = JSON.parse(vector.request.body!);
    expect(receipt.event).toBe(sent.event);
    expect(receipt.session.id).toBe(sent.sessionId);
    expect(receipt.occurredAt).toBe(sent.occurredAt);
  });
});

describe('vectors with a state', () => {
  async function inState(
    state: NonNullable<ConformanceVector['state']>,
    bring: (collector: Collector) => Promise<{ precede?: Precede; leave?: () => void }>,
  ): Promise<void> {
    const vectors = withState.filter((vector) => vector.state === state);
    expect(vectors.length).toBeGreaterThan(0);
    for (const vector of vectors) {
      const collector = await startCollector(['events:write', 'capabilities:read']);
      const { precede, leave } = await bring(collector);
      await check(vector, collector, precede);
      leave?.();
      const { count } = await collector.host.control('receipts.count', {});
      expect(count).toBe(0);
      await collector.host.remove();
    }
  }

  test('recording_paused', () =>
    inState('recording_paused', async ({ host }) => {
      await host.control('recording.pause', { minutes: null });
      return {};
    }));

  test('keeps_nothing', () =>
    inState('keeps_nothing', async ({ host, integrationId }) => {
      await host.control('settings.set', {
        settings: { privacy: { defaults: {}, integrations: { [integrationId]: { '*': 'nothing' } } } },
      });
      return {};
    }));

  test('rate_limit_exhausted', () =>
    inState('rate_limit_exhausted', async ({ host, credentials }) => {
      // Sends the whole burst ahead of the vector's own request at one instant, so that the bucket does not refill.
      const requests = BURST;
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      const request = `GET ${CAPABILITIES_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${credentials.full}\r\n\r\n`;
      return {
        precede: (connection) => {
          connection.send(request.repeat(requests));
          return requests;
        },
        leave: () => clock.mockRestore(),
      };
    }));

  test('storage_refuses', () =>
    inState('storage_refuses', async () => {
      const submit = vi.spyOn(ReceiptClient.prototype, 'submit');
      submit.mockRejectedValue(new ReceiptStoreError('storage_full'));
      return { leave: () => submit.mockRestore() };
    }));

  test('the vectors cover every state', () => {
    const covered = ['recording_paused', 'keeps_nothing', 'rate_limit_exhausted', 'storage_refuses'];
    expect([...new Set(withState.map(({ state }) => state))].sort()).toEqual(covered.sort());
  });
});

test('the vectors cover every code of the contract', () => {
  const codes = new Set(
    conformanceVectors().flatMap(({ vectors }) =>
      vectors.map(({ expect: { body } }) => (body as { code?: string }).code),
    ),
  );
  expect(PROBLEM_CODES.filter((code) => !codes.has(code))).toEqual([]);
});

test('a request without Host gets the contract’s answer', async () => {
  const answer = await exchange(full.host.port, `GET ${CAPABILITIES_PATH} HTTP/1.1\r\n\r\n`);
  expect(JSON.parse(answer!.body).code).toBe('forbidden_host');
  expect(contractFault(answer!)).toBeUndefined();
});
