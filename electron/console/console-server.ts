import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CONSOLE_KEY_HEADER, CONSOLE_LOGOUT_PATH } from '../../shared/console.ts';
import type { ControlDispatch } from '../control/dispatch.ts';
import type { EventHub } from '../control/event-hub.ts';
import { pageHeaders } from '../control/transports/content-security.ts';
import { createHttpTransport, isJson } from '../control/transports/http-transport.ts';
import { type PageFile, readPageFiles } from '../control/transports/page-files.ts';
import { admitConnections } from '../listener/admission.ts';
import { ConnectionTable, markKnown, type PeerGuard } from '../listener/connections.ts';
import { CONSOLE_STYLE, LOGIN_PAGE, LOGIN_SCRIPT, STRANGER_PAGE } from './console-pages.ts';
import { ConsoleSessions } from './console-sessions.ts';

const LOOPBACK = '127.0.0.1';
const PORTS_TRIED = 20;
const MAX_LOGIN_BYTES = 1024;
const ICON = '/icon.svg';
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
  connectionsCheckingInterval: 2000,
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

const html = (body: string): PageFile => ({ type: 'text/html; charset=utf-8', body: Buffer.from(body) });
const strangerPage = html(STRANGER_PAGE);
const publicFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/login', html(LOGIN_PAGE)],
  ['/login.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from(LOGIN_SCRIPT) }],
  ['/console.css', { type: 'text/css; charset=utf-8', body: Buffer.from(CONSOLE_STYLE) }],
]);

function send(
  res: ServerResponse,
  status: number,
  file: PageFile,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'Content-Type': file.type,
    'Content-Length': file.body.length,
    ...pageHeaders("'self'"),
    ...headers,
  });
  res.end(file.body);
}

function refuse(res: ServerResponse, status: number, text: string): void {
  send(res, status, { type: 'text/plain; charset=utf-8', body: Buffer.from(`${text}\n`) });
}

function readCookie(req: IncomingMessage, name: string): string | undefined {
  for (const part of req.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

async function readLoginSecret(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_LOGIN_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { secret?: unknown } | null)?.secret;
  } catch {
    return undefined;
  }
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
  const sessions = new ConsoleSessions(options.now ?? (() => Date.now()));
  const transport = createHttpTransport(options.dispatch, options.hub);
  let host = '';
  let cookieName = '';

  const streams = new Map<ServerResponse, string | undefined>();
  /** Closes the event streams whose session has ended. */
  function endStreams(): void {
    for (const [stream, cookie] of streams) if (!sessions.knows(cookie)) stream.destroy();
  }

  async function logIn(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!isJson(req)) {
      refuse(res, 415, 'A login is sent as application/json.');
      return;
    }
    const session = sessions.logIn(await readLoginSecret(req));
    if (session === undefined) {
      refuse(res, 401, 'This login link was used before or is too old.');
      return;
    }
    send(
      res,
      200,
      { type: 'application/json', body: Buffer.from(JSON.stringify({ key: session.key })) },
      { 'Set-Cookie': `${cookieName}=${session.cookie}; Path=/; HttpOnly; SameSite=Strict` },
    );
  }

  function serveControl(req: IncomingMessage, res: ServerResponse): void {
    const cookie = readCookie(req, cookieName);
    // A page cannot set a header on an event stream. The stream only says that something changed, so the cookie is
    // enough.
    const allowed =
      req.method === 'GET'
        ? sessions.knows(cookie)
        : sessions.trusts(cookie, req.headers[CONSOLE_KEY_HEADER] as string | undefined);
    if (!allowed) {
      refuse(res, 401, 'This needs a login.');
      return;
    }
    markKnown(req.socket);
    if (req.method === 'GET') {
      streams.set(res, cookie);
      res.once('close', () => streams.delete(res));
    }
    if (req.method === 'POST' && req.url === CONSOLE_LOGOUT_PATH) {
      sessions.logOut(cookie);
      endStreams();
      send(
        res,
        200,
        { type: 'application/json', body: Buffer.from('{}') },
        {
          'Set-Cookie': `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
          'Clear-Site-Data': '"storage", "cache"',
        },
      );
      return;
    }
    if (!transport(req, res)) refuse(res, 404, 'There is nothing here.');
  }

  function serve(req: IncomingMessage, res: ServerResponse): void {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = req.headers;
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    // A domain rebound to loopback has its own Host. A request from another site has its own Origin.
    if (req.headers.host !== host) {
      refuse(res, 421, `Open Plinth’s console at http://${host}/.`);
      return;
    }
    const foreign = origin !== undefined && origin !== `http://${host}`;
    const navigates = req.method === 'GET' && mode === 'navigate';
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none' && !navigates)) {
      refuse(res, 403, 'Plinth’s console does not answer other sites.');
      return;
    }
    const isControl = path.startsWith('/control/');
    // These requests change or reveal data. Only the console's own page may send them, and the browser identifies it.
    if (isControl || req.method !== 'GET') {
      if (site !== 'same-origin' || (req.method !== 'GET' && origin === undefined)) {
        refuse(res, 403, 'Only the console’s own page may ask this.');
        return;
      }
    }
    if (path === '/login' && req.method === 'POST') {
      logIn(req, res).catch(() => res.destroy());
      return;
    }
    if (isControl) {
      serveControl(req, res);
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      refuse(res, 405, 'There is nothing to send here.');
      return;
    }
    const open = path === ICON ? files?.get(ICON) : publicFiles.get(path);
    if (open !== undefined) {
      send(res, 200, open);
    } else if (!sessions.knows(readCookie(req, cookieName))) {
      send(res, 401, strangerPage);
    } else {
      const file = files?.get(path);
      if (file === undefined) refuse(res, 404, 'There is nothing here.');
      else send(res, 200, file);
    }
  }

  const server = createServer(SERVER_OPTIONS, serve);
  admitConnections(server, new ConnectionTable(MAX_CONNECTIONS), options.guardPeer);
  const streamCheck = setInterval(endStreams, STREAM_CHECK_MS).unref();
  const port = await listen(server, options.port);
  host = `${LOOPBACK}:${port}`;
  cookieName = `plinth_console_${port}`;
  const url = `http://${host}/`;
  return {
    url,
    logOutAll: () => {
      const count = sessions.logOutAll();
      endStreams();
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
