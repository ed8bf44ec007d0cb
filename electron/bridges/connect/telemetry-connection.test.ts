import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';
import { IntegrationStore } from '../../integrations/integration-store.ts';
import { BridgeConnector } from './bridge-connector.ts';

const HARNESS: HarnessId = 'claude-code-telemetry';
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

beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, '.claude'));
});
async function startHost() {
  host = await start();
  return () => host.stop();
}
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const statusOf = async (harness: HarnessId = HARNESS) =>
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

const CODEX: HarnessId = 'codex-telemetry';
const codexFile = () => join(home, '.codex/config.toml');
const codexText = () => readFileSync(codexFile(), 'utf8');
function putCodex(content: string, mode = 0o600) {
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(codexFile(), content);
  chmodSync(codexFile(), mode);
}
const credential = () => readFileSync(join(dataDir(), 'bridges/codex-telemetry.token'), 'utf8');
const tables = () =>
  parseToml(codexText()) as { otel: { log_user_prompt: boolean; exporter: { 'otlp-http': never } } };

const TABLES: [string, string | undefined][] = [
  ['no file', undefined],
  ['an empty file', ''],
  ['others’ tables', 'model = "x" # mine\n\n[projects."/srv"]\ntrust_level = "trusted"\n'],
  ['CRLF, no line end', 'model = "x"\r\n[tui]\r\na = 1'],
  ['a table between ours and the end', '[tui]\na = 1\n'],
];

const ZOO: [string, string | undefined][] = [
  ['no file', undefined],
  ['an empty file', ''],
  ['an empty object', '{}'],
  ['an empty object over lines', '{\n}\n'],
  ['a comment only', '// mine\n'],
  ['other settings', '{\n  "theme": "dark",\n  "env": { "A": "1" }\n}\n'],
  ['an env over lines, tabs, CRLF', '{\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n'],
  ['one line', '{"theme":"dark","env":{}}'],
  ['comments and trailing commas', '{\n  // mine\n  "env": { "A": "1", }, // env\n}\n'],
  ['a byte order mark', '\uFEFF{\n  "theme": "dark"\n}\n'],
];

/** A connector without a host, for what only files show. */
function loneConnector(): BridgeConnector {
  return new BridgeConnector({
    dataDir: dataDir(),
    integrations: new IntegrationStore({ load: () => [], save: () => {} }),
    surroundings: { variables: environment(), platform: 'linux' },
    address: () => ({ kind: 'socket', path: join(dataDir(), 'bridges/collector.sock') }),
    changed: () => {},
    telemetry: { baseUrl: () => 'http://127.0.0.1:47613', level: () => 'text' },
  });
}

describe('without a host', () => {
  test.each(ZOO)('Claude Code, %s: hooks and telemetry leave no trace, in any order', (_name, content) => {
    const connector = loneConnector();
    const hooksFirst = ['claude-code', HARNESS] as const;
    const telemetryFirst = [HARNESS, 'claude-code'] as const;
    for (const connected of [hooksFirst, telemetryFirst]) {
      for (const order of [hooksFirst, telemetryFirst]) {
        if (content === undefined) rmSync(join(home, '.claude'), { recursive: true, force: true });
        else writeFileSync(settings(), content);
        for (const harness of connected) connector.connect({ harness });
        for (const harness of connected) expect(connector.connect({ harness }).kind).toBe('none');
        connector.disconnect({ harness: order[0] });
        expect(connector.connect({ harness: order[1] }).kind).toBe('none');
        connector.disconnect({ harness: order[1] });
        if (content === undefined) expect(existsSync(join(home, '.claude'))).toBe(false);
        else expect(read()).toBe(content);
      }
    }
  });

  test.each(TABLES)('Codex, %s: the table has the credential, and leaves no trace', (name, content) => {
    const connector = loneConnector();
    if (content !== undefined) putCodex(content);
    const { diff } = connector.connect({ harness: CODEX });
    expect(diff).not.toContain(credential());
    expect(diff).toContain('the-credential-of-this-connection');
    expect(tables().otel.exporter['otlp-http']).toMatchObject({
      endpoint: 'http://127.0.0.1:47613/api/otlp/v1/logs',
      headers: { Authorization: `Bearer ${credential()}` },
    });
    expect(statSync(codexFile()).mode & 0o777).toBe(0o600);
    const record = readFileSync(join(dataDir(), 'bridges/codex-telemetry.json'), 'utf8');
    expect(record).not.toContain(credential());
    expect(connector.connect({ harness: CODEX }).kind).toBe('none');
    const later = '[later]\nb = 2\n';
    if (name.startsWith('a table')) putCodex(codexText() + later);
    connector.disconnect({ harness: CODEX });
    if (content === undefined) expect(existsSync(codexFile())).toBe(false);
    else expect(codexText()).toBe(name.startsWith('a table') ? content + later : content);
  });

  test.each([
    ['others can read', 'not_private', '[tui]\na = 1\n', 0o644],
    ['has telemetry of the user', 'own_telemetry', '[otel]\nenvironment = "dev"\n', 0o600],
  ])('Codex: a file that %s is refused', (_name, fault, content, mode) => {
    putCodex(content, mode);
    expect(() => loneConnector().connect({ harness: CODEX })).toThrow(fault);
    expect(codexText()).toBe(content);
  });

  test.each([
    ['an exporter of the user', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }],
    ['a switch of the user', { OTEL_LOG_USER_PROMPTS: '0' }],
  ])('Claude Code: %s is not replaced', (_name, env) => {
    writeFileSync(settings(), JSON.stringify({ env }));
    expect(() => loneConnector().connect({ harness: HARNESS })).toThrow('own_telemetry');
    expect(JSON.parse(read())).toEqual({ env });
  });
});

