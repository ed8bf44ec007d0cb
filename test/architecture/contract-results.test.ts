import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Console, startConsole } from '../../electron/console/console-server.ts';
import { callControlSocket } from '../../electron/control/transports/control-socket.ts';
import { CONSOLE_KEY_HEADER } from '../../shared/console.ts';
import {
  CONTROL_CHANNELS,
  type ControlChannel,
  type ControlEnvelope,
  type ControlParams,
  type ControlResult,
  control,
} from '../../shared/control.ts';
import { EVENT_TYPES } from '../../shared/event.ts';
import { ControlFailure } from '../../shared/failure.ts';
import { COMMAND_LINE_NAME } from '../../shared/integration.ts';
import { ipcChannel } from '../../shared/window-bridge.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';

type IpcHandler = (event: unknown, params: unknown) => Promise<unknown>;
const ipc = vi.hoisted(() => ({ handlers: new Map<string, unknown>() }));
vi.mock('electron', () => ({
  ipcMain: {
    removeAllListeners: () => {},
    handle: (channel: string, handler: unknown) => ipc.handlers.set(channel, handler),
  },
  protocol: { registerSchemesAsPrivileged: () => {} },
  net: {},
  session: {},
}));
const { serveIpc } = await import('../../electron/desktop/ipc-transport.ts');
const { APP_ORIGIN } = await import('../../electron/desktop/app-protocol.ts');

type Call = <C extends ControlChannel>(
  channel: C,
  params: ControlParams<C>,
) => Promise<ControlEnvelope<ControlResult<C>>>;

let host: RunningHost;
let console_: Console;
const frame = { parent: null, origin: APP_ORIGIN };
const page = { mainFrame: frame, isDestroyed: () => true };

beforeAll(async () => {
  host = await startTestHost();
  const { dispatch, hub } = host.host;
  serveIpc({
    dispatch,
    hub,
    page: () => page as never,
    copySecret: async () => {},
    onStranger: () => {},
  });
  const window = temporaryFolder();
  mkdirSync(join(window, 'assets'));
  writeFileSync(join(window, 'index.html'), '<!doctype html><title>window</title>');
  console_ = (await startConsole({
    dispatch,
    hub,
    rendererDir: window,
    sessionsFile: join(window, 'console.json'),
    port: 0,
    now: Date.now,
  })) as Console;
});
afterAll(async () => {
  await console_.stop();
  await host.remove();
});

/** Clones in both directions, as Electron's IPC does. */
const overIpc: Call = async (channel, params) => {
  const handler = ipc.handlers.get(ipcChannel(channel)) as IpcHandler;
  const answer = await handler({ senderFrame: frame }, structuredClone(params));
  return structuredClone(answer) as never;
};

