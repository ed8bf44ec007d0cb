import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONSOLE_KEY_HEADER, CONSOLE_LOGOUT_PATH } from '../../shared/console.ts';
import { isJson } from '../control/transports/http-transport.ts';
import type { PageFile } from '../control/transports/page-files.ts';
import { markKnown } from '../listener/connections.ts';
import { refuse, send, sendJson, textFile } from './console-answers.ts';
import { CONSOLE_STYLE, LOGIN_PAGE, LOGIN_SCRIPT, STRANGER_PAGE } from './console-pages.ts';
import type { ConsoleSessions } from './console-sessions.ts';

const MAX_LOGIN_BYTES = 1024;
const ICON = '/icon.svg';
const NOT_FOUND = 'The console has no such page.';

const strangerPage = textFile('text/html', STRANGER_PAGE);
const publicFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/login', textFile('text/html', LOGIN_PAGE)],
  ['/login.js', textFile('text/javascript', LOGIN_SCRIPT)],
  ['/console.css', textFile('text/css', CONSOLE_STYLE)],
]);

/** Returns the cookies of a name. Another port can set one of the same name, with a longer path that comes first. */
function readCookies(req: IncomingMessage, name: string): string[] {
  return (req.headers.cookie ?? '').split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
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

interface RequestOptions {
  /** The console's own address, as the Host header names it. */
  host: string;
  cookieName: string;
  /** The files of the built window. */
  files: ReadonlyMap<string, PageFile>;
  sessions: ConsoleSessions;
  /** Serves the control contract. Returns false if it has no such path. */
  transport: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** Answers the requests of browsers to the console. */
export class ConsoleRequests {
  readonly #options: RequestOptions;
  readonly #streams = new Map<ServerResponse, string>();

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  serve(req: IncomingMessage, res: ServerResponse): void {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    if (this.#refusesSender(req, res, path)) return;
    if (path === '/login' && req.method === 'POST') {
      this.#logIn(req, res).catch(() => res.destroy());
    } else if (path.startsWith('/control/')) {
      this.#serveControl(req, res);
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      refuse(res, 405, 'This address only answers GET.');
    } else {
      this.#serveFile(req, res, path);
    }
  }

  /** Closes the event streams whose session has ended. */
  endStreams(): void {
    for (const [stream, cookie] of this.#streams) {
      if (!this.#options.sessions.knows(cookie)) stream.destroy();
    }
  }

  /** Refuses requests from other hosts, other sites and other pages. Returns true if it answered. */
  #refusesSender(req: IncomingMessage, res: ServerResponse, path: string): boolean {
    const { host } = this.#options;
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = req.headers;
    // A domain rebound to loopback has its own Host. A request from another site has its own Origin.
    if (req.headers.host !== host) {
      refuse(res, 421, `Open Plinth’s console at http://${host}/.`);
      return true;
    }
    const foreign = origin !== undefined && origin !== `http://${host}`;
    const navigates = req.method === 'GET' && mode === 'navigate';
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none' && !navigates)) {
      refuse(res, 403, 'Plinth’s console does not answer other sites.');
      return true;
    }
    // These requests change or reveal data. Only the console's own page may send them, and the browser identifies it.
    const ownPageOnly = path.startsWith('/control/') || req.method !== 'GET';
    if (ownPageOnly && (site !== 'same-origin' || (req.method !== 'GET' && origin === undefined))) {
      refuse(res, 403, 'Only the console’s own page may send this request.');
      return true;
    }
    return false;
  }

  async #logIn(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!isJson(req)) {
      refuse(res, 415, 'Send the login as application/json.');
      return;
    }
    const session = this.#options.sessions.logIn(await readLoginSecret(req));
    if (session === undefined) {
      refuse(res, 401, 'This login link was used before or is too old.');
      return;
    }
    sendJson(
      res,
      { key: session.key },
      { 'Set-Cookie': `${this.#options.cookieName}=${session.cookie}; Path=/; HttpOnly; SameSite=Strict` },
    );
  }

  #serveControl(req: IncomingMessage, res: ServerResponse): void {
    const { sessions, transport } = this.#options;
    const key = req.headers[CONSOLE_KEY_HEADER] as string | undefined;
    const cookie = readCookies(req, this.#options.cookieName).find((each) => sessions.trusts(each, key));
    if (cookie === undefined) {
      refuse(res, 401, 'This request needs a login.');
      return;
    }
    markKnown(req.socket);
    if (req.method === 'GET') {
      this.#streams.set(res, cookie);
      res.once('close', () => this.#streams.delete(res));
    }
    if (req.method === 'POST' && req.url === CONSOLE_LOGOUT_PATH) this.#logOut(cookie, res);
    else if (!transport(req, res)) refuse(res, 404, NOT_FOUND);
  }

  #logOut(cookie: string, res: ServerResponse): void {
    this.#options.sessions.logOut(cookie);
    this.endStreams();
    sendJson(
      res,
      {},
      {
        'Set-Cookie': `${this.#options.cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
        'Clear-Site-Data': '"storage", "cache"',
      },
    );
  }

  #serveFile(req: IncomingMessage, res: ServerResponse, path: string): void {
    const { files, sessions } = this.#options;
    const open = path === ICON ? files.get(ICON) : publicFiles.get(path);
    if (open !== undefined) {
      send(res, 200, open);
    } else if (!readCookies(req, this.#options.cookieName).some((each) => sessions.knows(each))) {
      send(res, 401, strangerPage);
    } else {
      const file = files.get(path);
      if (file === undefined) refuse(res, 404, NOT_FOUND);
      else send(res, 200, file);
    }
  }
}
