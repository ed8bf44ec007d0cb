import { EventEmitter, once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';
import { type Connection, ConnectionTable, markKnown } from './connections.ts';

/** The parts of a socket that the table uses. */
class StandInSocket extends EventEmitter {
  isReset = false;
  resetAndDestroy() {
    this.isReset = true;
    this.emit('close');
  }
}

const LIMIT = 4;

function fill(table: ConnectionTable, marks: Partial<Record<'known' | 'busy', boolean>>[]): Connection[] {
  return marks.map(({ known, busy }) => {
    const connection = table.add(new StandInSocket() as unknown as Socket);
    if (known === true) markKnown(connection.socket);
    connection.busy = busy === true;
    return connection;
  });
}

/** Opens one connection more than the table holds. Returns the place of the closed connection. */
function closedBy(marks: Partial<Record<'known' | 'busy', boolean>>[]): number[] {
  const table = new ConnectionTable(LIMIT);
  const connections = fill(table, marks);
  table.add(new StandInSocket() as unknown as Socket);
  expect(table.size).toBe(LIMIT);
  return connections.flatMap(({ socket }, place) =>
    (socket as unknown as StandInSocket).isReset ? [place] : [],
  );
}

test('closes nothing below its limit', () => {
  const table = new ConnectionTable(LIMIT);
  const connections = fill(table, [{}, {}, {}, {}]);
  expect(connections.some(({ socket }) => (socket as unknown as StandInSocket).isReset)).toBe(false);
});

test('closes the oldest idle connection without a credential first', () => {
  expect(closedBy([{ known: true }, { busy: true }, {}, {}])).toEqual([2]);
});

test('closes a busy connection without a credential before an idle one with a credential', () => {
  expect(closedBy([{ known: true }, { known: true, busy: true }, { busy: true }, { busy: true }])).toEqual([
    2,
  ]);
});

test('closes an idle connection before a busy one if all have a credential', () => {
  const known = { known: true };
  expect(closedBy([{ ...known, busy: true }, known, known, { ...known, busy: true }])).toEqual([1]);
});

test('closes the oldest connection if all are busy and have a credential', () => {
  expect(closedBy(Array.from({ length: LIMIT }, () => ({ known: true, busy: true })))).toEqual([0]);
});

test('a flood of idle connections closes none with a credential', () => {
  const table = new ConnectionTable(LIMIT);
  const [working] = fill(table, [{ known: true }]);
  fill(table, Array(1000).fill({}));
  expect(table.size).toBe(LIMIT);
  expect((working!.socket as unknown as StandInSocket).isReset).toBe(false);
});

test('forgets a connection that closes, and counts those of another user', () => {
  const table = new ConnectionTable(LIMIT);
  const [one, other] = fill(table, [{}, {}]);
  one!.otherUser = 1000;
  other!.otherUser = 1001;
  expect(table.countOf(1000)).toBe(1);
  one!.socket.emit('close');
  expect(table.countOf(1000)).toBe(0);
  expect(table.size).toBe(1);
});

test.skipIf(process.platform === 'win32')('closes connections of a Unix socket, too', async () => {
  const folder = temporaryFolder();
  const table = new ConnectionTable(1);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    table.add(socket);
  }).listen(join(folder, 'socket'));
  await once(server, 'listening');
  const clients = [1, 2].map(() => connect(join(folder, 'socket')));
  await once(clients[0]!.resume(), 'close');
  expect(table.size).toBe(1);
  clients[1]!.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
