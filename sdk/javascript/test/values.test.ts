import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PlinthClient, SDK_VERSION } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

const { dataDir } = isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
const headers = { 'Plinth-Api-Version': '1.1', 'Content-Type': 'application/json' };
const receipt = { accepted: true, recorded: true, reportOnly: true, receiptId: 'rcpt_1' };
const taken = { status: 202, headers, json: receipt };
type Context = { after(work: () => unknown): void };

/** Gives a client of a server; both are closed after the test. No call ends by its time unless it has one of its own. */
function clientOf<Server extends { baseUrl: string; close(): unknown }>(t: Context, server: Server) {
  const plinth = new PlinthClient({
    token,
    integration: 'acme',
    baseUrl: server.baseUrl,
    timeoutMs: 600_000,
  });
  t.after(() => {
    plinth.close();
    return server.close();
  });
  return { server, plinth };
}

const contract = async (t: Context) => clientOf(t, await startContractServer(known));
const scripted = async (t: Context, reply: Parameters<typeof startScriptedServer>[0]) =>
  clientOf(t, await startScriptedServer(reply));

describe('a value that JSON does not have', () => {
  it('is described, and the event is not lost', async (t) => {
    const { server, plinth } = await contract(t);
    const cycle: Record<string, unknown> = { name: 'cycle' };
    cycle.self = cycle;
    const deep: unknown[] = [];
    let innermost = deep;
    for (let level = 0; level < 100; level++) {
      const next: unknown[] = [];
      innermost.push(next);
      innermost = next;
    }
    const toolInput = {
      big: 10n,
      cycle,
      map: new Map([['a', new Set([1])]]),
      date: new Date(0),
      url: new URL('http://localhost/'),
      error: new TypeError('wrong'),
      bytes: new Uint8Array(3),
      nan: Number.NaN,
      missing: undefined,
      code: () => 1,
      get trap() {
        return 1;
      },
      twice: [receipt, receipt],
    };
    await plinth.toolBeforeUse({ sessionId: 's', data: { toolInput } });
    const refusing = new Proxy({}, { ownKeys: () => assert.fail() });
    await plinth.toolBeforeUse({ sessionId: 's', data: { toolInput: { deep, refusing } } });
    const [first, second] = server.accepted.map(
      ({ data }) => (data as { toolInput: Record<string, unknown> }).toolInput,
    );
    assert.deepEqual(first, {
      big: '10',
      cycle: { name: 'cycle', self: '[circular]' },
      map: [['a', [1]]],
      date: '1970-01-01T00:00:00.000Z',
      url: 'http://localhost/',
      error: { name: 'TypeError', message: 'wrong' },
      bytes: '[3 bytes]',
      nan: 'NaN',
      trap: 1,
      twice: [receipt, receipt],
    });
    assert.equal(second?.refusing, '[unreadable]');
    assert.match(JSON.stringify(second?.deep), /^\[{20,}"\[too deep\]"/);
  });
});

describe('a call', () => {
  it('is an event of its own, though it equals another of the same millisecond', async (t) => {
    const { server, plinth } = await contract(t);
    const receipts = await Promise.all(
      Array.from({ length: 50 }, () => plinth.sessionStarted({ sessionId: 's' })),
    );
    assert.equal(new Set(receipts.map(({ receiptId }) => receiptId)).size, 50);
    const times = server.accepted.map(({ occurredAt }) => occurredAt);
    assert.equal(new Set(times).size, 50);
  });

  it('shares 32 connections with 2,000 others', async (t) => {
    const { server, plinth } = await scripted(t, () => taken);
    await Promise.all(Array.from({ length: 2_000 }, () => plinth.sessionStarted({ sessionId: 's' })));
    assert.equal(server.requests.length, 2_000);
    assert.ok(server.connections <= 32, `${server.connections}`);
  });

  it('that waits for a connection ends with its time and its signal', async (t) => {
    const { plinth } = await scripted(t, () => ({ raw: [{ hang: true }] }));
    for (let n = 0; n < 32; n++) void plinth.sessionStarted({ sessionId: 's' });
    const input = { sessionId: 's' };
    await assert.rejects(plinth.sessionStarted(input, { timeoutMs: 20 }), { code: 'timeout' });
    await assert.rejects(plinth.sessionStarted(input, { signal: AbortSignal.timeout(20) }), {
      code: 'aborted',
    });
  });

  it('says who calls', async (t) => {
    const { server, plinth } = await scripted(t, () => taken);
    await plinth.sessionStarted({ sessionId: 's' });
    assert.match(`${server.requests[0]}`, new RegExp(`^User-Agent: plinth-sdk-js/${SDK_VERSION}\\r$`, 'm'));
  });

  it('does not end the process when nobody waits for it', () => {
    const program = `
      import { PlinthClient } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      const plinth = new PlinthClient({ integration: 'acme', baseUrl: 'http://127.0.0.1:9', retries: 0 });
      plinth.sessionStarted({ sessionId: 's' });
      setTimeout(() => console.log('alive'), 500);`;
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, PLINTH_TOKEN: token },
    });
    assert.deepEqual([`${done.stdout}`, `${done.stderr}`, done.status], ['alive\n', '', 0]);
  });

  it('takes a time, tries and a signal of its own', async (t) => {
    const { plinth } = await scripted(t, () => ({ raw: [{ hang: true }] }));
    const input = { sessionId: 's' };
    await assert.rejects(plinth.sessionStarted(input, { timeoutMs: 20 }), { code: 'timeout' });
    await assert.rejects(plinth.sessionStarted(input, { timeoutMs: -1 }), { code: 'configuration' });
    await assert.rejects(plinth.sessionStarted(input, { retries: 11 }), { code: 'configuration' });
    await assert.rejects(plinth.sessionStarted(input, { signal: AbortSignal.abort() }), { code: 'aborted' });
    await assert.rejects(plinth.sessionStarted(input, { signal: AbortSignal.timeout(50) }), {
      code: 'aborted',
    });
  });

  it('ends its pause between tries with its signal', async (t) => {
    const controller = new AbortController();
    const { plinth } = await scripted(t, () => {
      // Counted from the request, so that on a busy machine the answer is there before.
      setTimeout(() => controller.abort(), 1_000);
      return { status: 503, headers: { ...headers, 'Retry-After': '500' }, text: '{}' };
    });
    const call = plinth.sessionStarted({ sessionId: 's' }, { signal: controller.signal });
    await assert.rejects(call, { code: 'aborted' });
  });
});

