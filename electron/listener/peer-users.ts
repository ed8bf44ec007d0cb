import { closeSync, openSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

const IPV4_TABLE = '/proc/net/tcp';
const IPV6_TABLE = '/proc/net/tcp6';
/** The kernel returns one page per read. */
const READ_BYTES = 4096;
/**
 * Each read of the table is followed by a pause of this many times its duration, so reads use at most a tenth of a
 * core.
 */
const REST_FACTOR = 9;
const MAX_REST_MS = 40;

/** The user at the far end of a connection. `unknown` means that the system does not report it. */
type Peer = { user: number } | 'gone' | 'unknown';

const littleEndian = endianness() === 'LE';

/** Formats groups of four bytes as the kernel prints them: each group is a number in the machine's byte order. */
function kernelHex(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4) {
    const word = [...bytes.subarray(start, start + 4)];
    for (const byte of littleEndian ? word.reverse() : word) text += byte.toString(16).padStart(2, '0');
  }
  return text.toUpperCase();
}

function ipv4Bytes(address: string): Uint8Array {
  return Uint8Array.from(address.split('.'), Number);
}

function ipv6Bytes(address: string): Uint8Array {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::') as [string, string?];
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

const MAPPED_PREFIX = kernelHex(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff));
const portHex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');

interface Ends {
  isIpv6: boolean;
  peer: string;
  own: string;
}

function endsOf(socket: Socket): Ends | undefined {
  const { remoteAddress, remotePort, localAddress, localPort, remoteFamily } = socket;
  if (remoteAddress === undefined || localAddress === undefined) return undefined;
  if (remotePort === undefined || localPort === undefined) return undefined;
  const isIpv6 = remoteFamily === 'IPv6';
  const bytesOf = isIpv6 ? ipv6Bytes : ipv4Bytes;
  return {
    isIpv6,
    peer: `${kernelHex(bytesOf(remoteAddress))}:${portHex(remotePort)}`,
    own: `${kernelHex(bytesOf(localAddress))}:${portHex(localPort)}`,
  };
}

/** Columns of a row from the local address: `local remote state queues timer retransmits uid timeout inode`. */
const ROW = /^\S+ \S+ [0-9A-F]{2} \S+ \S+ \S+ +([0-9]+) +[0-9]+ ([0-9]+) /;

type User = number | 'gone';

/** Above this number of lookups, building an index of the whole table is faster. */
const FEW_QUESTIONS = 4;

function userOf(rowFromLocal: string): User | undefined {
  const row = ROW.exec(rowFromLocal);
  if (row === null) return undefined;
  // A socket that its process has closed has no owner. The kernel lists it as root's.
  return row[2] === '0' ? 'gone' : Number(row[1]);
}

/** Finds the user of the row with these local and remote ends. */
type FindUser = (local: string, remote: string) => User | undefined;

const noTable: FindUser = () => undefined;

function searched(table: Buffer, questions: number): FindUser {
  if (questions <= FEW_QUESTIONS) {
    return (local, remote) => {
      const at = table.indexOf(`: ${local} ${remote} `, 0, 'latin1');
      return at === -1 ? undefined : userOf(table.toString('latin1', at + 2, at + 256));
    };
  }
  const rows = new Map<string, string>();
  for (const line of table.toString('latin1').split('\n')) {
    const start = line.indexOf(': ') + 2;
    // The key ends at the space after the remote end.
    const end = line.indexOf(' ', line.indexOf(' ', start) + 1);
    if (start > 1 && end > start) rows.set(line.slice(start, end), line.slice(start));
  }
  return (local, remote) => {
    const row = rows.get(`${local} ${remote}`);
    return row === undefined ? undefined : userOf(row);
  };
}

// Reads synchronously. In a flood, an asynchronous read would wait for the main thread at every step.
function readTable(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const chunks: Buffer[] = [];
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      chunks.push(Buffer.from(buffer.subarray(0, length)));
    }
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

interface Asked {
  ends: Ends;
  /** A read can miss a row while other connections open and close, so the row is looked up twice. */
  again: boolean;
  resolve: (peer: Peer) => void;
}

/** Paths of the kernel's connection tables. A test can replace them. */
interface ConnectionTables {
  ipv4: string;
  ipv6: string;
}

/**
 * Finds the user at the far end of a loopback connection in the kernel's connection table. Connections that arrive
 * during a read share the next read.
 */
export class PeerUsers {
  readonly #tables: ConnectionTables;
  #asked: Asked[] = [];
  #resting = false;
  /** True once the table has contained a connection. */
  #works = false;

  constructor(tables: ConnectionTables = { ipv4: IPV4_TABLE, ipv6: IPV6_TABLE }) {
    this.#tables = tables;
  }

  peerOf(socket: Socket): Promise<Peer> {
    const ends = endsOf(socket);
    if (ends === undefined) return Promise.resolve('gone');
    return new Promise((resolve) => {
      this.#asked.push({ ends, again: false, resolve });
      this.#read();
    });
  }

  #read(): void {
    if (this.#resting || this.#asked.length === 0) return;
    const asked = this.#asked;
    this.#asked = [];
    const startedAt = performance.now();
    this.#answer(asked);
    this.#resting = true;
    const restMs = Math.min(MAX_REST_MS, (performance.now() - startedAt) * REST_FACTOR);
    setTimeout(() => {
      this.#resting = false;
      this.#read();
    }, restMs).unref();
  }

  #answer(asked: Asked[]): void {
    const find = (path: string): FindUser => {
      const table = readTable(path);
      return table === undefined ? noTable : searched(table, asked.length);
    };
    const inIpv4 = asked.some(({ ends }) => !ends.isIpv6) ? find(this.#tables.ipv4) : noTable;
    let inIpv6: FindUser | undefined;
    for (const question of asked) {
      const { isIpv6, peer, own } = question.ends;
      let user = isIpv6 ? undefined : inIpv4(peer, own);
      if (user === undefined) {
        inIpv6 ??= find(this.#tables.ipv6);
        // A program can reach an IPv4 address through an IPv6 socket.
        const map = (end: string) => (isIpv6 ? end : `${MAPPED_PREFIX}${end}`);
        user = inIpv6(map(peer), map(own));
      }
      if (user !== undefined) {
        this.#works = true;
        question.resolve(user === 'gone' ? 'gone' : { user });
        continue;
      }
      // The kernel lists our own end while the socket is open. If it is missing, the table has no information about
      // connections.
      const works = this.#works || (isIpv6 ? inIpv6 : inIpv4)?.(own, peer) !== undefined;
      if (works && !question.again) this.#asked.push({ ...question, again: true });
      else question.resolve(works ? 'gone' : 'unknown');
    }
  }
}
