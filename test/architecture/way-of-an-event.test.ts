import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join, relative, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { serveReceipts } from '../../electron/receipts/worker/receipt-service.ts';
import { createRedactor, SessionSecrets } from '../../electron/redaction/redactor.ts';
import { incomingEvent, openTestStore } from '../support/incoming-events.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The steps of the redactor have a page of their own, and those of the platform are no steps. */
const APART = /^electron\/(?:redaction|platform)\//;
/** Timers of the host run beside an event, but not beside each of so many. */
const ROUNDS = 5;
/** A reader can still follow a way of so many files and functions. */
const MOST_FILES = 45;
const MOST_FUNCTIONS = 160;

/** Returns the functions of the product that each run of an action enters, each behind its file, by V8's count of calls. */
async function functionsOf(action: () => Promise<unknown> | unknown): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // The first event loads and prepares what later ones use.
    await action();
    await session.post('Profiler.takePreciseCoverage');
    const rounds = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await action();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      for (const { url, scriptId, functions } of result) {
        if (!url.startsWith('file:')) continue;
        const file = relative(root, fileURLToPath(url.split('?')[0]!)).replaceAll(sep, '/');
        if (!file.startsWith('electron/') || APART.test(file)) continue;
        const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
        for (const each of functions) {
          if (!isEntered(each, scriptSource)) continue;
          const key = `${file} ${each.functionName} ${each.ranges[0]!.startOffset}`;
          rounds.set(key, (rounds.get(key) ?? 0) + 1);
        }
      }
    }
    return [...rounds.keys()].filter((key) => rounds.get(key) === ROUNDS);
  } finally {
    session.disconnect();
  }
}

/** The functions by which the test runner reads an export of another module. */
const EXPORT = /^\(\) ?=> ?\{ ?try/;

/** Returns true for a function that was called, and false for the body of a module. */
const isEntered = ({ ranges }: Profiler.FunctionCoverage, source: string) =>
  ranges[0]!.count > 0 &&
  ranges[0]!.startOffset > 0 &&
  !EXPORT.test(source.slice(ranges[0]!.startOffset, ranges[0]!.endOffset));

/** The files that the page of an event names. */
function filesOnPage(): string[] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('## How one event'), page.indexOf('## The receipt store'));
  return [...section.matchAll(/`([a-z-]+\/[a-z/-]+\.ts)`/g)].map(
    ([, file]) => `electron/${file!.replace(/^electron\//, '')}`,
  );
}

test('each step of an event is on its page, with its file', async () => {
  const folder = temporaryFolder();
  const host = await startTestHost({ dataDir: join(folder, 'host') });
  const { token } = await host.generateToken('way');
  const store = openTestStore(
    join(folder, 'receipts.db'),
    () => {},
    createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] }),
  );
  const { port1: client, port2 } = new MessageChannel();
  const told = async (wanted: string) => {
    let kind: string | undefined;
    while (kind !== wanted) [{ kind }] = await once(client, 'message');
  };
  try {
    let sent = 0;
    const report = async () => {
      sent += 1;
      const answer = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(sampleEvent('way', { data: { content: `prompt ${sent}` } })),
      });
      expect(answer.status).toBe(202);
    };
    serveReceipts(port2, store, new SessionSecrets());
    await told('ready');
    const commit = async () => {
      client.postMessage({ kind: 'commit', batch: [incomingEvent()] });
      await told('committed');
      // What follows the answer is part of the way.
      await nextTurn();
    };
    const functions = [...(await functionsOf(report)), ...(await functionsOf(commit))];
    const entered = [...new Set(functions.map((each) => each.split(' ')[0]!))];
    expect(entered.length).toBeGreaterThan(30);
    expect(entered.length).toBeLessThanOrEqual(MOST_FILES);
    expect(functions.length).toBeLessThanOrEqual(MOST_FUNCTIONS);
    const named = filesOnPage();
    expect(entered.filter((file) => !named.includes(file))).toEqual([]);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  } finally {
    client.postMessage({ kind: 'call', id: 1, method: 'close', args: [] });
    await told('answer');
    client.close();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
