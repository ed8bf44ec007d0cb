import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { PlinthClient, type PlinthReporter, type ReporterOptions } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
type Context = { after(work: () => unknown): void };

async function reporterTo(
  t: Context,
  baseUrl: string,
  options?: ReporterOptions,
  timeoutMs = 60_000,
): Promise<PlinthReporter> {
  const plinth = new PlinthClient({ token, integration: 'acme', baseUrl, timeoutMs });
  const reporter = plinth.reporter(options);
  t.after(async () => {
    await reporter.close(1);
    plinth.close();
  });
  return reporter;
}

async function scripted(t: Context, reply: (n: number) => ScriptedReply) {
  const server = await startScriptedServer(reply);
  t.after(() => server.close());
  return server;
}

const headers = { 'Plinth-Api-Version': '1.1', 'Content-Type': 'application/json' };
const receipt = { accepted: true, recorded: true, reportOnly: true, receiptId: 'rcpt_1' };
const taken: ScriptedReply = { status: 202, headers, json: receipt };
const sessionIds = (requests: Buffer[]) => requests.map((each) => /"sessionId":"(\w+)"/.exec(`${each}`)?.[1]);

describe('a reporter', () => {
  it('sends everything in order, as it was when reported', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const reporter = await reporterTo(t, server.baseUrl);
    const data = { command: 'before' };
    assert.equal(reporter.sessionStarted({ sessionId: 's0' }), true);
    assert.equal(reporter.commandBeforeRun({ sessionId: 's1', data }), true);
    data.command = 'after';
    assert.equal(reporter.submit({ event: 'session.ended', sessionId: 's2' }), true);
    assert.equal(await reporter.flush(60_000), true);
    assert.deepEqual(
      server.accepted.map(({ sessionId }) => sessionId),
      ['s0', 's1', 's2'],
    );
    assert.deepEqual(server.accepted[1]!.data, { command: 'before' });
    assert.deepEqual(reporter.stats, { queued: 0, sent: 3, dropped: 0, failed: 0, lastError: null });
    assert.equal(await reporter.flush(60_000), true);
  });

  it('never throws, whatever it is given', async (t) => {
    const reporter = await reporterTo(t, 'http://127.0.0.1:9');
    const trap = {
      get sessionId(): string {
        throw new Error('a getter');
      },
    };
    assert.equal(reporter.sessionStarted(trap), false);
    assert.equal(
      reporter.promptSubmitted({ sessionId: 's', data: { content: 'x'.repeat(1_048_576) } }),
      false,
    );
    assert.equal(reporter.submit(null as never), false);
    assert.deepEqual([reporter.stats.failed, reporter.stats.lastError], [3, 'invalid']);
  });

  it('drops the oldest beyond its number and counts them', async (t) => {
    const server = await scripted(t, () => ({ raw: [{ hang: true }] }));
    const reporter = await reporterTo(t, server.baseUrl, { maxQueue: 3 });
    for (let n = 0; n < 10; n++) reporter.sessionStarted({ sessionId: `s${n}` });
    assert.deepEqual([reporter.stats.queued, reporter.stats.dropped], [3, 7]);
  });

  it('drops the oldest beyond its bytes, and keeps the queue from one that is too big', async (t) => {
    const server = await scripted(t, (n) => (n === 0 ? { raw: [{ close: true }] } : taken));
    const reporter = await reporterTo(t, server.baseUrl, { maxQueueBytes: 4_000 });
    const data = { content: 'x'.repeat(1_000) };
    for (let n = 0; n < 5; n++) reporter.promptSubmitted({ sessionId: `s${n}`, data });
    assert.equal(reporter.promptSubmitted({ sessionId: 'big', data: { content: 'x'.repeat(5_000) } }), false);
    assert.deepEqual([reporter.stats.queued, reporter.stats.dropped], [3, 3]);
    await reporter.flush(60_000);
    await reporter.flush(60_000);
    // The first was under way while the others were dropped, so it stayed.
    assert.deepEqual(sessionIds(server.requests), ['s0', 's0', 's3', 's4']);
  });

  it('keeps events through an outage, and sends the same bytes after it', async (t) => {
    const server = await scripted(t, (n) => (n < 2 ? { status: 503, headers, text: '{}' } : taken));
    const reporter = await reporterTo(t, server.baseUrl);
    reporter.sessionStarted({ sessionId: 's0' });
    reporter.sessionEnded({ sessionId: 's0' });
    assert.equal(await reporter.flush(60_000), true);
    assert.deepEqual([reporter.stats.sent, reporter.stats.lastError], [2, 'unavailable']);
    assert.equal(server.requests.length, 4);
    assert.deepEqual(server.requests[0], server.requests[1]);
    assert.deepEqual(server.requests[0], server.requests[2]);
  });

  it('gives up an event that is refused, and goes on', async (t) => {
    const server = await scripted(t, (n) => (n === 0 ? { status: 400, headers, text: '{}' } : taken));
    const reporter = await reporterTo(t, server.baseUrl);
    reporter.sessionStarted({ sessionId: 's0' });
    reporter.sessionStarted({ sessionId: 's1' });
    await reporter.flush(60_000);
    assert.deepEqual(reporter.stats, { queued: 0, sent: 1, dropped: 0, failed: 1, lastError: 'invalid' });
  });

  it('checks its options', () => {
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: 'http://127.0.0.1:9' });
    for (const options of [
      { maxQueue: -1 },
      { maxQueue: 0 },
      { maxQueue: Number.NaN },
      { maxQueue: 1.5 },
      { maxQueue: '10' as never },
      { maxQueueBytes: Number.NaN },
      { maxQueueBytes: Number.POSITIVE_INFINITY },
      { flushTimeoutMs: -1 },
      { flushTimeoutMs: Number.POSITIVE_INFINITY },
      { flushOn: ['exit' as never] },
      { flushOn: 'SIGTERM' as never },
      { onError: 'print' as never },
    ]) {
      assert.throws(() => plinth.reporter(options), { code: 'configuration' }, JSON.stringify(options));
    }
    assert.equal(process.listenerCount('SIGTERM'), 0);
  });

  for (const [name, reply] of [
    ['an unknown token', { status: 401, headers, text: '{}' }],
    ['another integration', { status: 403, headers, json: { code: 'integration_mismatch' } }],
    ['a program that is not Plinth', { status: 200, headers: {}, text: 'hello' }],
  ] as const) {
    it(`rests after ${name}, says so, and keeps its events`, async (t) => {
      const server = await scripted(t, () => reply);
      const heard: string[] = [];
      const reporter = await reporterTo(t, server.baseUrl, {
        onError: (error, event) => {
          heard.push(`${event} ${error.code}`);
          throw error;
        },
      });
      assert.equal(reporter.status(), 'ready');
      for (let n = 0; n < 20; n++) reporter.sessionStarted({ sessionId: `s${n}` });
      assert.equal(await reporter.flush(60_000), false);
      assert.equal(reporter.status(), 'resting');
      for (let n = 0; n < 20; n++) reporter.sessionEnded({ sessionId: `s${n}` });
      assert.equal(await reporter.flush(60_000), false);
      assert.equal(server.requests.length, 1);
      assert.equal(reporter.stats.queued, 40);
      assert.deepEqual(heard, [`session.started ${reporter.stats.lastError}`]);
    });
  }

  it('gives up one event that Plinth fails at three times, and sends the rest', async (t) => {
    const server = await startScriptedServer((_n, request) =>
      `${request}`.includes('poison') ? { status: 500, headers, text: '{}' } : taken,
    );
    t.after(() => server.close());
    const reporter = await reporterTo(t, server.baseUrl);
    reporter.sessionStarted({ sessionId: 'poison' });
    reporter.sessionStarted({ sessionId: 'good' });
    assert.equal(await reporter.flush(60_000), true);
    assert.deepEqual(sessionIds(server.requests), ['poison', 'poison', 'poison', 'good']);
    assert.deepEqual([reporter.stats.sent, reporter.stats.failed], [1, 1]);
    assert.equal(reporter.status(), 'ready');
  });

  it('keeps the rest when Plinth fails at everything', async (t) => {
    const server = await scripted(t, (n) => (n < 7 ? { status: 500, headers, text: '{}' } : taken));
    const reporter = await reporterTo(t, server.baseUrl);
    for (let n = 0; n < 5; n++) reporter.sessionStarted({ sessionId: `s${n}` });
    assert.equal(await reporter.flush(120_000), true);
    assert.deepEqual([reporter.stats.sent, reporter.stats.failed], [4, 1]);
  });

  it('says in PLINTH_DEBUG what it lost, without content', async (t) => {
    const said = t.mock.method(console, 'error', () => {});
    process.env.PLINTH_DEBUG = '1';
    t.after(() => delete process.env.PLINTH_DEBUG);
    const server = await scripted(t, () => ({ status: 401, headers, text: '{}' }));
    const reporter = await reporterTo(t, server.baseUrl);
    reporter.promptSubmitted({ sessionId: 'private', data: { content: 'private' } });
    await reporter.close(60_000);
    const lines = said.mock.calls.map(({ arguments: [line] }) => `${line}`);
    assert.match(lines[0]!, /^plinth: prompt\.submitted waits: .*401/);
    assert.match(lines[1]!, /^plinth: 1 events are lost/);
    assert.ok(lines.every((line) => !line.includes('private') && !line.includes(token)));
  });

  it('outlives its client', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl });
    const reporter = plinth.reporter({ flushTimeoutMs: 60_000 });
    reporter.sessionStarted({ sessionId: 's' });
    plinth.close();
    assert.equal((await reporter.close()).sent, 1);
    assert.equal(reporter.status(), 'closed');
  });

  it('flushes within its budget when Plinth hangs, and at once when there is none', async (t) => {
    const server = await scripted(t, () => ({ raw: [{ hang: true }] }));
    const reporter = await reporterTo(t, server.baseUrl);
    reporter.sessionStarted({ sessionId: 's' });
    assert.equal(await reporter.flush(20), false);
    const nobody = await reporterTo(t, 'http://127.0.0.1:9', { flushTimeoutMs: 600_000 });
    nobody.sessionStarted({ sessionId: 's' });
    assert.equal(await nobody.flush(), false);
    assert.equal(nobody.stats.queued, 1);
  });

  it('counts what is left when it is closed, and takes no more', async (t) => {
    const reporter = await reporterTo(t, 'http://127.0.0.1:9');
    reporter.sessionStarted({ sessionId: 's' });
    reporter.sessionStarted({ sessionId: 's' });
    await reporter[Symbol.asyncDispose]();
    assert.equal(reporter.sessionStarted({ sessionId: 's' }), false);
    assert.deepEqual(await reporter.close(), {
      queued: 0,
      sent: 0,
      dropped: 3,
      failed: 0,
      lastError: 'down',
    });
  });

  it('does not heap listeners upon the process', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const before = process.listenerCount('beforeExit');
    for (let n = 0; n < 20; n++) {
      const reporter = await reporterTo(t, server.baseUrl);
      reporter.sessionStarted({ sessionId: 's' });
      assert.equal(await reporter.flush(60_000), true);
    }
    assert.equal(process.listenerCount('beforeExit'), before);
  });
});

