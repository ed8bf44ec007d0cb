import { open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

const IPV4_TABLE = '/proc/net/tcp';
const IPV6_TABLE = '/proc/net/tcp6';
/** The kernel gives a page at a time. */
const READ_BYTES = 4096;
/** A read of the table is followed by so many times its own length without one: at most a fifth of a core goes into it. */
const REST_FACTOR = 4;

/** Who is at the other end of a connection; `unknown` where the system does not tell. */
export type Peer = { user: number } | 'gone' | 'unknown';

const littleEndian = endianness() === 'LE';

/** Groups of four bytes as the kernel prints them: each a number of the machine's own byte order. */
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

/** `local remote state queues timer retransmits uid timeout inode`, from the local address on. */
const ROW = /^\S+ \S+ [0-9A-F]{2} \S+ \S+ \S+ +([0-9]+) +[0-9]+ ([0-9]+) /;

/** The user of the row whose local and remote ends these are; undefined when there is none. */
function userOfRow(table: Buffer, local: string, remote: string): number | 'gone' | undefined {
  const at = table.indexOf(`: ${local} ${remote} `, 0, 'latin1');
  if (at === -1) return undefined;
  const row = ROW.exec(table.toString('latin1', at + 2, at + 256));
  if (row === null) return undefined;
  // A socket that its process has closed belongs to nobody, and is listed as root's.
  return row[2] === '0' ? 'gone' : Number(row[1]);
}

async function readTable(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const chunks: Buffer[] = [];
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, READ_BYTES, null);
        if (bytesRead === 0) return Buffer.concat(chunks);
        chunks.push(Buffer.from(buffer.subarray(0, bytesRead)));
      }
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

interface Asked {
  ends: Ends;
  /** A row may be missed where others come and go while the table is read; it is looked for twice. */
  again: boolean;
  resolve: (peer: Peer) => void;
}

/** Tables of the kernel's connections, as a test may replace them. */
export interface ConnectionTables {
  ipv4: string;
  ipv6: string;
}

/**
 * Tells which user is at the other end of a loopback connection, from the kernel's table of connections. Connections that
 * come while the table is read share the next reading.
 */
export class PeerUsers {
  readonly #tables: ConnectionTables;
  #asked: Asked[] = [];
  #reading = false;
  /** The table has told of a connection before. */
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
    if (this.#reading || this.#asked.length === 0) return;
    this.#reading = true;
    const asked = this.#asked;
    this.#asked = [];
    const startedAt = performance.now();
    void this.#answer(asked).then(() => {
      const tookMs = performance.now() - startedAt;
      setTimeout(() => {
        this.#reading = false;
        this.#read();
      }, tookMs * REST_FACTOR).unref();
    });
  }

  async #answer(asked: Asked[]): Promise<void> {
    const ipv4 = asked.some(({ ends }) => !ends.isIpv6) ? await readTable(this.#tables.ipv4) : undefined;
    let ipv6: Buffer | undefined;
    for (const question of asked) {
      const { isIpv6, peer, own } = question.ends;
      let user = !isIpv6 && ipv4 !== undefined ? userOfRow(ipv4, peer, own) : undefined;
      if (user === undefined) {
        ipv6 ??= (await readTable(this.#tables.ipv6)) ?? Buffer.alloc(0);
        // A program may reach an IPv4 address through a socket of IPv6.
        const map = (end: string) => (isIpv6 ? end : `${MAPPED_PREFIX}${end}`);
        user = userOfRow(ipv6, map(peer), map(own));
      }
      if (user !== undefined) {
        this.#works = true;
        question.resolve(user === 'gone' ? 'gone' : { user });
        continue;
      }
      // Our own end is listed as long as we hold it. Where it is not, the table tells nothing about connections.
      const table = isIpv6 ? ipv6 : ipv4;
      const works = this.#works || (table !== undefined && userOfRow(table, own, peer) !== undefined);
      if (works && !question.again) this.#asked.push({ ...question, again: true });
      else question.resolve(works ? 'gone' : 'unknown');
    }
  }
}
