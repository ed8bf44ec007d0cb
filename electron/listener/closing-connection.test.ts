import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RawConnection } from '../../test/support/raw-connection.ts';
import { ConnectionTable } from './connections.ts';
import { createCollectorServer } from './listener.ts';
import { messageClassesOf } from './message-classes.ts';

/** A chunk that Node reads at once holds at most this many of the requests below. */
const REQUESTS_OF_A_CHUNK = 65_536 / 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.length;

let server: Server;
let held: ServerResponse[];
let parsed: number;

beforeEach(async () => {
  held = [];
  parsed = 0;
  const app = express();
  app.use((_req, res) => void held.push(res));
  server = createCollectorServer({
    handler: app,
    classes: messageClassesOf(app),
    connections: new ConnectionTable(),
  });
  server.on('request', () => {
    parsed += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const get = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';

test('a connection that timed out takes no more requests, and is closed behind its answers', async () => {
  const accepted = once(server, 'connection');
  const client = await RawConnection.open((server.address() as AddressInfo).port);
  const [socket] = (await accepted) as [Socket];
  client.send(get.repeat(2));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
  socket.resume();
  const rest = get.repeat(100_000);
  client.send(rest);
  for (let turn = 0; turn < 2; turn += 1) {
    await vi.waitFor(() => expect(held).toHaveLength(1));
    held.pop()!.end();
    expect((await client.answer())?.status).toBe(200);
  }
  expect((await client.answer())?.status).toBe(408);
  await client.closed;
  expect(parsed).toBeLessThan(4 * REQUESTS_OF_A_CHUNK);
});
