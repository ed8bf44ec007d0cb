import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PlinthClient, type PlinthClientOptions } from '../src/index.ts';
import { listenerOwner } from '../src/socket-owner.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

const { dataDir } = isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
const notLinux = process.platform !== 'linux' && 'only Linux tells who owns a listening socket';
const notRoot = process.getuid?.() !== 0 && 'only root can become another user';
const STRANGER = 12_345;

function publish(baseUrl: string, pid = process.pid): string {
  const path = join(dataDir(), 'runtime.json');
  writeFileSync(path, JSON.stringify({ baseUrl, pid }));
  chmodSync(path, 0o600);
  return path;
}

const deadPid = () => spawnSync(process.execPath, ['-e', '0']).pid;

async function assertRefused(message: RegExp, options: Partial<PlinthClientOptions> = {}): Promise<void> {
  const plinth = new PlinthClient({ token, integration: 'acme', retries: 0, ...options });
  await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'down', message });
  plinth.close();
}

/** A listener of another user, as whoever takes the port of a Plinth that has crashed; counts what it is sent. */
async function startSquatter(): Promise<{ child: ChildProcess; port: number; next: () => Promise<unknown> }> {
  const script = `
    process.setuid(${STRANGER});
    const server = require('node:net').createServer((socket) => {
      let bytes = 0;
      socket.on('data', (data) => (bytes += data.length)).on('error', () => {});
      socket.on('close', () => console.log(bytes));
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  return { child, port: Number(await next()), next };
}

describe('nothing is sent', () => {
  it('without a runtime file, and one sentence says so', async () => {
    await assertRefused(/^Plinth is not running, so nothing was sent/);
    const plinth = new PlinthClient({ token, integration: 'acme', retries: 0 });
    const report = await plinth.testConnection();
    assert.deepEqual([report.ok, report.reachable, report.error], [false, false, 'down']);
    assert.deepEqual([report.baseUrl, report.baseUrlSource, report.problems.length], [null, null, 1]);
    plinth.close();
  });

  it('to whoever has the port of a process that is dead', async () => {
    const squatter = await startContractServer(known);
    publish(squatter.baseUrl, deadPid());
    await assertRefused(/^Plinth is not running, so nothing was sent/);
    assert.equal(squatter.connections, 0);
    await squatter.close();
  });

  for (const end of ['died', 'stopped']) {
    it(`to a Plinth that ${end} after it was found`, async () => {
      const server = await startScriptedServer(() => ({ raw: [{ close: true }] }));
      const file = publish(server.baseUrl);
      const plinth = new PlinthClient({ token, integration: 'acme', retries: 0 });
      assert.equal(plinth.baseUrl, server.baseUrl);
      if (end === 'died') publish(server.baseUrl, deadPid());
      else rmSync(file);
      await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { message: /it has ended/ });
      assert.equal(server.requests.length, 0);
      plinth.close();
      await server.close();
    });
  }

  it('to a listener of another user', { skip: notLinux || notRoot }, async (t) => {
    const squatter = await startSquatter();
    t.after(() => squatter.child.kill());
    const baseUrl = `http://127.0.0.1:${squatter.port}`;
    assert.equal(listenerOwner('127.0.0.1', squatter.port, performance.now()), STRANGER);
    await assertRefused(/another user listens there/, { baseUrl });
    publish(baseUrl);
    await assertRefused(/another user listens there/);
    assert.deepEqual([await squatter.next(), await squatter.next()], ['0', '0']);
  });

  it('to a listener of root, unless its address was given', { skip: notLinux || notRoot }, async (t) => {
    const server = await startContractServer(known);
    const idle = 'process.setuid(Number(process.argv[1])); console.log(); setInterval(() => {}, 1e6)';
    const owner = spawn(process.execPath, ['-e', idle, String(STRANGER)], { cwd: '/' });
    t.after(() => {
      owner.kill();
      return server.close();
    });
    await once(owner.stdout, 'data');
    chmodSync(dataDir(), 0o755);
    chownSync(publish(server.baseUrl, owner.pid), STRANGER, STRANGER);
    const source = fileURLToPath(new URL('../src/index.ts', import.meta.url));
    const script = `
      const { PlinthClient } = await import(${JSON.stringify(source)});
      process.setuid(${STRANGER});
      const plinth = new PlinthClient({ integration: 'acme', retries: 0 });
      await plinth.sessionStarted({ sessionId: 's' }).then(() => console.log('sent'), (e) => console.log(e.message));`;
    const report = async (extra: Record<string, string>) => {
      const env = { ...process.env, PLINTH_TOKEN: token, ...extra };
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env });
      const [printed] = await once(child.stdout, 'data');
      return String(printed);
    };
    assert.match(await report({}), /another user listens there/);
    assert.equal(server.requests, 0);
    assert.match(await report({ PLINTH_BASE_URL: server.baseUrl }), /^sent/);
  });
});

