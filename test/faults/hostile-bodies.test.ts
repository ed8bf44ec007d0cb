import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import { UNREADABLE } from '../../shared/event.ts';
import { EVENTS_PATH } from '../../shared/limits.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { issueManagedCredential } from '../support/managed-credential.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';
import { ATTACKED_BRIDGES, ATTACKER, HOSTILE_BODIES, type HostileBody } from './hostile-bodies.ts';
import { Reporter, residentMebibytes } from './neighbour-kit.ts';

/** `npm run test:neighbour` sends all bodies, in several rounds. Other tests run beside the short form. */
const IS_FULL = Number(process.env.PLINTH_NEIGHBOUR_SECONDS ?? 0) >= 60;
const ROUNDS = IS_FULL ? 3 : 1;
const bodies = HOSTILE_BODIES.filter(({ isHeavy }) => IS_FULL || isHeavy !== true);
/** A limit against hangs only. The longest wait is printed. */
const LONGEST_MS = 5000;
const PEAK_MEBIBYTES = IS_FULL ? 300 : 400;
const PAUSE_MS = 20;
const NEIGHBOUR = 'neighbour';

let dataDir: string;
let host: HostProcess;
const credentials = new Map<string, string>();

beforeAll(async () => {
  dataDir = temporaryFolder();
  for (const bridge of ATTACKED_BRIDGES) {
    credentials.set(bridge, issueManagedCredential(dataDir, bridge, bridge));
  }
  host = await startHostProcess({ dataDir });
});
afterAll(async () => {
  await host?.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function generate(name: string): Promise<string> {
  return (await host.control('integrations.generate', { name, permissions: ['events:write'] })).token;
}

function send(to: object, path: string, headers: object, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers };
    const sent = request({ ...to, path, method: 'POST', headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}

const port = () => ({ host: '127.0.0.1', port: host.port });

/** A body that is made before the neighbour is measured, and the headers that it is sent with. */
async function prepared({ path, bridge, headers, body, ...rest }: HostileBody, at: number) {
  // The rate limit counts events of a token. Events name their integration.
  const name = path === EVENTS_PATH ? ATTACKER : `${ATTACKER} ${at}`;
  if (bridge === undefined && !credentials.has(name)) credentials.set(name, await generate(name));
  const authorization = `Bearer ${credentials.get(bridge ?? name)}`;
  return { ...rest, path, headers: { Authorization: authorization, ...headers }, bytes: body() };
}

test('bodies that cost more than their bytes delay and lose no event of another integration', async () => {
  const attacks: Awaited<ReturnType<typeof prepared>>[] = [];
  for (const [at, body] of bodies.entries()) attacks.push(await prepared(body, at));
  const token = await generate(NEIGHBOUR);
  const neighbour = new Reporter({ ...port(), noDelay: true }, true, (count) => {
    const event = sampleEvent(NEIGHBOUR, { sessionId: NEIGHBOUR, data: { content: `${count}` } });
    const text = JSON.stringify(event);
    return `POST ${EVENTS_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  });
  let isOver = false;
  const beside = (async () => {
    while (!isOver) await neighbour.run(1, PAUSE_MS);
  })();
  const pid = host.child.pid!;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMebibytes(pid));
  }, 50);

  const wrong: string[] = [];
  const longest: [string, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path, headers, bytes, statuses } of attacks) {
      neighbour.latency.reset();
      const status = await send(port(), path, headers, bytes);
      if (!statuses.includes(status ?? 0)) wrong.push(`${name}: ${status}`);
      longest.push([name, Math.round(neighbour.latency.max / 1e6)]);
    }
    const brackets = Buffer.alloc(4_000_000, '[');
    await send({ socketPath: controlSocketPath(dataDir) }, '/control/receipts.query', {}, brackets);
  }
  isOver = true;
  await beside;
  clearInterval(watch);
  longest.sort(([, a], [, b]) => b - a);
  console.log(JSON.stringify({ peakMebibytes: Math.round(peak), longestMs: longest.slice(0, 5) }));

  expect(wrong).toEqual([]);
  expect(neighbour.lost).toEqual([]);
  const { count } = await host.control('receipts.count', { filter: { sessionId: NEIGHBOUR } });
  expect(count).toBe(neighbour.sent);
  expect(longest[0]![1]).toBeLessThan(LONGEST_MS);
  expect(peak).toBeLessThan(PEAK_MEBIBYTES);
});

/** Returns the receipts of a session, the oldest first. */
async function receiptsOf(sessionId: string) {
  return (await host.control('receipts.export', { filter: { sessionId }, limit: 500 })).receipts.toReversed();
}

test('a report gives at most 256 events, and a receipt counts the others', async () => {
  const commands = await receiptsOf('hostile commands');
  expect(commands).toHaveLength(256);
  expect(commands[0]).toMatchObject({ event: 'tool.before_use', droppedMembers: 50_001 - 256 });
  const files = await receiptsOf('hostile patch');
  expect(files.map(({ event }) => event)).toEqual(Array(256).fill('file.changed'));
  expect(files.at(-1)).toMatchObject({ droppedMembers: 100_000 - 256 });
});

test('a report that is too large to read is a receipt of its bytes', async () => {
  const filter = { event: UNREADABLE } as const;
  const { receipts } = await host.control('receipts.export', { filter, limit: 10 });
  expect(receipts.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ reason: 'too_large', bytes: expect.any(Number) }),
  );
});

test('a deep or an endless attribute costs its record only that attribute', async () => {
  for (const session of ['deep', 'list']) {
    const [receipt, ...others] = await receiptsOf(session);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ event: 'tool.before_use' });
    expect(receipt!.data).not.toHaveProperty('toolInput');
  }
});
