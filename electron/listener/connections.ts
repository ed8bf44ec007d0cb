import type { Socket } from 'node:net';

/** More than this many at once, and the least deserving is closed. */
export const MAX_CONNECTIONS = 2048;

/** What the listener knows of a connection. */
export interface Connection {
  readonly socket: Socket;
  /** It has sent a valid credential. */
  known: boolean;
  /** A request is being answered on it, or waits for its turn. */
  busy: boolean;
  /** Another user at the other end, who is allowed. */
  otherUser: number | undefined;
}

/** Says whether a connection is to be served, where that is not certain from the start. */
export type PeerGuard = (connection: Connection, table: ConnectionTable) => Promise<boolean>;

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/** Notes that a valid credential came over the connection: it is kept before those that have shown none. */
export function markKnown(socket: Socket): void {
  const connection = connections.get(socket);
  if (connection !== undefined) connection.known = true;
}

/**
 * The open connections of a server, oldest first. A full table closes one that has shown no credential before one that
 * has, and an idle one before one that is served: thousands of idle connections cost nobody else theirs.
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
      busy: false,
      otherUser: undefined,
    };
    this.#open.add(connection);
    connections.set(socket, connection);
    socket.once('close', () => this.#open.delete(connection));
    return connection;
  }

  /** How many connections another user has. */
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
    // A reset leaves nothing behind in the system's own table, which a flood would fill.
    connection.socket.resetAndDestroy();
  }
}
