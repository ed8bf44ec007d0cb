import type { Logger } from 'pino';
import type { PeerGuard } from './connections.ts';
import { PeerUsers } from './peer-users.ts';

/** Maximum number of connections that another allowed user may hold. */
const MAX_CONNECTIONS_OF_ANOTHER_USER = 256;
/** Root can read and trace every process, so refusing root protects nothing. */
const ROOT = 0;
const LOG_INTERVAL_MS = 60_000;

/**
 * Admits connections of this user and of root. Admits other users only if the user allows them. Returns undefined on a
 * system that does not report the user of a connection. The token is required in every case.
 */
export function peerGuard(
  othersAreAllowed: () => boolean,
  log: Logger,
  users: PeerUsers = new PeerUsers(),
): PeerGuard | undefined {
  const ownUser = process.platform === 'linux' ? process.getuid?.() : undefined;
  if (ownUser === undefined) return undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async (connection, table) => {
    const peer = await users.peerOf(connection.socket);
    if (peer === 'unknown') return true;
    if (peer === 'gone') return false;
    if (peer.user === ownUser || peer.user === ROOT) return true;
    if (othersAreAllowed() && table.countOf(peer.user) < MAX_CONNECTIONS_OF_ANOTHER_USER) {
      connection.otherUser = peer.user;
      return true;
    }
    const now = performance.now();
    if (now - loggedAt >= LOG_INTERVAL_MS) {
      loggedAt = now;
      log.warn({ user: peer.user }, 'refused connections of another user');
    }
    return false;
  };
}
