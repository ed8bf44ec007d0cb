import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startBareServer } from '../../bench/processes.ts';
import { bridgeSocketPaths } from '../../electron/bridges/connect/private-socket-folder.ts';
import { callControlSocket, controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import type { EventType } from '../../shared/event.ts';
import { BRIDGES_PATH, EVENTS_PATH } from '../../shared/limits.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { issueManagedCredential } from '../support/managed-credential.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';
import { Reporter, residentMebibytes, unleash } from './neighbour-kit.ts';
import type { Hostility } from './neighbour-load.ts';

/** `npm run test:neighbour` runs the full minute, and alone measures times: other tests run beside the short form. */
const SECONDS = Number(process.env.PLINTH_NEIGHBOUR_SECONDS ?? 15);
const FULL_SECONDS = 60;
const IS_FULL = SECONDS >= FULL_SECONDS;
/** The goal of the full minute on a machine of its own. */
const P99_BOUND_MS = 100;
/** A bare server measured at the same time. If its answers are late as well, the machine is too busy to judge ours. */
const CONTROL_P99_BOUND_MS = 25;
const PAUSE_MS = 25;
/** Length of the run in which the neighbours attack another server. */
const BESIDE_SECONDS = 20;
/** The goal for a machine of its own, and the bound beside the other tests, where collections come late. */
const PEAK_MEBIBYTES = IS_FULL ? 300 : 400;
/** A tenth more than was measured, so that growth is found. The goal, 150 MB, is reached only nearly: docs/threat-model.md. */
const REST_MEBIBYTES = 165;
const REST_WITHIN_MS = 60_000;
const HARNESS = 'claude-code';
/** Number of the hook's receipts whose order is checked. */
const CHECKED_ORDER = 100;

const captured = JSON.parse(
  readFileSync(
    new URL(`../../electron/bridges/harnesses/${HARNESS}/captured/PreToolUse.Bash.json`, import.meta.url),
    'utf8',
  ),
);

const crowd: Hostility[][] = [
  ['anonymous-flood', 'token-flood'],
  ['large-events', 'hostile-values'],
  ['idle-sockets', 'slow-bodies'],
];

/** Selects some of them, by `PLINTH_NEIGHBOURS=large-events,idle-sockets`. */
const chosen = process.env.PLINTH_NEIGHBOURS?.split(',') as Hostility[] | undefined;
const neighbourhood = chosen?.map((what) => [what]) ?? crowd;

let dataDir = '';
let host: HostProcess;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  // What is installed is what is measured: from its sources, the host needs half as much memory again.
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.ts', import.meta.url)), 'host']);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const loopback = (port: number) => ({ port, host: '127.0.0.1', noDelay: true });

function request(host: string, path: string, token: string, body: string, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** An event stream that nothing reads, as of a suspended browser. */
async function openSleepingSubscriber(): Promise<void> {
  const socket = connect(controlSocketPath(dataDir));
  cleanUps.push(() => socket.destroy());
  socket.pause();
  socket.write('GET /control/events HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
}

async function generate(name: string): Promise<{ token: string; id: string }> {
  const { token, integration } = await host.control('integrations.generate', {
    name,
    permissions: ['events:write'],
  });
  return { token, id: integration.id };
}

/** Starts all neighbours against the server at `port`. They end after `seconds`. */
async function unleashAll(port: number, seconds: number): Promise<ReturnType<typeof unleash>[]> {
  const neighbours: ReturnType<typeof unleash>[] = [];
  for (const what of neighbourhood) {
    const name = `hostile ${what.join(' and ')} ${port}`;
    const { token } = await generate(name);
    neighbours.push(unleash({ port, seconds, name, token, what }));
  }
  cleanUps.push(() => {
    for (const { child } of neighbours) child.kill('SIGKILL');
  });
  return neighbours;
}

/**
 * Measures the host while the neighbours attack another server on the same cores. The processor time that they take
 * from the host delays its answers as well.
 */
async function p99BesideOtherVictim(reporters: Reporter[]): Promise<number[]> {
  const victim = await startBareServer('victim', 'any-answer.ts');
  const neighbours = await unleashAll(victim.port, BESIDE_SECONDS);
  await Promise.all(reporters.map((reporter) => reporter.run(BESIDE_SECONDS, PAUSE_MS)));
  await Promise.all(neighbours.map(({ report }) => report));
  await victim.stop();
  const p99Ms = reporters.map((reporter) => reporter.p99Ms);
  for (const { latency } of reporters) latency.reset();
  return p99Ms;
}

/** Returns the numbers of the hook's newest events, in the order of their receipts. */
async function newestTargets(): Promise<number[]> {
  const filter = { sessionId: 'hook', event: 'command.before_run' } as const;
  const { receipts } = await host.control('receipts.query', { filter, limit: CHECKED_ORDER });
  return receipts.map(({ summary }) => Number(/target-(\d+)/.exec(summary)?.[1]));
}

test(`${SECONDS} seconds of hostile neighbours delay and lose no other client’s events`, {
  timeout: (SECONDS + 120) * 1000,
}, async () => {
  // Each try needs stores of its own.
  const folder = temporaryFolder();
  dataDir = folder;
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const hookToken = issueManagedCredential(dataDir, 'Claude Code', HARNESS);
  host = await startHostProcess({ dataDir });
  cleanUps.push(() => host.end('SIGKILL'));
  const pid = host.child.pid!;
  const developer = await generate('developer');
  const socketPath = bridgeSocketPaths(dataDir)[0];
  const hookAddress = socketPath === undefined ? loopback(host.port) : { path: socketPath };
  const hookHost = socketPath === undefined ? `127.0.0.1:${host.port}` : 'localhost';
  const bare = await startBareServer('bare', 'bare-node-http.ts');
  cleanUps.push(() => bare.stop());

  const event = (port: number) => (count: number) => {
    const body = JSON.stringify(
      sampleEvent('developer', {
        sessionId: 'developer',
        data: { content: `${count} `.padEnd(850, 'text ') },
      }),
    );
    return request(`127.0.0.1:${port}`, EVENTS_PATH, developer.token, body);
  };
  // A bridge reports over its own socket, with a new connection for each report.
  const hook = new Reporter(hookAddress, false, (count) => {
    const body = JSON.stringify({
      ...captured,
      session_id: 'hook',
      tool_use_id: `toolu_${count}`,
      tool_input: { command: `make target-${count}` },
    });
    return request(hookHost, `${BRIDGES_PATH}/${HARNESS}`, hookToken, body, 'Connection: close\r\n');
  });
  const integration = new Reporter(loopback(host.port), true, event(host.port));
  const control = new Reporter(loopback(bare.port), false, event(bare.port));

  await Promise.all([hook.run(1, PAUSE_MS), integration.run(1, PAUSE_MS), control.run(1, PAUSE_MS)]);
  hook.latency.reset();
  integration.latency.reset();
  control.latency.reset();
  await openSleepingSubscriber();

  const besideOthers = IS_FULL ? await p99BesideOtherVictim([hook, integration]) : undefined;

  const startMebibytes = residentMebibytes(pid);
  const neighbours = await unleashAll(host.port, SECONDS);

  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMebibytes(pid));
  }, 100);
  await Promise.all([hook, integration, control].map((each) => each.run(SECONDS, PAUSE_MS)));
  clearInterval(watch);
  const reports = await Promise.all(neighbours.map(({ report }) => report));
  const isBusy = control.p99Ms > CONTROL_P99_BOUND_MS;
  const told = {
    cores: availableParallelism(),
    hookP99Ms: hook.p99Ms,
    developerP99Ms: integration.p99Ms,
    controlP99Ms: control.p99Ms,
    hookAndDeveloperP99MsBesideOtherVictim: besideOthers,
    isBusy,
    startMebibytes,
    peakMebibytes: peak,
    hooks: hook.sent,
    events: integration.sent,
    hostile: reports,
  };
  console.log(JSON.stringify(told));

  expect(hook.lost).toEqual([]);
  expect(integration.lost).toEqual([]);
  expect(peak).toBeLessThan(PEAK_MEBIBYTES);
  if (isBusy && IS_FULL) console.warn('Skipped: the latency of the answers, because this machine is busy.');
  if (!isBusy && IS_FULL) {
    expect(hook.p99Ms).toBeLessThan(P99_BOUND_MS);
    expect(integration.p99Ms).toBeLessThan(P99_BOUND_MS);
  }
  for (const { opened } of reports) expect(opened).toBeGreaterThan(0);

  // Each acknowledged event has exactly one receipt.
  const count = async (sessionId: string, event: EventType) => {
    const envelope = await callControlSocket(dataDir, 'receipts.count', { filter: { sessionId, event } });
    return envelope.ok ? envelope.result.count : undefined;
  };
  expect(await count('hook', 'command.before_run')).toBe(hook.sent);
  expect(await count('developer', 'prompt.submitted')).toBe(integration.sent);

  expect(await newestTargets()).toEqual(
    Array.from({ length: Math.min(CHECKED_ORDER, hook.sent) }, (_, index) => hook.sent - index),
  );

  // The check below waits up to a minute. Only npm run test:neighbour runs it.
  if (!IS_FULL) return;
  const deadline = performance.now() + REST_WITHIN_MS;
  let rest = residentMebibytes(pid);
  while (rest >= REST_MEBIBYTES && performance.now() < deadline) {
    await delay(500);
    rest = residentMebibytes(pid);
  }
  console.log(
    JSON.stringify({ restMebibytes: rest, after: REST_WITHIN_MS - (deadline - performance.now()) }),
  );
  expect(rest).toBeLessThan(REST_MEBIBYTES);
});
