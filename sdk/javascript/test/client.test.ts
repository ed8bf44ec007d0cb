import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVENT_TYPES } from '../../../shared/event.ts';
import { PlinthClient, PlinthError, type PlinthEvent } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
/** The client's own limit of two seconds is short on a machine that does much else. */
const UNHURRIED_MS = 60_000;
const both = ['events:write' as const, 'capabilities:read' as const];

async function setUp(t: { after(work: () => unknown): void }, permissions = both) {
  const server = await startContractServer([{ token, name: 'acme', permissions }]);
  const plinth = new PlinthClient({
    token,
    integration: 'acme',
    baseUrl: server.baseUrl,
    timeoutMs: UNHURRIED_MS,
  });
  t.after(() => {
    plinth.close();
    return server.close();
  });
  return { server, plinth };
}

const MEANINGS = [
  [403, 'integration_mismatch', 'the token has another `integration` name'],
  [403, 'insufficient_permission', 'the token lacks the permission'],
  [403, 'forbidden_host', 'it does not serve this base URL'],
  [403, 'constructor', 'this is not allowed, see `problem`'],
  [403, 'from_a_later_version', 'this is not allowed, see `problem`'],
  [400, 'invalid_event', 'the event is not valid'],
] as const;

for (const [status, code, meaning] of MEANINGS) {
  it(`says what ${status} ${code} means`, async (t) => {
    const headers = { 'plinth-api-version': '1.1', 'content-type': 'application/problem+json' };
    const server = await startScriptedServer(() => ({ status, headers, json: { code } }));
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, retries: 0 });
    t.after(() => {
      plinth.close();
      return server.close();
    });
    await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), {
      code: status === 403 ? 'forbidden' : 'invalid',
      message: `Plinth answered ${status}: ${meaning}.`,
      problem: code,
    });
  });
}

it('says which name the token has', async (t) => {
  const headers = { 'plinth-api-version': '1.1', 'content-type': 'application/problem+json' };
  const json = { code: 'integration_mismatch', tokenIntegration: 'quick' };
  const server = await startScriptedServer(() => ({ status: 403, headers, json }));
  const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, retries: 0 });
  t.after(() => {
    plinth.close();
    return server.close();
  });
  await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), {
    message: 'Plinth answered 403: the token is for "quick", the event says "acme".',
  });
});

