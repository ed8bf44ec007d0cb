import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';

const ENDPOINT = /^DevTools listening on (ws:\S+)$/;
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--no-startup-window',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-renderer-backgrounding',
  '--remote-debugging-port=0',
];

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

/** One DevTools protocol session, with the browser or with one of its pages. It emits the protocol's events. */
export class Session extends EventEmitter {
  readonly #post: (method: string, params: Params) => Promise<Params>;

  constructor(post: (method: string, params: Params) => Promise<Params>) {
    super();
    this.#post = post;
  }

  send<T = Params>(method: string, params: Params = {}): Promise<T> {
    return this.#post(method, params) as Promise<T>;
  }
}

/** A separate Chromium. Other clients can connect to it too. */
export class Chromium {
  readonly endpoint: string;
  readonly browser: Session;
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #sessions = new Map<string, Session>();
  readonly #waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>();
  #lastId = 0;

  private constructor(child: ChildProcess, profile: string, endpoint: string, socket: WebSocket) {
    this.#process = child;
    this.#profile = profile;
    this.endpoint = endpoint;
    this.#socket = socket;
    this.browser = new Session((method, params) => this.#request(undefined, method, params));
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message));
  }

  static async start(executable: string): Promise<Chromium> {
    const profile = temporaryFolder();
    const child = spawn(executable, [...ARGS, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const endpoint = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = ENDPOINT.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}`)));
    });
    const socket = new WebSocket(endpoint);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Chromium(child, profile, endpoint, socket);
  }

  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const session = new Session((method, params) => this.#request(sessionId, method, params));
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** Ends it at once, with its profile. This process ends next. */
  kill(): void {
    this.#process.kill('SIGKILL');
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #request(sessionId: string | undefined, method: string, params: Params): Promise<Params> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(
      JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
    );
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #hear({ id, sessionId, method, params, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result ?? {});
      else waiting?.reject(new Error(error.message));
    } else if (method !== undefined) {
      const session = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
      session?.emit(method, params);
    }
  }
}