describe('a process that ends with a reporter in it', () => {
  async function endOf(baseUrl: string, flushTimeoutMs: number): Promise<{ status: number; lasted: number }> {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { PlinthClient } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
         const plinth = new PlinthClient({ integration: 'acme', timeoutMs: 600_000 });
         const reporter = plinth.reporter({ flushTimeoutMs: ${flushTimeoutMs} });
         for (let n = 0; n < 20; n++) reporter.sessionStarted({ sessionId: 's' + n });
         const began = performance.now();
         process.on('exit', () => console.log(performance.now() - began));`,
      ],
      {
        env: { ...process.env, PLINTH_TOKEN: token, PLINTH_BASE_URL: baseUrl },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const [status] = await once(child, 'close');
    return { status, lasted: Number(out) };
  }

  it('still sends what it can', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    assert.equal((await endOf(server.baseUrl, 60_000)).status, 0);
    assert.equal(server.accepted.length, 20);
  });

  it('is held by a Plinth that hangs for the budget alone, not for the timeout of ten minutes', async (t) => {
    const server = await scripted(t, () => ({ raw: [{ hang: true }] }));
    const { status, lasted } = await endOf(server.baseUrl, 100);
    assert.equal(status, 0);
    assert.ok(lasted < 60_000);
  });

  it('is not held when there is no Plinth, however large the budget', async () => {
    const { status, lasted } = await endOf('http://127.0.0.1:9', 600_000);
    assert.equal(status, 0);
    assert.ok(lasted < 60_000);
  });
});
