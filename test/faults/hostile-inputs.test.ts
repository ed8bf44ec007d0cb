import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBareServer } from '../../bench/processes.ts';
import { bridgeSocketPaths } from '../../electron/bridges/connect/private-socket-folder.ts';
import { controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import { buildParts } from '../../scripts/build.ts';
import { CONSOLE_KEY_HEADER } from '../../shared/console.ts';
import { UNREADABLE } from '../../shared/event.ts';
import { BRIDGES_PATH, EVENTS_PATH } from '../../shared/limits.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { issueManagedCredential } from '../support/managed-credential.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';
import type { Answered, Order, Target } from './hostile/attacker.ts';
import { ATTACKER } from './hostile/events.ts';
import { ATTACKED_BRIDGES, type HostileInput } from './hostile/input.ts';
import { HOSTILE_INPUTS } from './hostile/kit.ts';
import { Reporter, residentMebibytes } from './neighbour-kit.ts';

/** `npm run test:neighbour` sends all inputs, in several rounds, and measures times. Other tests run beside the short form. */
const IS_FULL = Number(process.env.PLINTH_NEIGHBOUR_SECONDS ?? 0) >= 60;
const ROUNDS = IS_FULL ? 3 : 1;
/** Selects inputs by a part of their name, as in `PLINTH_HOSTILE=acp:`. */
const CHOSEN = process.env.PLINTH_HOSTILE ?? '';
const inputs = HOSTILE_INPUTS.map((input, at) => ({ input, at })).filter(
  ({ input: { name, isLight } }) => name.includes(CHOSEN) && (IS_FULL || isLight === true),
);
/** The goal for the median round on a machine of its own, and a limit against hangs beside other tests. */
const LONGEST_MS = IS_FULL ? 100 : 5000;
/** A bare server that is asked at the same time. If it is late as well, the machine is too busy to judge ours. */
const BARE_LONGEST_MS = 25;
/** A tenth more than was measured, so that growth is found. The goals, 300 and 150 MB, are reached only nearly: docs/threat-model.md. */
const PEAK_MEBIBYTES = IS_FULL ? 330 : 400;
const REST_MEBIBYTES = 180;
const REST_WITHIN_MS = 60_000;
const PAUSE_MS = 20;
/** The indexes of what an input gave are made within this time. The wait for them is a part of what it costs. */
const AFTER_MS = IS_FULL ? 700 : 0;
const NEIGHBOUR = 'neighbour';
const NEIGHBOUR_BRIDGE = 'gemini';

let dataDir: string;
let home: string;
let host: HostProcess;
let target: Target;
let bareServer: Awaited<ReturnType<typeof startBareServer>>;
let attacker: ChildProcess | undefined;

const generate = async (name: string) =>
  (await host.control('integrations.generate', { name, permissions: ['events:write'] })).token;

/** Logs a browser in and returns the headers of its page. */
async function logIn(): Promise<Target['console']> {
  const link = new URL((await host.control('console.link', {})).url!);
  const page = { Origin: link.origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ secret: link.hash.slice(1) });
  const answer = await fetch(`${link.origin}/login`, { method: 'POST', headers: page, body });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0]!;
  const { key } = (await answer.json()) as { key: string };
  return { port: Number(link.port), headers: { ...page, Cookie: cookie, [CONSOLE_KEY_HEADER]: key } };
}

beforeAll(async () => {
  await buildParts(['host', 'console'], { onlyStale: true, logLevel: 'warn' });
  dataDir = temporaryFolder();
  home = temporaryFolder();
  const tokens: Record<string, string> = {};
  for (const bridge of [...ATTACKED_BRIDGES, NEIGHBOUR_BRIDGE]) {
    tokens[bridge] = issueManagedCredential(dataDir, bridge, bridge);
  }
  host = await startHostProcess({ dataDir, env: { HOME: home, PLINTH_CONSOLE_PORT: '0' } });
  await host.control('bridges.connect', { harness: 'acp' });
  tokens[EVENTS_PATH] = await generate(ATTACKER);
  // The rate limit counts the events of each token.
  for (const { input } of inputs) {
    if (input.to === 'collector' && input.bridge === undefined && input.path !== EVENTS_PATH) {
      tokens[input.name] = await generate(input.name.slice(0, 64));
    }
  }
  bareServer = await startBareServer('bare', 'bare-node-http.ts');
  target = {
    ...{ dataDir, controlSocket: controlSocketPath(dataDir), port: host.port, tokens },
    console: await logIn(),
  };
});
afterAll(async () => {
  attacker?.kill();
  await bareServer?.stop();
  await host?.end('SIGTERM');
  for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true });
});

