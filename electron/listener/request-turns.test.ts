import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurns } from './request-turns.ts';

interface Held {
  path: string;
  answer(): void;
}

let server: Server;
let held: Held[];
let mostAtOnce: number;
let clients: Socket[];

beforeEach(async () => {
  held = [];
  clients = [];
  mostAtOnce = 0;
  const handler = (req: IncomingMessage, res: ServerResponse) => {
    held.push({
      path: req.url!,
      answer() {
        held.splice(held.indexOf(this), 1);
        res.end(req.url);
      },
    });
    mostAtOnce = Math.max(mostAtOnce, held.length);
  };
  server = createServer(inTurns(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<{ socket: Socket; answers: () => string[] }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return { socket, answers: () => [...text.matchAll(/\r\n\r\n(\/[a-z0-9-]+)/g)].map(([, path]) => path!) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('a pipeline has one request in progress, and is answered in order', async () => {
  const { socket, answers } = await open();
  const paths = Array.from({ length: 200 }, (_, index) => `/p${index}`);
  socket.write(paths.map(get).join(''));
  while (answers().length < paths.length) {
    for (const { answer } of [...held]) answer.call(held[0]);
    await nextTurn();
  }
  expect(answers()).toEqual(paths);
  expect(mostAtOnce).toBe(1);
});

test('a pipeline of one connection does not delay another connection', async () => {
  const flood = await open();
  flood.socket.write(get('/flood').repeat(500));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const other = await open();
  other.socket.write(get('/other'));
  await vi.waitFor(() => expect(held.map(({ path }) => path)).toContain('/other'));
  held.find(({ path }) => path === '/other')!.answer();
  await vi.waitFor(() => expect(other.answers()).toEqual(['/other']));
  expect(flood.answers()).toEqual([]);
});

test('a client that leaves takes its waiting requests along', async () => {
  const { socket } = await open();
  socket.write(get('/left').repeat(20));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const left = once(socket, 'close');
  socket.resetAndDestroy();
  await left;
  const next = await open();
  next.socket.write(get('/next'));
  await vi.waitFor(() => expect(held.map(({ path }) => path)).toContain('/next'));
  expect(held.filter(({ path }) => path === '/left')).toHaveLength(1);
});

test.each([
  ['requests', 16, 'GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(3000)],
  // On Windows, Node itself reads no further behind 16 KiB of a body.
  ['bytes', 4, `POST / HTTP/1.1\r\nHost:x\r\nContent-Length:16000\r\n\r\n${'b'.repeat(16_000)}`.repeat(300)],
])('past the most %s that wait, a connection is closed', async (_name, count, requests) => {
  // Nothing but the limit closes a connection.
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
  const connections = await Promise.all(Array.from({ length: count }, open));
  const closed = connections.map(
    ({ socket }) =>
      new Promise((resolve) => {
        socket.on('error', () => {}).once('close', resolve);
      }),
  );
  for (const { socket } of connections) socket.write(requests);
  await Promise.race(closed);
  expect(mostAtOnce).toBeLessThanOrEqual(connections.length);
});
