import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admitConnections } from './admission.ts';
import { ConnectionTable, markKnown } from './connections.ts';

const PIPELINED = 400;
const CONNECTIONS = 8;
/** A slice has 1,024 bytes, and may end within a request. The test's turns begin between two of the listener. */
const MOST_PER_TURN = 2 * (1024 / 64 + 1);
const LONG = { timeout: 60_000 };

let server: Server;
let clients: Socket[];
let turn: number;
let most: number;
let isStopped: boolean;

beforeEach(async () => {
  clients = [];
  turn = 0;
  most = 0;
  isStopped = false;
  const count = () => {
    turn += 1;
    if (!isStopped) setImmediate(count);
  };
  count();
  const seen = new WeakMap<Socket, { turn: number; requests: number }>();
  server = createServer((req, res) => {
    const last = seen.get(req.socket);
    const requests = last?.turn === turn ? last.requests + 1 : 1;
    seen.set(req.socket, { turn, requests });
    if (req.url === '/known') markKnown(req.socket);
    else if (req.url?.startsWith('/p') === true) most = Math.max(most, requests);
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    req.on('end', () => res.end(`${req.url} ${bytes};`));
  });
  admitConnections(server, new ConnectionTable(), undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  isStopped = true;
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

function open(): { socket: Socket; answers: () => string[] } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return {
    socket,
    answers: () => [...text.matchAll(/\r\n\r\n(\/[a-z0-9]+ \d+);/g)].map(([, answer]) => answer!),
  };
}

const get = (path: string) =>
  `GET ${path.padEnd(20, 'x')} HTTP/1.1\r\nHost: 127.0.0.1\r\nA: ${'a'.repeat(20)}\r\n\r\n`;
const answerTo = (path: string) => `${path.padEnd(20, 'x')} 0`;
const post = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${bytes}\r\n\r\n${'b'.repeat(bytes)}`;
const paths = Array.from({ length: PIPELINED }, (_, index) => `/p${index}`);

test('pipelines without a credential get a few requests in each turn, and all answers in order', async () => {
  const floods = Array.from({ length: CONNECTIONS }, () => open());
  for (const { socket } of floods) socket.write(paths.map(get).join(''));
  await vi.waitFor(() => {
    for (const { answers } of floods) expect(answers()).toEqual(paths.map(answerTo));
  }, LONG);
  expect(most).toBeLessThanOrEqual(MOST_PER_TURN);
});

test('a connection with a credential is read at once, from its first request on', async () => {
  const { socket, answers } = open();
  socket.write(`${post('/known', 300_000)}${paths.map(get).join('')}${post('/last', 1_000_000)}`);
  await vi.waitFor(
    () => expect(answers()).toEqual(['/known 300000', ...paths.map(answerTo), '/last 1000000']),
    LONG,
  );
  expect(most).toBeGreaterThan(MOST_PER_TURN);
});

test('a large body without a credential arrives whole, and the end of a half-closed connection is seen', async () => {
  const { socket, answers } = open();
  const ended = once(socket, 'end');
  socket.end(post('/large', 1_000_000));
  await ended;
  expect(answers()).toEqual(['/large 1000000']);
});
