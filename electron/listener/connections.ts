import type { Socket } from 'node:net';

/** Maximum number of open connections. Past it, the table closes the connection with the lowest priority. */
export const MAX_CONNECTIONS = 1280;

/** The listener's record of a connection. */
export interface Connection {
  readonly socket: Socket;
  /** The connection has sent a valid credential. */
  known: boolean;
  /** The collector ignores further data on the connection. */
  isClosing: boolean;
  /** An answer has ended the connection. Requests behind that answer get no answer. */
  isAnsweredLast: boolean;
  /** A request on the connection is being answered or waits for its turn. */
  busy: boolean;
  /** The id of an allowed other user at the far end of the connection. */
  otherUser: number | undefined;
}

/** Decides whether the listener serves a connection. */
export type PeerGuard = (connection: Connection, table: ConnectionTable) => Promise<boolean>;

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/** Marks the connection as one that sent a valid credential. Such a connection is closed later than others. */
export function markKnown(socket: Socket): void {
  const connection = connections.get(socket);
  if (connection !== undefined) connection.known = true;
}

/**
 * The open connections of a server, oldest first. A full table closes connections without a credential before those
 * with one, and idle connections before busy ones. Thousands of idle connections therefore cannot displace a working
 * client.
 */
export class ConnectionTable {
  readonly #open = new Set<Connection>();
  readonly #limit: number;

  constructor(limit: number = MAX_CONNECTIONS) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#open.size;
  }

  add(socket: Socket): Connection {
    if (this.#open.size >= this.#limit) this.#evict();
    const connection: Connection = {
      socket,
      known: false,
      isClosing: false,
      isAnsweredLast: false,
      busy: false,
      otherUser: undefined,
    };
    this.#open.add(connection);
    connections.set(socket, connection);
    socket.once('close', () => this.#open.delete(connection));
    return connection;
  }

  /** Counts the connections of another user. */
  countOf(user: number): number {
    let count = 0;
    for (const { otherUser } of this.#open) if (otherUser === user) count += 1;
    return count;
  }

  #evict(): void {
    let idle: Connection | undefined;
    let stranger: Connection | undefined;
    for (const connection of this.#open) {
      if (!connection.known && !connection.busy) {
        this.#close(connection);
        return;
      }
      if (!connection.busy) idle ??= connection;
      if (!connection.known) stranger ??= connection;
    }
    const last = stranger ?? idle ?? this.#open.values().next().value;
    if (last !== undefined) this.#close(last);
  }

  #close(connection: Connection): void {
    this.#open.delete(connection);
    resetNow(connection.socket);
  }
}

/**
 * Closes a connection at once. A reset leaves no entry in the system's connection table, which a flood would fill. A Unix
 * socket, which bridges use, has none, and Node throws.
 */
function resetNow(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
