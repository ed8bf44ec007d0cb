import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PlinthClient } from '../src/index.ts';
import { isolateEnvironment } from './support/environment.ts';
import { type RealHost, startRealHost } from './support/real-host.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
/** More than the 2000 that Plinth takes at once. `PLINTH_SDK_BURST=10000` is the whole queue, which takes 40 seconds. */
const BURST = Number(process.env.PLINTH_SDK_BURST ?? 2_600);

const headers = { 'Plinth-Api-Version': '1.1', 'Content-Type': 'application/json' };
const receipt = { accepted: true, recorded: true, reportOnly: true, receiptId: 'rcpt_1' };

describe('a burst of events', () => {
  let host: RealHost;
  before(async () => {
    host = await startRealHost();
  });
  after(() => host.stop());

  it('arrives whole at a real host, past its rate limit, also if the reporter is closed at once', async (t) => {
    const errors = new Set<string>();
    const plinth = new PlinthClient({
      token: await host.generate('acme'),
      integration: 'acme',
      baseUrl: host.baseUrl,
    });
    t.after(() => plinth.close());
    const reporter = plinth.reporter({ onError: ({ code }) => errors.add(code) });
    const session = reporter.session({ sessionId: 'burst' });
    for (let n = 2; n < BURST; n++) session.command(`echo ${n}`);
    const stats = await reporter.close();
    // A slow machine stays below the limit.
    errors.delete('rate_limited');
    assert.deepEqual([stats.sent, stats.dropped, stats.failed, [...errors]], [BURST, 0, 0, []]);
    const [last] = await host.receipts(1);
    assert.equal(last!.event, 'session.ended');
  });

  it('waits as long as the server asks, and sends several at a time in between', async (t) => {
    const arrivals: number[] = [];
    const busy = { status: 429, headers: { ...headers, 'Retry-After': '1' }, text: '{}' };
    const server = await startScriptedServer((n) => {
      arrivals.push(performance.now());
      return n === 3 ? busy : { status: 202, headers, json: receipt };
    });
    t.after(() => server.close());
    const plinth = new PlinthClient({ token: makeToken(), integration: 'acme', baseUrl: server.baseUrl });
    const reporter = plinth.reporter();
    for (let n = 0; n < 200; n++) reporter.commandBeforeRun({ sessionId: `s${n}` });
    // Neither a flush nor another event ends the pause.
    assert.equal(await reporter.flush(), true);
    assert.equal((await reporter.close()).sent, 200);
    plinth.close();
    // Those under way may still come, but not all others. A timer may fire a millisecond early.
    const pause = arrivals.at(-1)! - arrivals[3]!;
    assert.ok(pause >= 998, `${pause}`);
    assert.ok(server.connections > 1, `${server.connections} connections`);
  });

  it('says once how many events were lost', async (t) => {
    const said = t.mock.method(console, 'error', () => {});
    const server = await startScriptedServer(() => ({ raw: [{ hang: true }] }));
    t.after(() => server.close());
    const plinth = new PlinthClient({ token: makeToken(), integration: 'acme', baseUrl: server.baseUrl });
    const heard: string[] = [];
    const reporter = plinth.reporter({ maxQueue: 30, onError: ({ message }) => heard.push(message) });
    for (let n = 0; n < 50; n++) reporter.commandBeforeRun({ sessionId: `s${n}` });
    const { dropped, lastError } = await reporter.close(1);
    plinth.close();
    assert.deepEqual([dropped, lastError], [50, 'dropped']);
    assert.equal(said.mock.callCount(), 1);
    assert.match(`${said.mock.calls[0]!.arguments[0]}`, /^plinth: 50 events are lost/);
    assert.equal(heard.filter((message) => message.startsWith('50 events')).length, 1);
  });
});
