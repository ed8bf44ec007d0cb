import { lstatSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { proofNonce, ServerProof } from '../../bridges/connect/server-proof.ts';
import { readOwnText } from '../../platform/regular-file.ts';

/** Reports, and their bytes, that wait while the collector is slow. Later ones are dropped and counted. */
const MAX_WAITING = 512;
const MAX_WAITING_BYTES = 16 * 1_048_576;
/** The time limit of one report. The same limit holds for the hooks of the other bridges. */
const ANSWER_MS = 500;
const MAX_ANSWER_BYTES = 4096;

/** The route file of a bridge, as the launcher's files write it. */
interface Route {
  socketPath?: string;
  host?: string;
  port?: number;
  proofSecret?: string;
  path: string;
  authorization: string;
}

/** Serializes a report, without an input that nests too deeply to be written. */
function bodyOf(report: object): Buffer {
  try {
    return Buffer.from(JSON.stringify(report));
  } catch {
    return Buffer.from(JSON.stringify({ ...report, input: undefined }));
  }
}

/** Returns true if the socket and its folder belong to this user, and the folder is closed to all others. */
function isPrivate(path: string): boolean {
  const uid = process.getuid?.();
  const socket = lstatSync(path);
  const folder = lstatSync(dirname(path));
  if (!socket.isSocket() || !folder.isDirectory()) return false;
  return socket.uid === uid && folder.uid === uid && (folder.mode & 0o077) === 0;
}

/**
 * Sends reports to the collector, one after the other. The reader of this process never waits for it. A report that
 * nothing answers is discarded.
 */
export class ReportSender {
  readonly #folder: string;
  readonly #bridge: string;
  // The process's own agent can obey the proxies of the environment.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #waiting = 0;
  #waitingBytes = 0;
  #dropped = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(dataDir: string, bridge: string) {
    this.#folder = join(dataDir, 'bridges');
    this.#bridge = bridge;
  }

  /** Returns true if a collector listens for this bridge. */
  isOpen(): boolean {
    return this.#route() !== undefined;
  }

  /** The reports that were dropped because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Sends a report after those before it. It is serialized at once, so that its input can be forgotten. */
  send(report: object): void {
    const body = bodyOf(report);
    if (this.#waiting >= MAX_WAITING || this.#waitingBytes + body.length > MAX_WAITING_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#waiting += 1;
    this.#waitingBytes += body.length;
    this.#tail = this.#tail.then(async () => {
      await this.#deliver(body).catch(() => {});
      this.#waiting -= 1;
      this.#waitingBytes -= body.length;
    });
  }

  /** Waits for the reports that were sent, for a moment at most. */
  async close(): Promise<void> {
    await Promise.race([this.#tail, wait(ANSWER_MS, undefined, { ref: false })]);
    this.#agent.destroy();
  }

  #route(): Route | undefined {
    try {
      // A connection that was made under another HOME has a longer name.
      const names = readdirSync(this.#folder).filter(
        (name) => name.startsWith(this.#bridge) && name.endsWith('.route'),
      );
      const [first] = names.sort((a, b) => a.length - b.length);
      return first === undefined ? undefined : JSON.parse(readOwnText(join(this.#folder, first)));
    } catch {
      return undefined;
    }
  }

  async #deliver(body: Buffer): Promise<void> {
    // The collector can start, stop or move while the agent works.
    const route = this.#route();
    if (route === undefined) return;
    const trusted =
      route.socketPath === undefined ? await this.#isCollector(route) : isPrivate(route.socketPath);
    if (!trusted) return;
    await this.#exchange(route, 'POST', route.path, body);
  }

  /** A port can belong to another program. The collector of this run knows a secret of the private route file. */
  async #isCollector(route: Route): Promise<boolean> {
    const nonce = proofNonce();
    const expected = new ServerProof(route.proofSecret).answer(nonce, route.port ?? 0);
    const answer = await this.#exchange(
      route,
      'GET',
      `${dirname(route.path)}/proof/${nonce}`,
      Buffer.alloc(0),
    );
    return answer.trim() === expected;
  }

  #exchange(route: Route, method: string, path: string, body: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const { socketPath, host, port, authorization } = route;
      const place = socketPath === undefined ? { host, port } : { socketPath, host: 'localhost' };
      const headers = {
        ...(socketPath === undefined ? {} : { Host: 'localhost' }),
        ...(method === 'POST' ? { Authorization: authorization, 'Content-Type': 'application/json' } : {}),
        'Content-Length': body.length,
      };
      const options = { ...place, method, path, headers, agent: this.#agent, timeout: ANSWER_MS };
      const call = request(options, (answer) => {
        let text = '';
        answer.setEncoding('latin1').on('data', (chunk: string) => {
          text = (text + chunk).slice(0, MAX_ANSWER_BYTES);
        });
        answer.once('end', () => resolve(text));
        answer.once('error', reject);
      });
      call.once('timeout', () => call.destroy(new Error('timeout')));
      call.once('error', reject);
      call.end(body);
    });
  }
}
