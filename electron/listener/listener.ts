import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { admitConnections } from './admission.ts';
import { ConnectionTable, type PeerGuard } from './connections.ts';
import { type MessageClasses, messageClassesOf } from './message-classes.ts';
import { malformedRequestAnswer } from './problem-response.ts';
import { inTurns } from './request-turns.ts';
import { isClosing, markClosing } from './unread-body.ts';

const PORTS_TO_TRY = 64;
const STOP_GRACE_MS = 5000;
const STOP_SWEEP_MS = 20;
/** Connections that the system holds until they are accepted. It drops those over the limit, and their clients try again after a second. */
const BACKLOG = 4096;

/** Socket limits: no client, slow or stuck, holds the listener. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16_384,
  // Repeated headers are joined, so that a second Host or Authorization makes the value a wrong one.
  joinDuplicateHeaders: true,
  // A request without Host is ours to answer, by the contract.
  requireHostHeader: false,
} as const;

export interface Listener {
  port: number;
  addresses: string[];
  /** True when the wanted port was taken by another program. */
  movedFrom: number | undefined;
  /** Stops accepting, lets requests in flight finish, then closes what is left. */
  stop(): Promise<void>;
}

export class NoFreePort extends Error {}

/**
 * Does something with a connection once the requests that came over it whole have been answered: whatever else is
 * written there sooner, one of them would take for its own answer.
 */
function afterItsAnswers(socket: Socket, action: () => void): void {
  const { _httpMessage: unanswered } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable) socket.destroy();
  else if (unanswered?.req.complete === true) {
    unanswered.once('finish', () => afterItsAnswers(socket, action));
  } else action();
}

/** What the servers of a listener share. */
export interface ServerParts {
  handler: Express;
  classes: MessageClasses;
  connections: ConnectionTable;
  /** Where connections come from this user alone, there is none. */
  guardPeer?: PeerGuard | undefined;
}

/** A server of HTTP with every limit that the collector has for connections and requests. It does not listen yet. */
export function createCollectorServer({ handler, classes, connections, guardPeer }: ServerParts): Server {
  const server = createServer({ ...SERVER_OPTIONS, ...classes });
  // A client that has said all it wants to say may shut its side; it gets its answer all the same.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  admitConnections(server, connections, guardPeer);
  const takeTurns = inTurns(handler);
  const onRequest: RequestListener = (req, res) => {
    if (isClosing(req.socket)) return;
    // A target in absolute form names a host of its own, past the Host header that is checked, and may be one that
    // Express cannot parse; no route can be asked about it. The asterisk is the target without a path.
    if (!req.url?.startsWith('/')) req.url = '*';
    takeTurns(req, res);
  };
  server.on('request', onRequest);
  // Both carry a request like any other; Node would answer them itself, past the guards. Whoever waits for
  // "100 Continue" gets it when its body is wanted.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    if (isClosing(socket)) return;
    markClosing(socket);
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    afterItsAnswers(socket, () => {
      socket.end(malformedRequestAnswer(status), () => socket.destroy());
    });
  });
  // CONNECT is a request like any other too. Node hands over its socket bare, without a listener for errors: a client
  // that resets the connection would otherwise bring the process down.
  server.on('connect', (req, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    // Its target is no path, so that no route could be asked about it; the asterisk is the target without a path.
    req.url = '*';
    afterItsAnswers(socket, () => {
      const res = new ServerResponse(req);
      res.shouldKeepAlive = false;
      res.assignSocket(socket);
      res.once('finish', () => socket.destroySoon());
      onRequest(req, res);
    });
  });
  return server;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(error);
    server.once('error', onError);
    server.listen({ host, port, backlog: BACKLOG, ipv6Only: host === '::1' }, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Binds one port on both loopback addresses; undefined when either has it taken. */
async function bindPort(parts: ServerParts, port: number): Promise<Server[] | undefined> {
  const ipv4 = createCollectorServer(parts);
  try {
    await listen(ipv4, '127.0.0.1', port);
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES') return undefined;
    throw error;
  }
  const ipv6 = createCollectorServer(parts);
  try {
    await listen(ipv6, '::1', (ipv4.address() as AddressInfo).port);
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') {
      await close(ipv4);
      return undefined;
    }
    // A machine without IPv6 is served on IPv4 alone.
    return [ipv4];
  }
  return [ipv4, ipv6];
}

/**
 * Listens on 127.0.0.1 and, where the machine has it, [::1]: on `wantedPort`, or on the next free one. Port 0 takes
 * any.
 */
export async function startListener(
  handler: Express,
  wantedPort: number,
  guardPeer?: PeerGuard,
): Promise<Listener> {
  const connections = new ConnectionTable();
  const parts = { handler, classes: messageClassesOf(handler), connections, guardPeer };
  let servers: Server[] | undefined;
  for (let attempt = 0; attempt < PORTS_TO_TRY && servers === undefined; attempt += 1) {
    const port = wantedPort === 0 ? 0 : wantedPort + attempt;
    if (port > 65_535) break;
    servers = await bindPort(parts, port);
  }
  if (servers === undefined) throw new NoFreePort();
  const bound = servers;
  const { port } = bound[0]!.address() as AddressInfo;
  return {
    port,
    addresses: bound.map((server) => (server.address() as AddressInfo).address),
    movedFrom: wantedPort !== 0 && port !== wantedPort ? wantedPort : undefined,
    async stop() {
      const closed = Promise.all(bound.map(close));
      // A connection that was busy until now turns idle only once its answer is written.
      const sweep = setInterval(() => {
        for (const server of bound) server.closeIdleConnections();
      }, STOP_SWEEP_MS);
      const force = setTimeout(() => {
        for (const server of bound) server.closeAllConnections();
      }, STOP_GRACE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(force);
    },
  };
}
