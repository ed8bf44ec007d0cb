import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';

const HARNESS = 'claude-code-telemetry';
let home: string;
let host: RunningHost;
const dataDir = () => join(home, "it's $HOME data");
const settings = () => join(home, '.claude/settings.json');
const read = () => readFileSync(settings(), 'utf8');
const values = () => JSON.parse(read()) as { env: Record<string, string>; otelHeadersHelper: string };
const environment = () => ({ HOME: home, PATH: process.env.PATH ?? '' });
const start = async () =>
  startTestHost({
    dataDir: dataDir(),
    surroundings: { variables: environment(), platform: 'linux', systemRoot: home },
  });

beforeEach(async () => {
  home = temporaryFolder();
  mkdirSync(join(home, '.claude'));
  host = await start();
});
afterEach(async () => {
  await host.stop();
  rmSync(home, { recursive: true, force: true });
});

const statusOf = async (harness = HARNESS) =>
  (await host.control('bridges.status', { environment: environment() })).bridges.find(
    (each) => each.harness === harness,
  )!;

/** Runs the command in the settings as Claude Code does. */
const headers = () =>
  JSON.parse(execFileSync('/bin/sh', ['-c', values().otelHeadersHelper], { encoding: 'utf8' })) as Record<
    string,
    string
  >;

/** Sends log records as Claude Code's exporter does: with what its settings say. */
async function exports(
  records: readonly Record<string, string>[],
  service = 'claude-code',
  authorization = headers().Authorization ?? '',
) {
  const textValues = (attributes: Record<string, string>) =>
    Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const logRecords = records.map((attributes) => ({ attributes: textValues(attributes) }));
  const resource = { attributes: textValues({ 'service.name': service }) };
  return fetch(values().env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT!, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  });
}
const decision = (session: string, call: string) => ({
  ...{ 'event.name': 'tool_decision', 'session.id': session, tool_use_id: call, tool_name: 'Bash' },
  ...{ decision: 'accept', source: 'user_temporary', tool_parameters: `{"full_command":"ls ${call}"}` },
});

async function hook(payload: Record<string, unknown>) {
  const token = readFileSync(join(dataDir(), 'bridges/claude-code.token'), 'utf8');
  const answer = await fetch(`${host.baseUrl}/api/bridges/v1/claude-code`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  });
  expect(answer.status).toBe(202);
}

const ZOO: [string, string | undefined][] = [
  ['no file', undefined],
  ['an empty file', ''],
  ['an empty object', '{}'],
  ['other settings', '{\n  "theme": "dark",\n  "env": { "A": "1" }\n}\n'],
  ['an env over lines, tabs, CRLF', '{\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n'],
  ['one line', '{"theme":"dark","env":{}}'],
  ['comments and trailing commas', '{\n  // mine\n  "env": { "A": "1", }, // env\n}\n'],
  ['a byte order mark', '\uFEFF{\n  "theme": "dark"\n}\n'],
];

describe('the settings', () => {
  test.each(ZOO)('%s: hooks and telemetry leave no trace, in either order', async (_name, content) => {
    for (const order of [
      ['claude-code', HARNESS],
      [HARNESS, 'claude-code'],
    ] as const) {
      if (content === undefined) rmSync(settings(), { force: true });
      else writeFileSync(settings(), content);
      for (const harness of ['claude-code', HARNESS] as const)
        await host.control('bridges.connect', { harness });
      expect((await host.control('bridges.connect', { harness: HARNESS })).change.kind).toBe('none');
      for (const harness of order) await host.control('bridges.disconnect', { harness });
      if (content === undefined) expect(existsSync(settings())).toBe(false);
      // What is removed last was added after the first entry of an empty object.
      else if (order[1] === 'claude-code' || content.includes('"')) expect(read()).toBe(content);
      else expect(JSON.parse(read())).toEqual({});
    }
  });

  test('hold no credential, and switch nothing on that tells of answers', async () => {
    const { change } = await host.control('bridges.connect', { harness: HARNESS });
    expect(change.notes).toEqual(['telemetry_address', 'telemetry_of_shell']);
    expect(read() + change.diff).not.toContain('plhook_');
    expect(values().env).toMatchObject({
      OTEL_LOG_USER_PROMPTS: '1',
      OTEL_LOG_ASSISTANT_RESPONSES: '0',
      OTEL_METRICS_EXPORTER: 'none',
    });
    expect(read()).not.toMatch(/RAW_API|TOOL_CONTENT/);
    const route = join(dataDir(), 'bridges/claude-code-telemetry.route');
    expect(statSync(route).mode & 0o777).toBe(0o600);
    await host.stop();
    expect(existsSync(route)).toBe(false);
    expect(headers()).toEqual({});
    host = await start();
  });

  test.each([
    ['an exporter of the user', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }],
    ['a switch of the user', { OTEL_LOG_USER_PROMPTS: '0' }],
  ])('%s is not replaced', async (_name, env) => {
    writeFileSync(settings(), JSON.stringify({ env }));
    expect(await host.host.dispatch('bridges.connect', { harness: HARNESS })).toMatchObject({
      error: { params: { fault: 'own_telemetry' } },
    });
    expect(JSON.parse(read())).toEqual({ env });
  });

  test('are corrected when the collector has another address, and not after the user changed them', async () => {
    writeFileSync(settings(), '{\n  "theme": "dark"\n}\n');
    await host.control('bridges.connect', { harness: HARNESS });
    const before = values().env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT;
    await host.stop();
    host = await start();
    const after = values().env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT;
    expect(after).toBe(`${host.baseUrl}/api/otlp/v1/logs`);
    expect(after).not.toBe(before);
    expect((await statusOf()).state).toBe('silent');

    writeFileSync(settings(), read().replace(after!, 'http://127.0.0.1:9/api/otlp/v1/logs'));
    expect((await host.control('bridges.test', { harness: HARNESS })).test.causes).toEqual(['wrong_address']);
    expect((await statusOf()).state).toBe('entry_missing');
    writeFileSync(settings(), read().replace('http://127.0.0.1:9/api/otlp/v1/logs', after!));
    await host.control('bridges.disconnect', { harness: HARNESS });
    expect(read()).toBe('{\n  "theme": "dark"\n}\n');
  });

  test('ask for no more text than the privacy level keeps', async () => {
    await host.control('bridges.connect', { harness: HARNESS });
    const { settings: all } = await host.control('settings.get', {});
    const defaults = { '*': 'metadata', 'command.before_run': 'text' } as const;
    await host.control('settings.set', { settings: { privacy: { ...all.privacy, defaults } } });
    expect(values().env).toMatchObject({ OTEL_LOG_USER_PROMPTS: '0', OTEL_LOG_TOOL_DETAILS: '1' });
    expect((await statusOf()).state).toBe('silent');
  });

  test('that another program rewrote lose only what Plinth added', async () => {
    await host.control('bridges.connect', { harness: HARNESS });
    const { env, ...others } = values();
    const rewritten = { theme: 'light', ...others, env: { B: '2', ...env, OTEL_LOG_USER_PROMPTS: '0' } };
    writeFileSync(settings(), JSON.stringify(rewritten, null, 4));
    expect((await statusOf()).state).toBe('entry_missing');
    await host.control('bridges.disconnect', { harness: HARNESS });
    expect(JSON.parse(read())).toEqual({ theme: 'light', env: { B: '2' } });
  });
});

