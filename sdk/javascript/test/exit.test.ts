import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { startContractServer } from './support/contract-server.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
const SDK = JSON.stringify(new URL('../src/index.ts', import.meta.url).href);
const EVENTS = 31;
const ALL_CAUSES = "flushOn: ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException']";

interface Ending {
  code: number | null;
  signal: string | null;
  error: string;
}

/** Runs an agent that reports and then ends in some way. `KILL` in its text asks for a signal from outside. */
async function run(baseUrl: string, options: string, end: string, head = ''): Promise<Ending> {
  const program = `${head}
    import { PlinthClient } from ${SDK};
    const plinth = new PlinthClient({ integration: 'acme', timeoutMs: 60_000 });
    const reporter = plinth.reporter({ flushTimeoutMs: 60_000, ${options} });
    for (let n = 0; n < ${EVENTS}; n++) reporter.sessionStarted({ sessionId: 's' + n });
    ${end}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, PLINTH_TOKEN: token, PLINTH_BASE_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let error = '';
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  child.stdout.once('data', (chunk) => child.kill(`${chunk}`.trim() as NodeJS.Signals));
  const [code, signal] = await once(child, 'close');
  return { code, signal, error };
}

const fromOutside = (signal: string) =>
  `setInterval(() => {}, 60_000); process.stdout.write('${signal}\\n');`;

/** The table in docs/sdk.md: what ends the process, and how many of the events arrive without and with \`flushOn\`. */
const ENDINGS: [string, string, { without: number; with: number; code?: number; signal?: string }][] = [
  ['it comes to its end', '', { without: EVENTS, with: EVENTS, code: 0 }],
  ['process.exit()', 'process.exit(3);', { without: 0, with: 0, code: 3 }],
  ['an exception', "throw new Error('boom');", { without: 0, with: EVENTS, code: 1 }],
  ['an unhandled rejection', "Promise.reject(new Error('boom'));", { without: 0, with: EVENTS, code: 1 }],
  ['SIGINT', fromOutside('SIGINT'), { without: 0, with: EVENTS, signal: 'SIGINT' }],
  ['SIGTERM', fromOutside('SIGTERM'), { without: 0, with: EVENTS, signal: 'SIGTERM' }],
  ['SIGHUP', fromOutside('SIGHUP'), { without: 0, with: EVENTS, signal: 'SIGHUP' }],
  ['SIGKILL', fromOutside('SIGKILL'), { without: 0, with: 0, signal: 'SIGKILL' }],
];

describe('what an exit keeps', { concurrency: 2 }, () => {
  for (const [name, end, expected] of ENDINGS) {
    for (const kind of ['without', 'with'] as const) {
      it(`${name}, ${kind} flushOn`, async (t) => {
        // Without a flush the number that arrives is chance, so a server that answers nothing makes it none.
        const keeps = expected[kind] === EVENTS;
        const server = await startContractServer(known);
        const silent = await startScriptedServer(() => ({ raw: [{ hang: true }] }));
        t.after(() => Promise.all([server.close(), silent.close()]));
        const options = kind === 'with' ? ALL_CAUSES : '';
        const done = await run((keeps ? server : silent).baseUrl, options, end);
        assert.deepEqual([done.code, done.signal], [expected.code ?? null, expected.signal ?? null]);
        assert.equal(server.accepted.length, expected[kind]);
        // The exception is printed as it would be without the SDK.
        assert.equal(done.error.includes('Error: boom'), end.includes('boom'));
      });
    }
  }

  it('leaves the end to a listener of the program itself', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const head = "process.on('SIGTERM', () => setTimeout(() => process.exit(7), 2_000));";
    const done = await run(server.baseUrl, ALL_CAUSES, fromOutside('SIGTERM'), head);
    assert.equal(done.code, 7);
    assert.equal(server.accepted.length, EVENTS);
  });

  it('is over for several reporters only when all have flushed', async (t) => {
    const server = await startContractServer(known);
    t.after(() => server.close());
    const second = `const other = plinth.reporter({ flushTimeoutMs: 60_000, ${ALL_CAUSES} });
      for (let n = 0; n < ${EVENTS}; n++) other.sessionEnded({ sessionId: 's' + n });`;
    const done = await run(server.baseUrl, ALL_CAUSES, second + fromOutside('SIGTERM'));
    assert.equal(done.signal, 'SIGTERM');
    assert.equal(server.accepted.length, 2 * EVENTS);
  });

  it('is over at once on the second signal', async (t) => {
    const silent = await startScriptedServer(() => ({ raw: [{ hang: true }] }));
    t.after(() => silent.close());
    const twice =
      "setInterval(() => {}, 60_000); process.once('SIGTERM', () => process.kill(process.pid, 'SIGTERM'));";
    const done = await run(silent.baseUrl, ALL_CAUSES, twice + fromOutside('SIGTERM'));
    assert.equal(done.signal, 'SIGTERM');
  });
});
