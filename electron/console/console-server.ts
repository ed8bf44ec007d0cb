import { createServer } from 'node:http';
import type { ControlDispatch } from '../control/dispatch.ts';
import type { EventHub } from '../control/event-hub.ts';
import { createHttpTransport } from '../control/transports/http-transport.ts';
import { readPageFiles } from '../control/transports/page-files.ts';
import { admitConnections } from '../listener/admission.ts';
import { ConnectionTable, type PeerGuard } from '../listener/connections.ts';
import { ConsoleRequests } from './console-requests.ts';
import { ConsoleSessions } from './console-sessions.ts';

const LOOPBACK = '127.0.0.1';
const PORTS_TRIED = 20;
/**
 * Maximum number of connections. It suits one user's browsers. A full table closes idle connections without a login
 * first.
 */
const MAX_CONNECTIONS = 64;
/** Time limits, as in the collector. They keep a slow or stuck client from holding resources. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // A second Host header makes the value invalid.
  joinDuplicateHeaders: true,
} as const;
/** Interval of the check for streams whose session has ended. */
const STREAM_CHECK_MS = 10_000;

interface ConsoleOptions {
  dispatch: ControlDispatch;
  hub: EventHub;
  /** Folder of the built window. */
  rendererDir: string;
  /** The wanted port. If it is taken, the console uses the next free port. Port 0 takes any port. */
  port: number;
  /** Where the digests of logins are kept for the next run. */
  sessionsFile: string;
  now?: () => number;
  /** Admits connections as the collector's guard does. */
  guardPeer?: PeerGuard | undefined;
}

export interface Console {
  url: string;
  /**
   * Returns a link that logs one browser in, once and within ten minutes. The link is a secret. It replaces earlier
   * links.
   */
  loginLink(): string;
  /** Logs all browsers out and returns their number. */
  logOutAll(): number;
  stop(): Promise<void>;
}

function listen(server: ReturnType<typeof createServer>, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let port = wanted;
    server.on('error', (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === 'EADDRINUSE' && wanted !== 0 && port < wanted + PORTS_TRIED && port < 65_535;
      if (!taken) {
        reject(error);
        return;
      }
      port += 1;
      server.listen(port, LOOPBACK);
    });
    server.on('listening', () => resolve((server.address() as { port: number }).port));
    server.listen(port, LOOPBACK);
  });
}

/**
 * Serves the window to a browser, for the headless host only. Returns undefined if the window is not built. Rejects if
 * no port is available.
 */
export async function startConsole(options: ConsoleOptions): Promise<Console | undefined> {
  const files = readPageFiles(options.rendererDir);
  if (files === undefined) return undefined;
  const sessions = new ConsoleSessions(options.now ?? (() => Date.now()), options.sessionsFile);
  const server = createServer(SERVER_OPTIONS);
  admitConnections(server, new ConnectionTable(MAX_CONNECTIONS), options.guardPeer);
  const port = await listen(server, options.port);
  const host = `${LOOPBACK}:${port}`;
  const transport = createHttpTransport(options.dispatch, options.hub);
  const cookieName = `plinth_console_${port}`;
  const requests = new ConsoleRequests({ host, cookieName, files, sessions, transport });
  server.on('request', (req, res) => requests.serve(req, res));
  const streamCheck = setInterval(() => requests.endStreams(), STREAM_CHECK_MS).unref();
  const url = `http://${host}/`;
  return {
    url,
    logOutAll: () => {
      const count = sessions.logOutAll();
      requests.endStreams();
      return count;
    },
    loginLink: () => `${url}login#${sessions.newLogin()}`,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(streamCheck);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
