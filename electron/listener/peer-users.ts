import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { PeerTableThread } from './peer-table-thread.ts';

const IPV4_TABLE = '/proc/net/tcp';
const IPV6_TABLE = '/proc/net/tcp6';
/**
 * Each read of the table is followed by a pause of this many times its duration. The pause has a limit, because a new
 * connection can wait for it.
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

function userOf(rowFromLocal: string | undefined): User | undefined {
  const row = rowFromLocal === undefined ? null : ROW.exec(rowFromLocal);
  if (row === null) return undefined;
  // A socket that its process has closed has no owner. The kernel lists it as root's.
  return row[2] === '0' ? 'gone' : Number(row[1]);
}

/** The keys of the rows of both ends: `local remote` from each end's view. */
function rowsOf({ peer, own }: Ends, prefix = ''): { peer: string; own: string } {
  return { peer: `${prefix}${peer} ${prefix}${own}`, own: `${prefix}${own} ${prefix}${peer}` };
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
  readonly #thread = new PeerTableThread();
  #asked: Asked[] = [];
  #reading = false;
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
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    if (this.#reading || this.#asked.length === 0) return;
    this.#reading = true;
    const asked = this.#asked;
    this.#asked = [];
    const startedAt = performance.now();
    await this.#answer(asked);
    const restMs = Math.min(MAX_REST_MS, (performance.now() - startedAt) * REST_FACTOR);
    setTimeout(() => {
      this.#reading = false;
      void this.#read();
    }, restMs).unref();
  }

  async #answer(asked: Asked[]): Promise<void> {
    const inIpv4 = asked.filter(({ ends }) => !ends.isIpv6);
    const rows = await this.#find(
      this.#tables.ipv4,
      inIpv4.map(({ ends }) => rowsOf(ends)),
    );
    const left = asked.filter(({ ends }) => ends.isIpv6);
    for (const [index, question] of inIpv4.entries()) {
      const user = userOf(rows[index]?.peer);
      if (user !== undefined) this.#tell(question, user);
      else {
        if (rows[index]?.own !== undefined) this.#works = true;
        left.push(question);
      }
    }
    // A program can reach an IPv4 address through an IPv6 socket.
    const mapped = left.map(({ ends }) => rowsOf(ends, ends.isIpv6 ? '' : MAPPED_PREFIX));
    const rowsInIpv6 = await this.#find(this.#tables.ipv6, mapped);
    for (const [index, question] of left.entries()) {
      const user = userOf(rowsInIpv6[index]?.peer);
      if (user !== undefined) {
        this.#tell(question, user);
        continue;
      }
      // The kernel lists our own end while the socket is open. If it is missing, the table has no information about
      // connections.
      if (rowsInIpv6[index]?.own !== undefined) this.#works = true;
      if (this.#works && !question.again) this.#asked.push({ ...question, again: true });
      else question.resolve(this.#works ? 'gone' : 'unknown');
    }
  }

  #tell({ resolve }: Asked, user: User): void {
    this.#works = true;
    resolve(user === 'gone' ? 'gone' : { user });
  }

  /** Finds the peer's row of each connection and, until the table has proven to work, our own. */
  async #find(path: string, wanted: { peer: string; own: string }[]) {
    if (wanted.length === 0) return [];
    const keys = wanted.flatMap(({ peer, own }) => (this.#works ? [peer] : [peer, own]));
    const each = this.#works ? 1 : 2;
    const rows = await this.#thread.search(path, keys);
    return wanted.map((_, index) => ({
      peer: rows[index * each],
      own: each === 1 ? undefined : rows[index * each + 1],
    }));
  }
}