describe('reporting', () => {
  it('sends each event as the contract has it', async (t) => {
    const { server, plinth } = await setUp(t);
    const occurredAt = new Date(Date.UTC(2026, 10, 21, 9, 8, 7, 6));
    const common = { sessionId: 'sess-1', occurredAt };
    const cwd = '/home/ada';
    await plinth.promptSubmitted({ ...common, data: { content: 'héllo 🙂', destination: 'Acme AI', cwd } });
    await plinth.toolBeforeUse({ ...common, data: { toolName: 'search', toolInput: [1, { q: null }], cwd } });
    await plinth.commandBeforeRun({ ...common, data: { command: 'ls', cwd } });
    await plinth.fileChanged({
      ...common,
      data: { path: 'b', changeType: 'renamed', previousPath: 'a', cwd },
    });
    await plinth.sessionStarted({ ...common, data: { harness: 'acme', harnessVersion: '1', cwd } });
    await plinth.sessionEnded({ ...common, data: { reason: 'done', cwd } });
    assert.deepEqual(
      server.accepted.map(({ event }) => event),
      EVENT_TYPES,
    );
    assert.deepEqual(server.accepted[0], {
      schema: 'service.event.v1',
      integration: 'acme',
      event: 'prompt.submitted',
      sessionId: 'sess-1',
      occurredAt: '2026-11-21T09:08:07.006Z',
      data: { content: 'héllo 🙂', destination: 'Acme AI', cwd },
    });
    assert.deepEqual((server.accepted[1] as { data: object }).data, {
      toolName: 'search',
      toolInput: [1, { q: null }],
      cwd,
    });
  });

  it('fills in now, and no data', async (t) => {
    const { server, plinth } = await setUp(t);
    const before = new Date().toISOString();
    await plinth.sessionStarted({ sessionId: 's' });
    const [body] = server.accepted as { occurredAt: string; data: object }[];
    assert.ok(body!.occurredAt >= before && body!.occurredAt <= new Date().toISOString());
    assert.deepEqual(body!.data, {});
  });

  it('sends a string of a time as it is', async (t) => {
    const { server, plinth } = await setUp(t);
    await plinth.sessionStarted({ sessionId: 's', occurredAt: '2026-01-02T03:04:05.678Z' });
    assert.equal(server.accepted[0]!.occurredAt, '2026-01-02T03:04:05.678Z');
    await assert.rejects(plinth.sessionStarted({ sessionId: 's', occurredAt: '2026-01-02T03:04:05Z' }), {
      code: 'invalid',
      errors: [
        {
          pointer: '/occurredAt',
          code: 'invalid_format',
          expected: {
            type: 'string',
            pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
          },
        },
      ],
    });
    await assert.rejects(plinth.sessionStarted({ sessionId: 's', occurredAt: new Date(Number.NaN) }), {
      code: 'invalid',
    });
  });

  it('gives the same receipt for the same event', async (t) => {
    const { plinth } = await setUp(t);
    const event = { sessionId: 's', occurredAt: '2026-01-02T03:04:05.678Z' };
    const first = await plinth.sessionStarted(event);
    const second = await plinth.sessionStarted(event);
    assert.deepEqual([first.replayed, second.replayed], [false, true]);
    assert.equal(first.receiptId, second.receiptId);
  });

  it('keeps one connection for reports one after another', async (t) => {
    const { server, plinth } = await setUp(t);
    for (let n = 0; n < 50; n++) await plinth.sessionStarted({ sessionId: `s${n}` });
    assert.equal(server.connections, 1);
  });

  it('sends reports at once, and opens no connection while an idle one is left', async (t) => {
    const { server, plinth } = await setUp(t);
    await Promise.all(Array.from({ length: 200 }, (_, n) => plinth.sessionStarted({ sessionId: `s${n}` })));
    assert.equal(server.accepted.length, 200);
    const { connections } = server;
    assert.ok(connections <= 200);
    for (let n = 0; n < 20; n++) await plinth.sessionEnded({ sessionId: `s${n}` });
    assert.equal(server.connections, connections);
  });

  it('does not count a connection that went stale as a try', async () => {
    const body = JSON.stringify({ accepted: true, recorded: true, reportOnly: true, receiptId: 'rcpt_1' });
    const answer = `HTTP/1.1 202 Accepted\r\nPlinth-Api-Version: 1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    // The second request comes on the connection kept from the first, which the server then closes.
    const server = await startScriptedServer((n) => ({
      raw: n === 1 ? [{ close: true }] : [{ send: answer }],
    }));
    const plinth = new PlinthClient({
      token,
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
      retries: 0,
    });
    await plinth.sessionStarted({ sessionId: 's' });
    await plinth.sessionStarted({ sessionId: 's' });
    assert.equal(server.requests.length, 3);
    assert.equal(server.connections, 2);
    plinth.close();
    await server.close();
  });

  it('refuses before sending what is over 1 MiB', async (t) => {
    const { server, plinth } = await setUp(t);
    const content = 'é'.repeat(524_288);
    await assert.rejects(plinth.promptSubmitted({ sessionId: 's', data: { content } }), {
      code: 'too_large',
    });
    assert.equal(server.requests, 0);
    await plinth.promptSubmitted({ sessionId: 's', data: { content: content.slice(200) } });
  });

  it('leaves what is wrong with an event to Plinth, and tells it', async (t) => {
    const { plinth } = await setUp(t);
    const wrong = {
      event: 'prompt.submitted',
      sessionId: '',
      data: { content: 7 },
    } as unknown as PlinthEvent;
    const error = await plinth.submit(wrong).catch((e) => e);
    assert.ok(error instanceof PlinthError);
    assert.deepEqual(
      new Set(error.errors.map(({ pointer }) => pointer)),
      new Set(['/sessionId', '/data/content']),
    );
    assert.match(error.message, /not valid: .*\/data\/content wrong_type, expected {"type":"string"}/);
    for (const strange of [undefined, null, 7]) {
      await assert.rejects(plinth.submit(strange as unknown as PlinthEvent));
    }
  });

  it('reports that the name or the permission is wrong', async (t) => {
    const { server } = await setUp(t);
    const other = new PlinthClient({
      token,
      integration: 'Acme',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
    });
    await assert.rejects(other.sessionStarted({ sessionId: 's' }), {
      code: 'forbidden',
      problem: 'integration_mismatch',
    });
    const unknown = makeToken('plint_', 'zz');
    const stranger = new PlinthClient({
      token: unknown,
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
    });
    await assert.rejects(stranger.sessionStarted({ sessionId: 's' }), { code: 'unauthorized', status: 401 });
    other.close();
    stranger.close();
  });

  it('fails once it is closed', async (t) => {
    const { plinth } = await setUp(t);
    await plinth.sessionStarted({ sessionId: 's' });
    await plinth[Symbol.asyncDispose]();
    await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'configuration' });
  });
});

describe('capabilities', () => {
  it('are what Plinth says', async (t) => {
    const { plinth } = await setUp(t);
    const { integration, permissions, eventTypes, limits } = await plinth.capabilities();
    assert.deepEqual([integration.name, permissions, eventTypes], ['acme', both, EVENT_TYPES]);
    assert.equal(limits.maxEventBytes, 1_048_576);
  });

  it('need the permission', async (t) => {
    const { plinth } = await setUp(t, ['events:write' as const] as unknown as typeof both);
    await assert.rejects(plinth.capabilities(), { code: 'forbidden', problem: 'insufficient_permission' });
  });

  it('must look like capabilities', async () => {
    for (const json of [{}, { permissions: [] }, { permissions: [], integration: null }]) {
      const headers = { 'Plinth-Api-Version': '1.1', 'Content-Type': 'application/json' };
      const server = await startScriptedServer(() => ({ status: 200, headers, json }));
      const plinth = new PlinthClient({
        token,
        integration: 'acme',
        baseUrl: server.baseUrl,
        timeoutMs: UNHURRIED_MS,
      });
      await assert.rejects(plinth.capabilities(), { code: 'protocol' });
      plinth.close();
      await server.close();
    }
  });
});

describe('testing the connection', () => {
  const fine = { ok: true, reachable: true, isPlinth: true, authorized: true, error: null, problems: [] };

  it('says that all is well', async (t) => {
    const { server, plinth } = await setUp(t);
    const { clockSkewMs, ...report } = await plinth.testConnection();
    assert.deepEqual(report, {
      ...fine,
      baseUrl: server.baseUrl,
      baseUrlSource: 'option',
      permissions: both,
      integration: 'acme',
      nameMatches: true,
    });
    // A server on a busy machine renews the second of its answers late.
    assert.ok(Math.abs(clockSkewMs!) <= 1_000, `${clockSkewMs}`);
    assert.equal(server.accepted.length, 0);
  });

  it('tells what a token that may only write can do, and records nothing', async (t) => {
    const { server, plinth } = await setUp(t, ['events:write' as const] as unknown as typeof both);
    const report = await plinth.testConnection();
    assert.deepEqual({ ...report, ...fine, permissions: ['events:write'], nameMatches: null }, report);
    assert.equal(server.accepted.length, 0);
  });

  it('tells what a token that may only read lacks', async (t) => {
    const { plinth } = await setUp(t, ['capabilities:read' as const] as unknown as typeof both);
    const { ok, authorized, permissions, problems } = await plinth.testConnection();
    assert.deepEqual([ok, authorized, permissions], [false, true, ['capabilities:read']]);
    assert.match(problems.join(), /events:write/);
  });

  it('tells a token that may do nothing', async (t) => {
    const { plinth } = await setUp(t, [] as unknown as typeof both);
    const { ok, authorized, permissions, error, problems } = await plinth.testConnection();
    assert.deepEqual(
      [ok, authorized, permissions, error, problems.length],
      [false, true, null, 'forbidden', 1],
    );
  });

  it('tells another name', async (t) => {
    const { server } = await setUp(t);
    const other = new PlinthClient({
      token,
      integration: 'other',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
    });
    const { ok, nameMatches, integration, problems } = await other.testConnection();
    assert.deepEqual([ok, nameMatches, integration], [false, false, 'acme']);
    assert.match(problems.join(), /name/);
    other.close();
  });

  it('makes nothing up of capabilities that tell little', async (t) => {
    const headers = { 'Plinth-Api-Version': '1.1', 'Content-Type': 'application/json' };
    for (const json of [{}, { permissions: 'all', integration: null }, { integration: { name: '' } }]) {
      const server = await startScriptedServer(() => ({ status: 200, headers, json }));
      t.after(() => server.close());
      const plinth = new PlinthClient({
        token,
        integration: 'acme',
        baseUrl: server.baseUrl,
        timeoutMs: UNHURRIED_MS,
      });
      const { ok, authorized, permissions, integration, nameMatches, clockSkewMs } =
        await plinth.testConnection();
      assert.deepEqual(
        [ok, authorized, permissions, integration, nameMatches, clockSkewMs],
        [false, true, null, null, null, null],
      );
      plinth.close();
    }
  });

  it('tells a clock that is off', async (t) => {
    const server = await startContractServer([{ token, name: 'acme', permissions: both }], {
      clockSkewMs: -3_600_000,
    });
    const plinth = new PlinthClient({
      token,
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
    });
    t.after(() => {
      plinth.close();
      return server.close();
    });
    const { ok, clockSkewMs, problems } = await plinth.testConnection();
    assert.ok(ok && Math.abs(clockSkewMs! + 3_600_000) <= 2_000, `${clockSkewMs}`);
    assert.match(problems.join(), /clock/);
  });

  it('tells an unknown token, what is not Plinth, and nothing at all', async (t) => {
    const { server, plinth } = await setUp(t);
    const stranger = new PlinthClient({
      token: makeToken('plint_', 'q'),
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: UNHURRIED_MS,
    });
    let report = await stranger.testConnection();
    assert.deepEqual([report.isPlinth, report.authorized, report.error], [true, false, 'unauthorized']);
    const web = await startScriptedServer(() => ({ status: 200, headers: {}, text: 'hello' }));
    const lost = new PlinthClient({ token, integration: 'acme', baseUrl: web.baseUrl });
    report = await lost.testConnection();
    assert.deepEqual([report.reachable, report.isPlinth, report.authorized], [true, false, null]);
    await web.close();
    report = await lost.testConnection();
    assert.deepEqual([report.reachable, report.isPlinth, report.error], [false, false, 'down']);
    lost.close();
    report = await lost.testConnection();
    assert.deepEqual([report.ok, report.reachable, report.error], [false, false, 'configuration']);
    stranger.close();
    plinth.close();
  });
});
