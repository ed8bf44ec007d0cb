import {
  createServer,
  type RequestListener,
  type Server,
  ServerResponse,
  setMaxIdleHTTPParsers,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { admitConnections } from './admission.ts';
import type { CollectorApp } from './collector-app.ts';
import { ConnectionTable, connectionOf, type PeerGuard } from './connections.ts';
import { type MessageClasses, messageClassesOf } from './message-classes.ts';
import { malformedRequestAnswer } from './problem-response.ts';
import { inTurns, nextAnswer } from './request-turns.ts';
import { endUnread, ignoreRequest } from './unread-body.ts';

const PORTS_TO_TRY = 64;
const STOP_GRACE_MS = 5000;
const STOP_SWEEP_MS = 20;
/**
 * Maximum number of connections that the system queues before they are accepted. The system drops connections over the
 * limit, and their clients retry after a second.
 */
const BACKLOG = 4096;

/**
 * Parsers that Node keeps for later connections. Its 1000 would stay scattered over the memory that a flood has used, so
 * that the allocator could not give that memory back.
 */
const MAX_IDLE_PARSERS = 32;

/** Socket limits. They keep a slow or stuck client from holding resources. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
  // Repeated headers are joined, so a second Host or Authorization header makes the value invalid.
  joinDuplicateHeaders: true,
  // The contract defines the answer to a request without Host, so Node must not answer it.
  requireHostHeader: false,
} as const;

export interface Listener {
  port: number;
  addresses: string[];
  /** The wanted port, if another program uses it. */
  movedFrom: number | undefined;
  /** Stops accepting, lets in-flight requests finish, then closes the remaining connections. */
  stop(): Promise<void>;
}

export class NoFreePort extends Error {}

/**
 * Runs an action on a connection after all complete requests on it are answered. An earlier write would be read as the
 * answer to one of those requests.
 */
function afterItsAnswers(socket: Socket, action: () => void): void {
  const unanswered = nextAnswer(socket);
  if (!socket.writable) socket.destroy();
  else if (unanswered?.req.complete === true) {
    unanswered.once('finish', () => afterItsAnswers(socket, action));
  } else action();
}

/** The parts that the servers of a listener share. */
interface ServerParts {
  handler: CollectorApp['handle'];
  classes: MessageClasses;
  connections: ConnectionTable;
  /** Undefined if all connections come from this user. */
  guardPeer?: PeerGuard | undefined;
}

/** Creates an HTTP server with all the collector's limits for connections and requests. It does not listen yet. */
export function createCollectorServer({ handler, classes, connections, guardPeer }: ServerParts): Server {
  const server = createServer({ ...SERVER_OPTIONS, ...classes });
  // A client may close its sending side after the request. It still gets its answer.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  admitConnections(server, connections, guardPeer);
  const takeTurns = inTurns(handler);
  const onRequest: RequestListener = (req, res) => {
    if (connectionOf(req.socket)?.isClosing === true) return ignoreRequest(req);
    // A target in absolute form names its own host, so the check of the Host header does not cover it. Express may also
    // fail to parse it. No route can match such a target. The asterisk is the target without a path.
    if (!req.url?.startsWith('/')) req.url = '*';
    takeTurns(req, res);
  };
  server.on('request', onRequest);
  // Both events carry an ordinary request. Node would answer them itself and bypass the guards. The route sends "100
  // Continue" when it reads the body.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    const connection = connectionOf(socket);
    if (connection?.isClosing === true) return;
    if (connection !== undefined) connection.isClosing = true;
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    afterItsAnswers(socket, () => endUnread(socket, malformedRequestAnswer(status)));
  });
  // CONNECT is an ordinary request too. Node hands over its socket without an error listener, so a client that resets
  // the connection would end the process.
  server.on('connect', (req, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    // The target of CONNECT is not a path, so no route can match it. The asterisk is the target without a path.
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

/** Binds one port on both loopback addresses. Returns undefined if the port is taken on either address. */
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
    // A machine without IPv6 is served on IPv4 only.
    return [ipv4];
  }
  return [ipv4, ipv6];
}

/** Stops accepting, lets in-flight requests finish, then closes the remaining connections. */
export async function stopServers(servers: readonly Server[]): Promise<void> {
  const closed = Promise.all(servers.map(close));
  // A busy connection becomes idle only after its answer is written.
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, STOP_SWEEP_MS);
  const force = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, STOP_GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}

/**
 * Listens on 127.0.0.1 and, if the machine has it, on [::1]. Uses `wantedPort` or the next free port. Port 0 takes any
 * port.
 */
export async function startListener(
  { app, handle }: CollectorApp,
  wantedPort: number,
  guardPeer?: PeerGuard,
): Promise<Listener> {
  setMaxIdleHTTPParsers(MAX_IDLE_PARSERS);
  const connections = new ConnectionTable();
  const parts = { handler: handle, classes: messageClassesOf(app), connections, guardPeer };
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
    stop: () => stopServers(bound),
  };
}