describe('the settings', () => {
  beforeEach(startHost);
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
  beforeEach(startHost);
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
    const withoutRoute = () => {
      rmSync(join(dataDir(), 'bridges/claude-code-telemetry.route'), { force: true });
      return causes();
    };
    // The host writes a lost file again, sometimes before the test of the connection reads it.
    await expect.poll(withoutRoute, { timeout: 60_000 }).toEqual(['headers_failed']);
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
    const { token } = await host.control('integrations.generate', {
      ...{ name: 'Own', permissions: ['events:write'] },
    });
    // A token can belong to any program, so its records are a session of their own.
    expect((await exports([decision('s', 'c3')], 'claude-code', `Bearer ${token}`)).status).toBe(200);
    expect((await exports([decision('s', 'c4')])).status).toBe(200);
    const { sessions } = await host.control('sessions.query', {});
    expect(new Map(sessions.map(({ integration, events }) => [integration.name, events]))).toEqual(
      new Map([
        ['Claude Code', 6],
        ['Own', 2],
      ]),
    );
  });

  test('gives one receipt for a prompt that the agent withholds from its telemetry', async () => {
    await host.control('bridges.connect', { harness: 'claude-code' });
    await host.control('bridges.connect', { harness: HARNESS });
    const typed = (prompt: string) =>
      hook({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt_id: 't', prompt });
    const withheld = {
      'event.name': 'user_prompt',
      'session.id': 's',
      'prompt.id': 't',
      prompt: '<REDACTED>',
    };
    await typed('first');
    await typed('second');
    await exports([withheld]);
    await exports([withheld]);
    const { receipts } = await host.control('receipts.export', { filter: { sessionId: 's' } });
    expect(receipts.map(({ data }) => data.content)).toEqual(['second', 'first']);
  });

  test('says who approved or refused a call, in the session of the hooks', async () => {
    await host.control('bridges.connect', { harness: 'claude-code' });
    await host.control('bridges.connect', { harness: HARNESS });
    const refused = { ...decision('s', 'c2'), decision: 'reject', source: 'config' };
    await exports([decision('s', 'c1'), refused]);
    const { sessions } = await host.control('sessions.query', {});
    const approvals = async () =>
      (await host.control('sessions.get', { key: sessions[0]!.key })).notes.approvals.map(
        ({ approval }) => approval,
      );
    // The call and its command.
    await expect.poll(approvals).toEqual(['you_once', 'you_once']);
    const { receipts } = await host.control('receipts.query', { order: 'oldest' });
    expect(receipts.map(({ outcome }) => outcome)).toEqual([undefined, undefined, 'refused', 'refused']);
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

describe('Codex', () => {
  beforeEach(startHost);

  test('the table follows address, level and credential', async () => {
    putCodex('[tui]\na = 1\n');
    await host.control('bridges.connect', { harness: CODEX });
    expect((await host.control('bridges.test', { harness: CODEX })).test).toMatchObject({
      arrived: true,
      causes: [],
    });
    const before = credential();
    await host.control('bridges.reconnect', { harness: CODEX });
    expect(credential()).not.toBe(before);
    expect(codexText()).toContain(credential());
    await host.stop();
    host = await start();
    await host.control('settings.set', {
      settings: { privacy: { defaults: { '*': 'metadata' }, integrations: {} } },
    });
    expect(tables().otel.log_user_prompt).toBe(false);
    expect(codexText()).toContain(`${host.baseUrl}/api/otlp/v1/logs`);
    expect(codexText()).not.toContain(before);
    expect((await statusOf(CODEX)).state).toBe('silent');
    // Another program rewrites the file.
    putCodex(stringifyToml(parseToml(codexText())));
    expect((await statusOf(CODEX)).state).toBe('entry_missing');
    await host.control('bridges.connect', { harness: CODEX });
    await host.control('bridges.disconnect', { harness: CODEX });
    expect(parseToml(codexText())).toEqual({ tui: { a: 1 } });
  });
});
