import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlChannel, ControlEnvelope, ControlEvent } from '../../../shared/control.ts';
import { EVENT_TYPES } from '../../../shared/event.ts';
import { type RunningHost, sampleEvent, startTestHost } from '../../../test/support/running-host.ts';
import { callControlSocket, controlSocketPath } from '../transports/control-socket.ts';

let host: RunningHost;
let token: string;
let integrationId: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token, id: integrationId } = await host.generateToken('acme'));
});
afterAll(() => host.remove());

let session = 0;
async function report(overrides: Record<string, unknown> = {}) {
  session += 1;
  const answer = await host.post(
    token,
    sampleEvent('acme', { sessionId: `session ${session}`, ...overrides }),
  );
  expect(answer.status).toBe(202);
  return (await answer.json()) as { recorded: boolean; receiptId: string };
}
const receipt = async (id: string) => (await host.control('receipts.get', { id })).receipt;

/** Returns the first control event of a kind. */
async function controlEventOf(
  kind: ControlEvent['kind'],
  cause: () => Promise<unknown>,
): Promise<ControlEvent> {
  const { promise, resolve } = Promise.withResolvers<ControlEvent>();
  const unsubscribe = host.host.hub.subscribe((event) => {
    if (event.kind === kind) resolve(event);
  });
  await cause();
  const event = await promise;
  unsubscribe();
  return event;
}