describe('a connection by telemetry', () => {
  test('is tested with the address and the credential of the settings', async () => {
    await host.control('bridges.connect', { harness: HARNESS });
    const { test: outcome } = await host.control('bridges.test', { harness: HARNESS });
    expect(outcome).toMatchObject({ arrived: true, causes: [] });
    expect((await host.control('host.status', {})).receipts).toBe(0);
    expect((await statusOf()).state).toBe('silent');

    mkdirSync(join(home, 'etc/claude-code'), { recursive: true });
    const managed = join(home, 'etc/claude-code/managed-settings.json');
    writeFileSync(managed, '{"env":{"OTEL_LOGS_EXPORTER":"otlp"}}');
    const causes = async () => (await host.control('bridges.test', { harness: HARNESS })).test.causes;
    expect(await causes()).toEqual(['managed_collector']);
    rmSync(managed);
    rmSync(join(dataDir(), 'bridges/claude-code-telemetry.route'));
    expect(await causes()).toEqual(['headers_failed']);
  });

  test('gives one receipt and one session for what the hooks report too', async () => {
    await host.control('bridges.connect', { harness: 'claude-code' });
    await host.control('bridges.connect', { harness: HARNESS });
    await hook({
      ...{ hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c1', tool_name: 'Bash' },
      tool_input: { command: 'ls c1' },
    });
    expect((await exports([decision('s', 'c1'), decision('s', 'c2')])).status).toBe(200);
    const { receipts } = await host.control('receipts.query', { filter: { sessionId: 's' } });
    expect(receipts.map(({ event, integration }) => `${event} ${integration.name}`).sort()).toEqual([
      ...['command.before_run Claude Code', 'command.before_run Claude Code'],
      ...['tool.before_use Claude Code', 'tool.before_use Claude Code'],
    ]);
    expect((await host.control('sessions.query', {})).sessions).toHaveLength(1);
    const { state, duplicates } = await statusOf();
    expect([state, duplicates]).toEqual(['connected', 2]);
    await host.stop();
    host = await start();
    expect((await statusOf()).state).toBe('connected');
  });

  test('has a credential for its own agent’s records at this endpoint only', async () => {
    await host.control('bridges.connect', { harness: HARNESS });
    const { Authorization } = headers();
    const post = (path: string) =>
      fetch(`${host.baseUrl}${path}`, {
        method: 'POST',
        headers: { Authorization: Authorization!, 'Content-Type': 'application/json' },
        body: '{}',
      });
    expect((await post('/api/developer/v1/events')).status).toBe(403);
    expect((await post('/api/bridges/v1/claude-code')).status).toBe(403);
    expect((await post('/api/bridges/v1/claude-code-telemetry')).status).toBe(404);
    expect((await exports([decision('other', 'c')], 'gemini-cli')).status).toBe(200);
    expect((await exports([decision('own', 'c')])).status).toBe(200);
    const { receipts } = await host.control('receipts.query', {});
    expect(new Set(receipts.map(({ session }) => session.id))).toEqual(new Set(['own']));
    await host.control('bridges.disconnect', { harness: HARNESS });
    const refused = await fetch(`${host.baseUrl}/api/otlp/v1/logs`, {
      method: 'POST',
      headers: { Authorization: Authorization!, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(refused.status).toBe(401);
  });
});
