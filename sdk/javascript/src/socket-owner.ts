import { readFileSync } from 'node:fs';

/** The listeners that would get a connection to `address`, as the kernel spells them, narrowest first. */
function listenersFor(address: string): string[] {
  // The kernel writes each 32-bit word in the machine's byte order; every machine with Node and agents is little-endian.
  const ipv4 = /(?<![\d.])[\d.]+$/.exec(address)?.[0].split('.').map(Number);
  if (ipv4?.length !== 4) return ['00000000000000000000000001000000', '0'.repeat(32)];
  const word = Buffer.from(ipv4.reverse()).toString('hex');
  return [word, `0000000000000000ffff0000${word}`, '0'.repeat(8), '0'.repeat(32)];
}

function tableOf(protocol: string): string {
  try {
    return readFileSync(`/proc/self/net/${protocol}`, 'latin1');
  } catch {
    // No IPv6, or Deno without `--allow-all`.
    return '';
  }
}

let readAt = 0;
let tables = '';

/**
 * The user id that owns the listening socket behind a loopback address, as it was at the moment `since` or later.
 * Undefined where the system does not tell; null when no listener of this computer stands there.
 */
export function listenerOwner(address: string, port: number, since: number): number | null | undefined {
  // The kernel takes milliseconds for these tables, so connections that were made together share one reading.
  if (process.platform === 'linux' && readAt <= since) {
    readAt = performance.now();
    tables = tableOf('tcp');
    if (tables) tables += tableOf('tcp6');
  }
  if (!tables) return undefined;
  for (const hex of listenersFor(address)) {
    // Local address, remote address, the state LISTEN, three columns, the owner.
    const row = new RegExp(
      ` ${hex}:${port.toString(16).padStart(4, '0')} \\S+ 0A( +\\S+){3} +(\\d+)`,
      'i',
    ).exec(tables);
    if (row) return Number(row[2]);
  }
  return null;
}