test('parameters and channels outside the contract are refused', async () => {
  const { dispatch } = host.host;
  expect(await dispatch('integrations.destroy', {})).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  expect(await dispatch('__proto__', {})).toMatchObject({ ok: false, error: { code: 'not_found' } });
  const errorsOf = async (channel: string, params: unknown) => {
    const answer = await dispatch(channel, params);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_params' } });
    expect(JSON.stringify(answer)).not.toContain('s3cret');
    return Object((answer as { error: { params: unknown } }).error.params).errors;
  };
  expect(await errorsOf('host.status', { s3cret: 's3cret' })).toEqual([
    { pointer: '', code: 'unknown_member', expected: { members: [] } },
  ]);
  expect(await errorsOf('integrations.generate', { name: 'acme', permissions: ['s3cret'] })).toEqual([
    {
      pointer: '/permissions/0',
      code: 'wrong_value',
      expected: { enum: ['events:write', 'capabilities:read'] },
    },
  ]);
  expect(await errorsOf('receipts.query', { filter: { s3cret: 1, late: 's3cret' }, limit: 501 })).toEqual([
    { pointer: '/filter', code: 'unknown_member', expected: { members: expect.arrayContaining(['late']) } },
    { pointer: '/filter/late', code: 'wrong_type', expected: { type: 'boolean' } },
    { pointer: '/limit', code: 'wrong_value', expected: { type: 'integer', minimum: 1, maximum: 500 } },
  ]);
  expect(await dispatch('receipts.query', { cursor: 'r1; DROP TABLE' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_cursor' },
  });
});

test('a receipt reports the stored and the removed fields', async () => {
  const secret = `ghp_${'k3J9xQ2mZ7'.repeat(3)}abc123`;
  const { receiptId } = await report({
    event: 'command.before_run',
    data: { command: `git push https://${secret}@github.com/acme/x.git`, cwd: '/srv/project', mood: 1 },
  });
  const kept = await receipt(receiptId);
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(kept.redaction.state).toBe('redacted');
  expect(kept.redaction.findings.length).toBeGreaterThan(0);
  for (const { member, start, end, fingerprint } of kept.redaction.findings) {
    expect(member).toBe('/command');
    expect((kept.data.command as string).slice(start, end)).toMatch(/^\[[a-z0-9-]+\]$/);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  }
  expect(kept.droppedMembers).toBe(1);
  expect(kept.sizes).toBeUndefined();
});

test('a fingerprint finds one secret across sessions', async () => {
  const secret = `glpat-${'Zx81kQmv02LpRt7yWc3N'}`;
  const first = await receipt((await report({ data: { content: `use ${secret} here` } })).receiptId);
  const second = await receipt(
    (await report({ event: 'tool.before_use', data: { toolInput: { note: `key: ${secret}` } } })).receiptId,
  );
  const fingerprint = first.redaction.findings[0]!.fingerprint!;
  expect(second.redaction.findings.map((finding) => finding.fingerprint)).toContain(fingerprint);
  await expect
    .poll(async () => (await host.control('receipts.query', { filter: { fingerprint } })).receipts.length)
    .toBe(2);
});

describe('the privacy level', () => {
  afterAll(() => host.control('settings.set', { settings: { privacy: { defaults: {}, integrations: {} } } }));

  test('metadata stores sizes, times and findings, and no text', async () => {
    await host.control('settings.set', {
      settings: { privacy: { defaults: {}, integrations: { [integrationId]: { '*': 'metadata' } } } },
    });
    const { receiptId } = await report({ data: { content: 'mail someone@corp.io about it' } });
    const kept = await receipt(receiptId);
    expect(kept.data).toEqual({});
    expect(kept.redaction.state).toBe('metadata');
    expect(kept.redaction.findings).toHaveLength(1);
    expect(kept.sizes?.content).toEqual({ bytes: 29, digest: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test('the most specific level applies', async () => {
    await host.control('settings.set', {
      settings: {
        privacy: {
          defaults: { '*': 'nothing' },
          integrations: { [integrationId]: { '*': 'metadata', 'file.changed': 'text' } },
        },
      },
    });
    const file = await report({ event: 'file.changed', data: { path: 'a.ts', changeType: 'created' } });
    expect((await receipt(file.receiptId)).data).toEqual({ path: 'a.ts', changeType: 'created' });
    const prompt = await report({ data: { content: 'words' } });
    expect((await receipt(prompt.receiptId)).data).toEqual({});
    const other = await host.generateToken('other');
    const answer = await host.post(other.token, sampleEvent('other'));
    expect(await answer.json()).toMatchObject({ recorded: false });
  });

  test.each(EVENT_TYPES)(
    'nothing, only for %s, stores no receipt and gives retries the same answer',
    async (event) => {
      await host.control('settings.set', {
        settings: { privacy: { defaults: { [event]: 'nothing' }, integrations: {} } },
      });
      const before = (await host.control('receipts.count', {})).count;
      const sent = { event, data: {}, sessionId: `nothing ${event}`, occurredAt: '2026-05-05T05:05:05.005Z' };
      const first = await report(sent);
      expect(first.recorded).toBe(false);
      expect(await report(sent)).toEqual(first);
      expect((await host.control('receipts.count', {})).count).toBe(before);
    },
  );
});

test('an event that is not recorded in a pause tells the window to count the open gap again', async () => {
  await host.control('recording.pause', { minutes: null });
  await controlEventOf('recording', () => report());
  await host.control('recording.resume', {});
});

test('a pause leaves a recording gap with the number of unrecorded events', async () => {
  const before = (await host.control('receipts.count', {})).count;
  expect((await host.control('recording.pause', { minutes: 30 })).recording.state).toBe('paused');
  expect((await report()).recorded).toBe(false);
  expect((await report()).recorded).toBe(false);
  expect((await host.control('recording.resume', {})).recording.state).toBe('recording');
  expect((await report()).recorded).toBe(true);
  const [gap] = (await host.control('recording.gaps', {})).gaps;
  expect(gap).toMatchObject({ until: expect.any(String), notRecorded: 2 });
  expect((await host.control('receipts.count', {})).count).toBe(before + 1);
});

test('a pause of one integration or project leaves the others recorded', async () => {
  const other = await host.generateToken('elsewhere');
  const send = async (sender: string, name: string, cwd?: string) => {
    session += 1;
    const data = { content: `words ${session}`, ...(cwd === undefined ? {} : { cwd }) };
    const event = sampleEvent(name, { sessionId: `pause ${session}`, data });
    return ((await (await host.post(sender, event)).json()) as { recorded: boolean }).recorded;
  };
  const scope = { integrationId };
  expect((await host.control('recording.pause', { minutes: 30, scope })).recording).toMatchObject({
    state: 'recording',
    pauses: [{ scope, resumesAt: expect.any(String) }],
  });
  expect(await send(token, 'acme')).toBe(false);
  expect(await send(other.token, 'elsewhere')).toBe(true);
  expect((await host.control('recording.resume', { scope })).recording.pauses).toEqual([]);
  expect(await send(token, 'acme')).toBe(true);

  const project = { project: `${homedir()}/plan/` };
  const { recording } = await host.control('recording.pause', { minutes: null, scope: project });
  expect(recording.pauses).toMatchObject([{ scope: { project: '~/plan' }, resumesAt: null }]);
  expect(await send(other.token, 'elsewhere', `${homedir()}/plan/src`)).toBe(false);
  expect(await send(other.token, 'elsewhere', `${homedir()}/planning`)).toBe(true);
  expect(await send(other.token, 'elsewhere')).toBe(true);
  const { gaps } = await host.control('recording.gaps', {});
  expect(gaps.slice(0, 2)).toMatchObject([
    { scope: { project: '~/plan' }, until: null, notRecorded: 1 },
    { scope, until: expect.any(String), notRecorded: 1 },
  ]);
  await host.control('recording.resume', { scope: { project: '~/plan' } });
  expect(await send(other.token, 'elsewhere', `${homedir()}/plan`)).toBe(true);
});

test('control takes no more than its channels need', async () => {
  const letters = (length: number) => 'x'.repeat(length);
  const call = async (channel: ControlChannel, params: object) =>
    (await callControlSocket(host.dataDir, channel, params as never)) as ControlEnvelope<unknown>;
  const tooLarge = { ok: false, error: { reason: 'not_json' } };
  expect(await call('receipts.query', { filter: { text: letters(70_000) } })).toMatchObject(tooLarge);
  expect(await call('receipts.query', { filter: { text: letters(60_000) } })).toMatchObject({
    error: { reason: 'invalid_params' },
  });
  expect(await call('record.check', { checkpoints: letters(2_100_000) })).toMatchObject(tooLarge);
  expect(await call('record.check', { checkpoints: letters(1_000_000) })).toMatchObject({ ok: true });
});

test.each([
  ['too much', 'POST', 'application/json', 200],
  ['another type', 'POST', 'text/plain', 415],
  ['with another method', 'PUT', 'application/json', 405],
])('a client that sends %s gets its answer after the last byte', async (_what, method, type, status) => {
  const socketPath = controlSocketPath(host.dataDir);
  const headers = { 'Content-Type': type, Connection: 'close' };
  const sent = request({ socketPath, path: '/control/host.status', method, headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const faults: Error[] = [];
  sent.on('error', (error) => faults.push(error));
  for (let part = 0; part < 3; part += 1) {
    sent.write(' '.repeat(1_048_576));
    // A host that answers too early has closed the connection meanwhile.
    await host.control('host.status', {});
  }
  sent.end();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(status);
  expect(JSON.parse(await text(answer))).toMatchObject({ ok: false });
  expect(faults).toEqual([]);
});

test('a page to hand over ends where its receipts are long, and the next one continues', async () => {
  const filter = { sessionId: 'long receipts' };
  const toolInput = Array(5).fill('long text '.repeat(6000));
  const sent: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { receiptId } = await report({
      ...filter,
      event: 'tool.before_use',
      data: { toolName: `Write ${index}`, toolInput },
    });
    sent.push(receiptId);
  }
  const first = await host.control('bundle.make', { filter });
  const older = sent.length - first.shown.length;
  expect(older).toBeGreaterThan(0);
  expect(first).toMatchObject({ olderReceipts: older, leftOutReceipts: 0, next: { older } });
  const second = await host.control('bundle.make', { filter, after: first.next! });
  expect(second).toMatchObject({ olderReceipts: 0, next: null });
  expect([...first.shown, ...second.shown]).toMatchObject(sent.toReversed().map((id) => ({ id })));
});

test('a preview shows the stored form and stores nothing', async () => {
  const before = (await host.control('receipts.count', {})).count;
  const text = await host.control('redaction.preview', { text: 'write to me@corp.io' });
  expect(text).toMatchObject({ text: 'write to [email]', findings: [{ rule: 'email', start: 9, end: 16 }] });
  expect((await host.control('receipts.count', {})).count).toBe(before);
});

test('subscribers receive events for receipts, refusals and changes', async () => {
  expect(await controlEventOf('receipts', () => report())).toEqual({
    kind: 'receipts',
    added: 1,
    deleted: false,
  });
  const refusal = () => host.post(token, sampleEvent('somebody else'));
  expect(await controlEventOf('refusal', refusal)).toEqual({ kind: 'refusal', integrationId });
  const { refusals } = await host.control('refusals.list', { integrationId, limit: 1 });
  expect(refusals).toEqual([
    {
      at: expect.any(String),
      code: 'integration_mismatch',
      status: 403,
      endpoint: 'events',
      integrationId,
      errors: [],
    },
  ]);
  await controlEventOf('integrations', () => host.generateToken('another'));
  await controlEventOf('settings', () => host.control('settings.set', { settings: { theme: 'dark' } }));
  await controlEventOf('recording', () => host.control('recording.pause', { minutes: null }));
  await controlEventOf('recording', () => host.control('recording.resume', {}));
});

test('a change is reported once, with its own kind', async () => {
  const told: string[] = [];
  // The last change of each kind is reported after the others, so a duplicate would already have arrived.
  await controlEventOf('integrations', () => host.generateToken('quiet'));
  const unsubscribe = host.host.hub.subscribe(({ kind }) => {
    // The index of an earlier test's receipts can be ready meanwhile.
    if (kind !== 'receipts') told.push(kind);
  });
  await controlEventOf('settings', () => host.control('settings.set', { settings: { theme: 'light' } }));
  await controlEventOf('integrations', () => host.generateToken('after the settings'));
  await controlEventOf('recording', () => host.control('recording.pause', { minutes: null }));
  await controlEventOf('integrations', () => host.generateToken('after the pause'));
  await controlEventOf('recording', () => host.control('recording.resume', {}));
  unsubscribe();
  expect(told).toEqual(['settings', 'integrations', 'recording', 'integrations', 'recording']);
});

test('counts agree in all results', async () => {
  await report();
  const { count } = await host.control('receipts.count', {});
  const status = await host.control('host.status', {});
  const { integrations } = await host.control('integrations.list', { includeRevoked: true });
  const { sessions } = await host.control('sessions.query', { limit: 500 });
  const diagnostics = await host.control('diagnostics.get', {});
  expect(status.receipts).toBe(count);
  expect(integrations.reduce((sum, { events }) => sum + (events ?? Number.NaN), 0)).toBe(count);
  expect(sessions.reduce((sum, { events }) => sum + events, 0)).toBe(count);
  expect(diagnostics.stores.receipts).toBe(count);
  expect(diagnostics.stores.sessions).toBe(sessions.length);
  expect(
    (await host.control('receipts.delete', { scope: { everything: true }, dryRun: true })).receipts,
  ).toBe(count);
});

test('the doctor runs in the host', async () => {
  const { findings } = await host.control('doctor.run', {});
  expect(findings.filter(({ level }) => level === 'failure')).toEqual([]);
});

test('an invalid instant is refused and not read as 1970', async () => {
  const { dispatch } = host.host;
  for (const text of ['x', '', 'x 1', '1', '2026-02-30', '2026-13-01', 'yesterday', '2026-01-01T25:00:00Z']) {
    for (const name of ['since', 'until']) {
      const filter = { [name]: text };
      for (const [channel, params] of [
        ['receipts.query', { filter }],
        ['receipts.export', { filter }],
        ['receipts.count', { filter }],
        ['sessions.query', { receipts: filter }],
      ] as const) {
        expect(await dispatch(channel, params)).toEqual({
          ok: false,
          error: { code: 'invalid_params', reason: 'invalid_instant', params: { member: name } },
        });
      }
    }
  }
  for (const since of [
    '2026-01-01',
    '2026-01-01T10:00Z',
    '2026-01-01T10:00:00+02:00',
    '2026-01-01T10:00:00.000Z',
  ]) {
    expect(await dispatch('receipts.count', { filter: { since } })).toMatchObject({ ok: true });
  }
});