const post = (host: string, path: string, token: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Reporters of small events and hooks beside the attacks, and one that asks a bare server at the same time. */
async function startReporters(barePort: number) {
  const token = await generate(NEIGHBOUR);
  const event = (port: number) => (count: number) => {
    const sent = sampleEvent(NEIGHBOUR, { sessionId: NEIGHBOUR, data: { content: `${count}` } });
    return post(`127.0.0.1:${port}`, EVENTS_PATH, token, JSON.stringify(sent));
  };
  const report = (count: number) => {
    const payload = { hook_event_name: 'BeforeTool', session_id: 'good hooks', cwd: '/srv' };
    const call = { tool_name: 'read_file', tool_input: { file_path: `/srv/${count}` } };
    const at = { timestamp: new Date().toISOString() };
    const body = JSON.stringify({ ...payload, ...at, ...call });
    return post('localhost', `${BRIDGES_PATH}/${NEIGHBOUR_BRIDGE}`, target.tokens[NEIGHBOUR_BRIDGE]!, body);
  };
  const at = (port: number) => ({ host: '127.0.0.1', port, noDelay: true });
  const [socketPath] = bridgeSocketPaths(dataDir);
  const events = new Reporter(at(host.port), true, event(host.port));
  const hooks = new Reporter(socketPath === undefined ? at(host.port) : { path: socketPath }, false, report);
  const bare = new Reporter(at(barePort), true, event(barePort));
  const reporters = [events, hooks, bare];
  let isOver = false;
  const running = reporters.map(async (reporter) => {
    while (!isOver) await reporter.run(1, PAUSE_MS);
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  const longest = (each: Reporter) => Math.round(each.latency.max / 1e6);
  const waits = () => ({ wait: Math.max(longest(events), longest(hooks)), bareWait: longest(bare) });
  const reset = () => {
    for (const each of reporters) each.latency.reset();
  };
  return { events, hooks, stop, waits, reset };
}

/** Starts the process that attacks, so that making and sending an input delays no measurement. */
function startAttacker(round: number): ChildProcess {
  const env = { ...process.env, PLINTH_HOSTILE_ROUND: round === 0 ? '' : ` ${round}` };
  const child = fork(fileURLToPath(new URL('./hostile/attacker.ts', import.meta.url)), { env });
  child.send({ target } satisfies Order);
  return child;
}

async function order(attacker: ChildProcess, what: Order): Promise<Answered> {
  attacker.send(what);
  const [answer] = await once(attacker, 'message');
  return answer as Answered;
}

const isExpected = (input: HostileInput, { status, fault }: Answered) =>
  fault === undefined && (input.to === 'acp' || input.statuses.includes(status!));
const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

test('inputs that cost more than their bytes delay and lose no report of another integration', {
  timeout: 3_600_000,
}, async () => {
  const beside = await startReporters(bareServer.port);
  const pid = host.child.pid!;
  let peak = 0;
  let peakOfInput = 0;
  const watch = setInterval(() => {
    peakOfInput = Math.max(peakOfInput, residentMebibytes(pid));
    peak = Math.max(peak, peakOfInput);
  }, 50);

  const wrong: string[] = [];
  const measured = new Map<string, { waits: number[]; bareWaits: number[]; mebibytes: number[] }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    attacker = startAttacker(round);
    for (const { input, at } of inputs) {
      await order(attacker, { make: at });
      beside.reset();
      peakOfInput = 0;
      const before = residentMebibytes(pid);
      const answered = await order(attacker, 'send');
      await delay(AFTER_MS);
      if (!isExpected(input, answered)) wrong.push(`${input.name}: ${answered.fault ?? answered.status}`);
      const { wait, bareWait } = beside.waits();
      const own = measured.get(input.name) ?? { waits: [], bareWaits: [], mebibytes: [] };
      measured.set(input.name, own);
      own.waits.push(wait);
      own.bareWaits.push(bareWait);
      own.mebibytes.push(Math.round(Math.max(0, peakOfInput - before)));
    }
    attacker.kill();
  }
  await beside.stop();
  clearInterval(watch);

  // A round in which the bare server was late says nothing.
  const judged = [...measured].map(([name, { waits, bareWaits, mebibytes }]) => {
    const quiet = waits.filter((_, at) => bareWaits[at]! <= BARE_LONGEST_MS);
    return { name, median: medianOf(quiet), waits, bareWaits, mebibytes };
  });
  const byWait = judged.toSorted((a, b) => Math.max(...b.waits) - Math.max(...a.waits));
  const told = byWait.slice(0, IS_FULL ? byWait.length : 5);
  for (const { name, waits, bareWaits, mebibytes } of told) {
    console.log(
      `${name}: ${waits.join(' ')} ms, a bare server ${bareWaits.join(' ')} ms, +${mebibytes.join(' ')} MiB`,
    );
  }
  console.log(`${inputs.length} inputs, peak ${Math.round(peak)} MiB`);

  expect(wrong).toEqual([]);
  expect([...beside.events.lost, ...beside.hooks.lost]).toEqual([]);
  const counted = async (sessionId: string) =>
    (await host.control('receipts.count', { filter: { sessionId } })).count;
  expect(await counted(NEIGHBOUR)).toBe(beside.events.sent);
  expect(await counted('good hooks')).toBe(beside.hooks.sent);
  expect(peak).toBeLessThan(PEAK_MEBIBYTES);
  const late = judged.filter(({ median }) => median !== undefined && median > LONGEST_MS);
  expect(late.map(({ name, waits }) => `${name}: ${waits.join(' ')} ms`)).toEqual([]);
  if (!IS_FULL) return;

  const busy = judged.filter(({ median }) => median === undefined).map(({ name }) => name);
  if (busy.length > 0) console.warn(`Not judged, because this machine was busy: ${busy.join('; ')}`);
  const deadline = performance.now() + REST_WITHIN_MS;
  while (residentMebibytes(pid) >= REST_MEBIBYTES && performance.now() < deadline) await delay(500);
  expect(residentMebibytes(pid)).toBeLessThan(REST_MEBIBYTES);
});

/** Returns the receipts of a session, the oldest first. */
async function receiptsOf(sessionId: string) {
  return (await host.control('receipts.export', { filter: { sessionId }, limit: 500 })).receipts.toReversed();
}

test.runIf(CHOSEN === '')('a report gives at most 256 events, and a receipt counts the others', async () => {
  const commands = await receiptsOf('hostile commands');
  expect(commands).toHaveLength(256);
  expect(commands[0]).toMatchObject({ event: 'tool.before_use', droppedMembers: 50_001 - 256 });
  const files = await receiptsOf('hostile a patch of 100,000 files');
  expect(files.map(({ event }) => event)).toEqual(Array(256).fill('file.changed'));
  expect(files.at(-1)).toMatchObject({ droppedMembers: 100_000 - 256 });
});

test.runIf(CHOSEN === '')('a report that is too large to read is a receipt of its bytes', async () => {
  const filter = { event: UNREADABLE } as const;
  const { receipts } = await host.control('receipts.export', { filter, limit: 500 });
  expect(receipts.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ reason: 'too_large', bytes: expect.any(Number) }),
  );
});

test.runIf(CHOSEN === '')('a deep attribute costs its record only that attribute', async () => {
  const [receipt, ...others] = await receiptsOf('deep');
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ event: 'tool.before_use' });
  expect(receipt!.data).not.toHaveProperty('toolInput');
});
