import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchTable } from './kernel-table.ts';
import { PeerUsers } from './peer-users.ts';

const EVERYTHING = Number.POSITIVE_INFINITY;
const HEADER =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';

function row(index: number, key: string, user: number, inode = 4711): string {
  const number = `${index}:`.padStart(5);
  const text = `${number} ${key} 01 00000000:00000000 00:00000000 00000000 ${user}        0 ${inode} 1 0000 20 4 30 10 -1`;
  return `${text.padEnd(149)}\n`;
}

const keyOf = (index: number) => `0100007F:${(index + 1024).toString(16).toUpperCase()} 0100007F:1F90`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-peers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tableOf(rows: string[], name = 'tcp'): string {
  const path = join(folder, name);
  writeFileSync(path, HEADER + rows.join(''));
  return path;
}

describe('searching a table', () => {
  test('finds rows on every page, also rows that a page boundary cuts', () => {
    const path = tableOf(Array.from({ length: 3000 }, (_, index) => row(index, keyOf(index), index)));
    const wanted = [0, 26, 27, 28, 1500, 2999].map(keyOf);
    const found = searchTable(path, wanted, EVERYTHING);
    expect(found?.map((text) => text?.startsWith(wanted.shift()!))).toEqual(Array(6).fill(true));
  });

  test('answers undefined for a row that is missing, and for a table that is', () => {
    const path = tableOf([row(0, keyOf(0), 1)]);
    expect(searchTable(path, [keyOf(0), keyOf(1)], EVERYTHING)).toEqual([expect.any(String), undefined]);
    expect(searchTable(join(folder, 'none'), [keyOf(0)], EVERYTHING)).toEqual([undefined]);
  });

  test('gives up after its pages, unless it has found all rows before', () => {
    const path = tableOf(Array.from({ length: 3000 }, (_, index) => row(index, keyOf(index), index)));
    expect(searchTable(path, [keyOf(2999)], 2)).toBeUndefined();
    expect(searchTable(path, [keyOf(3)], 2)).toEqual([expect.any(String)]);
  });
});

describe.skipIf(process.platform !== 'linux')('the user of a connection', () => {
  let server: Server;
  let client: Socket;
  let accepted: Socket;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    [accepted] = (await once(server, 'connection')) as [Socket];
  });
  afterEach(() => {
    client.destroy();
    accepted.destroy();
    server.close();
  });

  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
  const ofClient = () =>
    `0100007F:${hex(accepted.remotePort!)} 0100007F:${hex((server.address() as AddressInfo).port)}`;

  test('stands in the kernel’s own table', async () => {
    expect(await new PeerUsers().peerOf(accepted)).toEqual({ user: process.getuid!() });
  });

  test('is found behind thousands of other rows, by the thread', async () => {
    const others = Array.from({ length: 3000 }, (_, index) => row(index, keyOf(index), 7));
    const ipv4 = tableOf([...others, row(3000, ofClient(), 1234)]);
    const users = new PeerUsers({ ipv4, ipv6: tableOf([], 'tcp6') });
    expect(await users.peerOf(accepted)).toEqual({ user: 1234 });
    expect(await users.peerOf(accepted)).toEqual({ user: 1234 });
  });

  test('is found in the other table if the program uses an IPv6 socket', async () => {
    const mapped = ofClient()
      .split(' ')
      .map((end) => `0000000000000000FFFF0000${end}`)
      .join(' ');
    const users = new PeerUsers({ ipv4: tableOf([]), ipv6: tableOf([row(0, mapped, 55)], 'tcp6') });
    expect(await users.peerOf(accepted)).toEqual({ user: 55 });
  });

  test('is gone once its process has closed the socket', async () => {
    const users = new PeerUsers({ ipv4: tableOf([row(0, ofClient(), 0, 0)]), ipv6: tableOf([], 'tcp6') });
    expect(await users.peerOf(accepted)).toBe('gone');
  });

  test('is unknown where the system has no table', async () => {
    const users = new PeerUsers({ ipv4: join(folder, 'none'), ipv6: join(folder, 'none') });
    expect(await users.peerOf(accepted)).toBe('unknown');
  });
});
