import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { mixedEvents } from './mixed-events.ts';

/** The contents of the events: one repeated sentence, real texts of different sizes, or lines with a secret each. */
export type Bodies = 'sentence' | 'mixed' | 'secrets';

/** The parent process's order. */
export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  /** Size of an event with repeated contents. */
  bodyBytes: number;
  bodies?: Bodies;
  /** The folder of the real texts, unless they are those of this project. */
  texts?: string | undefined;
  integrations: { name: string; token: string }[];
  /** The pause of each connection after an answer. */
  pauseMs?: number;
  /** Makes sessions and contents of this run unique. */
  run: string;
}

export interface LoadResult {
  requests: number;
  notAccepted: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Writes a number for each of a connection's events into the data, so that no event is answered as a retry. */
type WriteBody = (head: string, connection: number, count: number) => string;

function repeatedBodies({ bodyBytes, run }: LoadOrder, filler: string): WriteBody {
  return (head, connection, count) => {
    const start = `${head},"event":"prompt.submitted","data":{"destination":"anthropic","cwd":"/srv/project","content":"${run} ${connection} ${count} `;
    return `${start}${filler.slice(0, Math.max(0, bodyBytes - start.length - 3))}"}}`;
  };
}

/** Stands before each long text until the event is sent. */
const MARK = '\ufdd0';
/** The path of a file comes again and again, its text seldom. */
const LONGEST_PATH = 128;
const LETTERS = 26;
const LETTER_A = 97;

/** Writes a text as a word of small letters. */
const asWord = (text: string) =>
  String.fromCharCode(...Buffer.from(text).map((byte) => LETTER_A + (byte % LETTERS)));

/**
 * Writes real texts. They come again, and a server knows a text again: each begins with a word of its own.
 */
function mixedBodies({ run, texts }: LoadOrder): WriteBody {
  // Serialized once: the generator shares the cores with the server.
  const events = mixedEvents(texts).map(({ event, data }) => {
    const marked = JSON.stringify(data, (_, value) =>
      typeof value === 'string' && value.length > LONGEST_PATH ? `${MARK}${value}` : value,
    );
    return `"event":"${event}","data":${marked.slice(0, -1)}`.split(MARK);
  });
  return (head, connection, count) => {
    const parts = events[(connection * STRIDE + count) % events.length]!;
    const word = asWord(`${run}${connection}-${count}`);
    return `${head},${parts.join(`${word} `)},"callId":"call_${run}_${connection}_${count}"}}`;
  };
}

// Requests are written, and answers scanned, on bare sockets. A general load generator would use more of the
// second core than the servers leave free.
function requestText(order: LoadOrder, write: WriteBody, connection: number, count: number): string {
  // Each connection cycles through its own tokens, so that none reaches its rate limit and sessions stay few.
  const own = Math.max(1, Math.floor(order.integrations.length / order.connections));
  const { name, token } = order.integrations[(connection * own + (count % own)) % order.integrations.length]!;
  const head = `{"schema":"service.event.v1","integration":${JSON.stringify(name)},"sessionId":"bench-${order.run}-${connection}","occurredAt":"${new Date().toISOString()}"`;
  const body = write(head, connection, count);
  return `POST /api/developer/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const SENTENCE =
  'Please rename the parser module and update every import that mentions it, then run the tests. ';
const SECRET =
  'export DB_PASSWORD=kW7vT2qLx9 GITHUB_TOKEN=ghp_R8mZc4Yb1Nd6Wf3Hs0Jt5Kx2Lv7Pq9Ga4Ue mail ann@acme.io ';
const MAX_FILLER_CHARACTERS = 1_100_000;
const fillerOf = (text: string) => text.repeat(Math.ceil(MAX_FILLER_CHARACTERS / text.length));
/** Distance between the first events of two connections. A prime number, so that they stay different. */
const STRIDE = 37;
const CONTENT_LENGTH = /content-length: (\d+)/i;

function run(order: LoadOrder): Promise<LoadResult> {
  const latency = createHistogram();
  const write =
    order.bodies === 'mixed'
      ? mixedBodies(order)
      : repeatedBodies(order, fillerOf(order.bodies === 'secrets' ? SECRET : SENTENCE));
  process.send!('started');
  const startedAt = performance.now();
  const deadline = startedAt + order.seconds * 1000;
  let requests = 0;
  let notAccepted = 0;

  const lane = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(order.port, '127.0.0.1');
      socket.setNoDelay(true);
      let count = 0;
      let sentAt = 0;
      let answer = '';
      const send = () => {
        const text = requestText(order, write, connection, count);
        count += 1;
        sentAt = performance.now();
        socket.write(text);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
        const headerEnd = answer.indexOf('\r\n\r\n');
        if (headerEnd === -1) return;
        const length = Number(CONTENT_LENGTH.exec(answer)?.[1] ?? 0);
        if (answer.length < headerEnd + 4 + length) return;
        const now = performance.now();
        latency.record(Math.max(1, Math.round((now - sentAt) * 1e6)));
        requests += 1;
        if (!answer.startsWith('HTTP/1.1 202')) notAccepted += 1;
        answer = '';
        if (now < deadline) {
          if (order.pauseMs === undefined) send();
          else setTimeout(send, order.pauseMs);
        } else {
          socket.destroy();
          resolve();
        }
      });
    });

  return Promise.all(Array.from({ length: order.connections }, (_, connection) => lane(connection))).then(
    () => {
      const seconds = (performance.now() - startedAt) / 1000;
      return {
        requests,
        notAccepted,
        perSecond: requests / seconds,
        p50Ms: latency.percentile(50) / 1e6,
        p99Ms: latency.percentile(99) / 1e6,
        maxMs: latency.max / 1e6,
      };
    },
  );
}

process.once('message', (order: LoadOrder) => {
  run(order).then((result) => process.send!(result, () => process.exit(0)));
});
