import { connect, type Socket } from 'node:net';

/** One answer, from its exact bytes. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. A repeated header keeps its last value. */
  headers: ReadonlyMap<string, string>;
  body: string;
  /** Status line, headers and body as text, for searching. */
  text: string;
}

interface Waiter {
  withoutBody: boolean;
  resolve: (answer: RawAnswer | undefined) => void;
}

/** A bare TCP connection that writes exactly the given bytes and reads HTTP answers. */
export class RawConnection {
  readonly socket: Socket;
  /** Resolves when the connection has closed, for any reason. */
  readonly closed: Promise<void>;
  #received: Buffer = Buffer.alloc(0);
  readonly #waiters: Waiter[] = [];
  #isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#deliver();
    });
    // A reset also closes the connection. A waiting caller gets no answer.
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#isClosed = true;
      this.#deliver();
    });
  }

  static open(port: number, host = '127.0.0.1', allowHalfOpen = false): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, allowHalfOpen, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  send(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Returns the next answer, or undefined when the connection closed before a whole one arrived. */
  answer(withoutBody = false): Promise<RawAnswer | undefined> {
    return new Promise((resolve) => {
      this.#waiters.push({ withoutBody, resolve });
      this.#deliver();
    });
  }

  /** Received bytes that belong to no expected answer. */
  get unread(): string {
    return this.#received.toString('latin1');
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): Promise<void> {
    this.socket.destroy();
    return this.closed;
  }

  #deliver(): void {
    for (let waiter = this.#waiters[0]; waiter !== undefined; waiter = this.#waiters[0]) {
      const answer = this.#take(waiter.withoutBody);
      if (answer === undefined && !this.#isClosed) return;
      this.#waiters.shift();
      waiter.resolve(answer);
    }
  }

  #take(withoutBody: boolean): RawAnswer | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const head = this.#received.toString('latin1', 0, headEnd);
    const [statusLine, ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(statusLine!)?.[1]);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const bodyStart = headEnd + 4;
    const length = withoutBody || status < 200 ? 0 : Number(headers.get('content-length') ?? 0);
    if (this.#received.length < bodyStart + length) return undefined;
    const body = this.#received.toString('utf8', bodyStart, bodyStart + length);
    this.#received = this.#received.subarray(bodyStart + length);
    return { status, headers, body, text: `${head}\r\n\r\n${body}` };
  }
}

/** Sends one request over its own connection and returns its answer. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  withoutBody = false,
): Promise<RawAnswer | undefined> {
  const connection = await RawConnection.open(port);
  const answer = await connection.send(bytes).answer(withoutBody);
  await connection.close();
  return answer;
}