describe('a token', () => {
  it('may have white space around it', async (t) => {
    const { server } = await contract(t);
    const plinth = new PlinthClient({ token: `${token}\n`, integration: 'acme', baseUrl: server.baseUrl });
    await plinth.sessionStarted({ sessionId: 's' });
    plinth.close();
  });

  it('is read again before each request from a file or a function', async (t) => {
    const { server } = await contract(t);
    const other = makeToken('plint_', 'Zz9');
    const file = join(dataDir(), 'token');
    writeFileSync(file, `${token}\n`);
    process.env.PLINTH_TOKEN_FILE = file;
    t.after(() => delete process.env.PLINTH_TOKEN_FILE);
    let current = token;
    const options = { integration: 'acme', baseUrl: server.baseUrl, timeoutMs: 60_000 };
    const fromFile = new PlinthClient(options);
    const fromFunction = new PlinthClient({ ...options, token: () => current });
    for (const plinth of [fromFile, fromFunction]) await plinth.sessionStarted({ sessionId: 's' });
    writeFileSync(file, other);
    current = other;
    for (const plinth of [fromFile, fromFunction]) {
      await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'unauthorized' });
    }
    writeFileSync(file, 'no token');
    current = null as never;
    for (const plinth of [fromFile, fromFunction]) {
      await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'configuration' });
      plinth.close();
    }
    for (const written of [`\ufeff${token}\r\n`, `${token}  \r\n\r\n`, `\ufeff ${token}`]) {
      writeFileSync(file, written);
      new PlinthClient(options).close();
    }
    for (const utf16 of [`\ufeff${token}`, token]) {
      writeFileSync(file, Buffer.from(utf16, 'utf16le'));
      assert.throws(() => new PlinthClient(options), {
        code: 'configuration',
        message: 'The token is UTF-16 text: save it as UTF-8.',
      });
    }
    const strange = join(dataDir(), 'strange');
    process.env.PLINTH_TOKEN_FILE = strange;
    if (process.platform !== 'win32') {
      // To open a pipe waits for a writer, and a device does not end.
      assert.equal(spawnSync('mkfifo', [strange]).status, 0);
      assert.throws(() => new PlinthClient(options), { code: 'configuration' });
      rmSync(strange);
      symlinkSync('/dev/zero', strange);
      assert.throws(() => new PlinthClient(options), { code: 'configuration' });
    }
    process.env.PLINTH_TOKEN_FILE = join(dataDir(), 'none');
    assert.throws(() => new PlinthClient(options), { code: 'configuration' });
    current = token;
    const failing = new PlinthClient({
      ...options,
      token: () => {
        if (current === null) throw new Error('vault');
        return current;
      },
    });
    current = null as never;
    await assert.rejects(failing.sessionStarted({ sessionId: 's' }), { code: 'configuration' });
    failing.close();
  });
});
