import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { Agent, type ClientRequest } from 'node:http';
import { connect, createServer, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { PlinthClient } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];

async function hasIpv6(): Promise<boolean> {
  const server = createServer();
  server.listen(0, '::1');
  const up = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  server.close();
  return up;
}

const ipv6 = await hasIpv6();

describe('the connection', () => {
  it('reaches localhost without looking the name up', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const lookup = t.mock.method(dns, 'lookup', () => assert.fail('it looked a name up'));
    const plinth = new PlinthClient({
      token,
      integration: 'acme',
      baseUrl: `http://localhost:${server.port}`,
    });
    await plinth.sessionStarted({ sessionId: 's' });
    assert.equal(lookup.mock.callCount(), 0);
    plinth.close();
  });

  it('reaches localhost on ::1 alone', { skip: !ipv6 && 'no ::1 here' }, async () => {
    const server = await startContractServer(known, { host: '::1' });
    for (const baseUrl of [`http://localhost:${server.port}`, `http://[::1]:${server.port}`]) {
      const plinth = new PlinthClient({ token, integration: 'acme', baseUrl });
      await plinth.sessionStarted({ sessionId: 's' });
      plinth.close();
    }
    await server.close();
  });

  for (const [what, peer, reason] of [
    ['is not loopback', () => ({ address: '93.184.216.34', port: 80 }), /not loopback/],
    ['is another port', (port: number) => ({ address: '127.0.0.1', port: port ^ 1 }), /a proxy took/],
    ['cannot be known', () => ({}), /not loopback/],
    ['is the socket itself', (port: number) => ({ address: '127.0.0.1', port }), /nothing listens there/],
  ] as const) {
    it(`is dropped before a byte is sent when its peer ${what}`, async (t) => {
      const server = await startScriptedServer(() => ({ raw: [{ close: true }] }));
      t.after(() => server.close());
      // What the socket's `remoteAddress`, `remotePort` and `localPort` are read from.
      const prototype = Socket.prototype as unknown as { _getpeername(): object; _getsockname(): object };
      const asked = t.mock.method(prototype, '_getpeername', () => peer(server.port));
      if (/itself/.test(what)) t.mock.method(prototype, '_getsockname', () => peer(server.port));
      const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl });
      await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'down', message: reason });
      assert.ok(asked.mock.callCount() >= 3);
      assert.equal(server.connections, 3);
      assert.equal(server.requests.length, 0);
      plinth.close();
    });
  }

  it('is refused when another layer handed it to the request', async (t) => {
    const trap = await startScriptedServer(() => ({ raw: [{ close: true }] }));
    const server = await startContractServer(known);
    t.after(() => Promise.all([trap.close(), server.close()]));
    const prototype = Agent.prototype as unknown as { addRequest(request: ClientRequest): void };
    t.mock.method(prototype, 'addRequest', (request: ClientRequest) => {
      const socket = connect(trap.port, '127.0.0.1', () => request.onSocket(socket));
      socket.on('error', () => {});
    });
    for (const background of [false, true]) {
      const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, retries: 0 });
      const reporter = plinth.reporter();
      if (background) {
        reporter.sessionStarted({ sessionId: 's' });
        assert.equal(await reporter.flush(60_000), false);
      } else {
        await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { message: /a proxy took/ });
      }
      await reporter.close(1);
      plinth.close();
    }
    assert.ok(trap.connections >= 2);
    assert.deepEqual([trap.requests.length, server.requests], [0, 0]);
  });

  it('is waited for no longer than told when nothing accepts it', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const script = `
      const server = require('node:net').createServer();
      server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(child.stdout, 'data');
    // Stopped, it accepts nothing; its queue is filled, so that the next connection hangs in the kernel.
    child.kill('SIGSTOP');
    const crowd = Array.from({ length: 4 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
    t.after(() => {
      for (const socket of crowd) socket.destroy();
      child.kill('SIGKILL');
    });
    await Promise.all(crowd.slice(0, 2).map((socket) => once(socket, 'connect')));
    const baseUrl = `http://127.0.0.1:${Number(port)}`;
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl, timeoutMs: 200 });
    await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'timeout' });
    const reporter = plinth.reporter();
    reporter.sessionStarted({ sessionId: 's' });
    assert.equal(await reporter.flush(60_000), false);
    assert.equal(reporter.stats.lastError, 'timeout');
    await reporter.close(1);
    plinth.close();
  });

  for (const flags of [[], ['--use-env-proxy']]) {
    it(`never goes through a proxy (${flags.join(' ') || 'environment'})`, async () => {
      const trap = await startScriptedServer(() => ({ raw: [{ close: true }] }));
      const server = await startContractServer(known);
      const proxy = `http://127.0.0.1:${trap.port}`;
      const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
      const child = spawn(
        process.execPath,
        [
          ...flags,
          '--input-type=module',
          '-e',
          `
          import { PlinthClient } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
          const plinth = new PlinthClient({ integration: 'acme' });
          const receipt = await plinth.sessionStarted({ sessionId: 's' });
          console.log(receipt.receiptId);
        `,
        ],
        {
          env: {
            ...process.env,
            ...Object.fromEntries(names.map((name) => [name, proxy])),
            NO_PROXY: '',
            no_proxy: '',
            NODE_USE_ENV_PROXY: '1',
            PLINTH_TOKEN: token,
            PLINTH_BASE_URL: server.baseUrl,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      const [status] = await once(child, 'close');
      assert.equal(status, 0);
      assert.match(out, /^rcpt_/);
      assert.equal(trap.connections, 0);
      assert.equal(server.accepted.length, 1);
      await Promise.all([trap.close(), server.close()]);
    });
  }
});