describe('an address that was given', () => {
  it('is used where the runtime does not tell who the user is', async () => {
    const server = await startContractServer(known);
    const getuid = Object.getOwnPropertyDescriptor(process, 'getuid');
    Object.defineProperty(process, 'getuid', { value: undefined, configurable: true });
    try {
      const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl });
      await plinth.sessionStarted({ sessionId: 's' });
      plinth.close();
    } finally {
      if (getuid) Object.defineProperty(process, 'getuid', getuid);
    }
    await server.close();
  });

  it('needs no runtime file', async () => {
    const server = await startContractServer(known);
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl });
    await plinth.sessionStarted({ sessionId: 's' });
    process.env.PLINTH_BASE_URL = server.baseUrl;
    const other = new PlinthClient({ token, integration: 'acme' });
    await other.sessionStarted({ sessionId: 's' });
    assert.equal(server.accepted.length, 2);
    plinth.close();
    other.close();
    await server.close();
  });
});

describe('a reporter', () => {
  it('keeps what it has until Plinth runs', async () => {
    const server = await startContractServer(known);
    const plinth = new PlinthClient({ token, integration: 'acme' });
    const reporter = plinth.reporter();
    reporter.sessionStarted({ sessionId: 's' });
    assert.equal(await reporter.flush(60_000), false);
    assert.deepEqual([reporter.stats.queued, reporter.stats.lastError], [1, 'down']);
    publish(server.baseUrl);
    assert.equal(await reporter.flush(60_000), true);
    assert.deepEqual([reporter.stats.queued, reporter.stats.sent], [0, 1]);
    await reporter.close();
    plinth.close();
    await server.close();
  });
});

describe('the owner of a listener', { skip: notLinux }, () => {
  for (const [host, address] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::', '::1'],
    ['::1', '::1'],
  ] as const) {
    it(`is told for ${address} when it listens on ${host}`, async (t) => {
      const server = await startScriptedServer(() => ({ raw: [] }), host).catch(() => undefined);
      if (!server) return t.skip(`no ${host} here`);
      assert.equal(listenerOwner(address, server.port, performance.now()), process.getuid!());
      if (host === '127.0.0.1') {
        assert.equal(listenerOwner('127.0.0.2', server.port, performance.now()), null);
      }
      await server.close();
    });
  }

  it('is read once for connections that were made together', async (t) => {
    const server = await startContractServer(known);
    const fs = (await import('node:fs')).default;
    const { syncBuiltinESMExports } = await import('node:module');
    const read = t.mock.method(fs, 'readFileSync');
    syncBuiltinESMExports();
    t.after(() => {
      read.mock.restore();
      syncBuiltinESMExports();
    });
    const plinth = new PlinthClient({
      token,
      integration: 'acme',
      baseUrl: server.baseUrl,
      timeoutMs: 60_000,
    });
    await Promise.all(Array.from({ length: 200 }, (_, n) => plinth.sessionStarted({ sessionId: `s${n}` })));
    const reads = read.mock.calls.filter(({ arguments: [path] }) => String(path).endsWith('/net/tcp')).length;
    assert.ok(reads > 0 && reads < server.connections / 2, `${reads} for ${server.connections} connections`);
    plinth.close();
    await server.close();
  });
});
