import type { Logger } from 'pino';
import type { PeerGuard } from './connections.ts';
import { PeerUsers } from './peer-users.ts';

/** What another user, where others are allowed, may take of the listener's connections. */
const MAX_CONNECTIONS_OF_ANOTHER_USER = 256;
/** Root reads and traces every process anyway: to refuse it would protect nothing. */
const ROOT = 0;
const LOG_INTERVAL_MS = 60_000;

/**
 * Serves this user's own connections, and root's; those of other users only where the user allows them. Undefined on a
 * system that does not tell whose a connection is: a token is needed there as everywhere.
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