function post(path: string, headers: Record<string, string>, body: string) {
  const { port, host: authority, origin } = new URL(console_.url);
  const own = {
    Host: authority,
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  };
  return new Promise<{ body: string; cookie: string }>((resolve, reject) => {
    const req = request(
      { host: '127.0.0.1', port, method: 'POST', path, headers: { ...own, ...headers } },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        res.on('end', () =>
          resolve({ body: text, cookie: res.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }),
        );
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

async function consoleCall(): Promise<Call> {
  const secret = console_.loginLink().split('#')[1];
  const login = await post('/login', {}, JSON.stringify({ secret }));
  const { key } = JSON.parse(login.body) as { key: string };
  const headers = { Cookie: login.cookie, [CONSOLE_KEY_HEADER]: key };
  return async (channel, params) =>
    JSON.parse((await post(`/control/${channel}`, headers, JSON.stringify(params))).body) as never;
}

const overSocket: Call = (channel, params) => callControlSocket(host.dataDir, channel, params);

const validators = new Map(
  CONTROL_CHANNELS.map((channel) => [channel, Compile(control[channel].result)] as const),
);

const isFailure = Compile(ControlFailure);

/** Calls every channel as its clients do, and returns the results that violate their schema. */
async function faultsOver(call: Call, transport: string): Promise<string[]> {
  const faults: string[] = [];
  const used = new Set<ControlChannel>();
  const ask = async <C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlResult<C>> => {
    used.add(channel);
    const envelope = await call(channel, params);
    if (!envelope.ok) throw new Error(`${channel}: ${envelope.error.code}`);
    const validator = validators.get(channel)!;
    if (!validator.Check(envelope.result)) {
      const [first] = validator.Errors(envelope.result);
      faults.push(`${channel} ${first?.instancePath}: ${first?.message}`);
    }
    return envelope.result;
  };

  await ask('host.status', {});
  await ask('console.link', {});
  await ask('retention.status', {});
  const { token, integration } = await ask('integrations.generate', {
    name: transport,
    permissions: ['events:write', 'capabilities:read'],
  });
  const data: Record<(typeof EVENT_TYPES)[number], unknown> = {
    'prompt.submitted': {
      content: `mail me@corp.io, my key is ghp_${'k3J9xQ2mZ7'.repeat(3)}abc123`,
      mood: 1,
    },
    // A secret in the name of a member, and a value under a sensitive name.
    'tool.before_use': {
      toolInput: { 'someone@corp.io': 'kept', password: 'hunter2hunter2', deep: [{ a: null }] },
    },
    'command.before_run': { command: 'ls' },
    'file.changed': { path: 'a.ts', changeType: 'renamed', previousPath: 'b.ts' },
    'session.started': { harness: 'acme' },
    'session.ended': { reason: 'done' },
  };
  for (const event of EVENT_TYPES) {
    const sent = sampleEvent(transport, { event, data: data[event], sessionId: `session of ${transport}` });
    expect((await host.post(token, sent)).status).toBe(202);
  }
  expect((await host.post(token, '{}')).status).toBe(400);
  await ask('integrations.list', { includeRevoked: true });
  const { receipts } = await ask('receipts.query', { limit: 100 });
  expect(receipts.length).toBeGreaterThanOrEqual(EVENT_TYPES.length);
  const inKeys: unknown[] = [];
  for (const { id } of receipts) {
    const { receipt } = await ask('receipts.get', { id });
    inKeys.push(...receipt.redaction.findings.filter(({ inKey }) => inKey));
  }
  expect(inKeys).not.toEqual([]);
  await ask('receipts.export', {});
  await ask('receipts.count', {});
  await ask('sessions.query', { receipts: { found: 'any' } });
  const { sessions } = await ask('sessions.query', {});
  await ask('sessions.get', { key: sessions[0]!.key });
  const edges = ['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
  await ask('stats.query', { edges, by: 'project' });
  await ask('projects.list', {});
  await ask('files.list', {});
  const repository = temporaryFolder();
  execFileSync('git', ['init', '-q', repository]);
  writeFileSync(join(repository, 'new.txt'), 'new');
  expect((await ask('changes.list', { folder: repository })).files).toHaveLength(1);
  await ask('recover.list', {});
  const gone = join(repository, 'gone.txt');
  writeFileSync(`${gone}~`, 'lost');
  expect((await ask('recover.states', { paths: [gone, repository] })).there).toEqual([false, true]);
  const named = { part: 'named', search: 'a' } as const;
  const [copy] = (await ask('recover.copies', { path: gone, ...named, lostAt: edges[0]! })).copies;
  const chosen = { asked: gone, path: gone, part: 'named', sha256: copy!.sha256 } as const;
  expect((await ask('recover.preview', chosen)).text).toBe('lost');
  // Each transport asks again, and what was brought back is not replaced.
  rmSync(`${gone}.recovered`, { force: true });
  expect((await ask('recover.get', chosen)).bytes).toBe(4);
  await ask('recover.stop', { search: 'a' });
  const { secrets } = await ask('secrets.list', {});
  await ask('secrets.rotated', { fingerprint: secrets[0]!.fingerprint, at: edges[0]! });
  await ask('problems.list', {});
  await ask('problems.dismiss', { problem: 'late', dismissed: true });
  await ask('refusals.list', {});
  await ask('recording.pause', { minutes: 5 });
  await ask('host.status', {});
  await ask('recording.resume', {});
  await ask('recording.gaps', {});
  await ask('record.check', {});
  await ask('record.progress', {});
  await ask('record.repair', { dryRun: true });
  await ask('bundle.make', {});
  await ask('record.checkpoint', {});
  const copies = temporaryFolder();
  await ask('record.backup', { file: join(copies, 'backup.db') });
  await ask('mirror.on', { folder: copies, maxAgeDays: 30, maxBytes: null });
  await ask('mirror.status', {});
  await ask('record.restore', { source: null, dryRun: true });
  await ask('mirror.off', { deletes: true });
  rmSync(copies, { recursive: true });
  await ask('incidents.list', {});
  await ask('incidents.see', {});
  const sample = await ask('sample.call', { channel: 'receipts.count', params: {} });
  expect(sample.answer).toEqual({ count: 1200 });
  await ask('sample.close', {});
  const { settings } = await ask('settings.get', {});
  await ask('settings.set', { settings: { theme: settings.theme } });
  await ask('retention.run', { dryRun: true });
  await ask('redaction.preview', { text: 'me@corp.io' });
  await ask('window.failed', { screen: 'today', name: 'TypeError', frames: ['main-x.js:1:2'] });
  expect((await ask('diagnostics.get', {})).faults).toBeGreaterThan(0);
  await ask('doctor.run', {});
  const home = temporaryFolder();
  mkdirSync(join(home, '.claude'));
  const environment = { HOME: home, USERPROFILE: home, PATH: '' };
  await ask('bridges.preview', { harness: 'claude-code', action: 'connect', environment });
  await ask('bridges.connect', { harness: 'claude-code', environment });
  await ask('bridges.status', { environment });
  await ask('bridges.test', { harness: 'claude-code', environment });
  await ask('bridges.reconnect', { harness: 'claude-code', environment });
  await ask('bridges.disconnect', { harness: 'claude-code', environment });
  await ask('events.send', { body: JSON.stringify(sampleEvent(COMMAND_LINE_NAME)) });
  await ask('integrations.rotate', { id: integration.id });
  await ask('integrations.revoke', { id: integration.id });
  await ask('receipts.delete', { scope: { receiptId: receipts[0]!.id }, dryRun: true });
  await ask('receipts.delete', { scope: { integrationId: integration.id } });
  const failed = await call('receipts.get', { id: `rcpt_${'0'.repeat(26)}` });
  if (failed.ok || !isFailure.Check(failed.error)) faults.push(`receipts.get: ${JSON.stringify(failed)}`);
  await ask('console.logOutAll', {});
  expect(CONTROL_CHANNELS.filter((channel) => !used.has(channel))).toEqual([]);
  return faults;
}

test('every result matches its schema over Electron IPC', async () => {
  expect(await faultsOver(overIpc, 'ipc')).toEqual([]);
});

test('every result matches its schema over the control socket', async () => {
  expect(await faultsOver(overSocket, 'socket')).toEqual([]);
});

test('every result matches its schema over the console', async () => {
  expect(await faultsOver(await consoleCall(), 'console')).toEqual([]);
});
