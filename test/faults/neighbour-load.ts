import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { BRIDGES_PATH, EVENTS_PATH } from '../../shared/limits.ts';

/** The load that a process of hostile neighbours produces. */
export type Hostility =
  | 'anonymous-flood'
  | 'token-flood'
  | 'large-events'
  | 'hostile-values'
  | 'idle-sockets'
  | 'slow-bodies';

/** The test's order for one process. */
export interface HostilityOrder {
  port: number;
  seconds: number;
  /** The hostile integration. */
  name: string;
  token: string;
  what: Hostility[];
}

export interface HostilityReport {
  sent: number;
  opened: number;
}

/** Limits by count, in addition to the time limit: the load must not endanger the machine. */
const MAX_REQUESTS = 400_000;
const MAX_OPENED = 40_000;
const IDLE_SOCKETS = 5000;
const PIPELINED = 50;
const MEBIBYTE = 1_048_576;

let deadline = 0;
let order: HostilityOrder;
let sent = 0;
let opened = 0;
let count = 0;
const sockets = new Set<Socket>();

const isOver = () => performance.now() >= deadline || sent >= MAX_REQUESTS || opened >= MAX_OPENED;

function open(onConnect: (socket: Socket) => void, onClose: () => void = () => {}): void {
  if (isOver()) return;
  opened += 1;
  const socket = connect(order.port, '127.0.0.1');
  sockets.add(socket);
  socket.on('connect', () => onConnect(socket));
  socket.on('error', () => {});
  socket.on('close', () => {
    sockets.delete(socket);
    onClose();
  });
}

/** Reopens a closed connection, with a pause. */
function keepOpen(onConnect: (socket: Socket) => void): void {
  open(onConnect, () => setTimeout(() => keepOpen(onConnect), 20));
}

const head = (method: string, path: string, length: number, authorization = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const authorization = () => `Authorization: Bearer ${order.token}\r\n`;

function eventBody(data: string, event = 'tool.before_use'): string {
  count += 1;
  return `{"schema":"service.event.v1","integration":${JSON.stringify(order.name)},"event":"${event}","sessionId":"hostile ${process.pid} ${count}","occurredAt":"${new Date().toISOString()}","data":${data}}`;
}

/** Sends the next request as soon as a part of an answer has arrived. */
function sequence(next: () => string): (socket: Socket) => void {
  return (socket) => {
    const send = () => {
      if (isOver()) return;
      sent += 1;
      socket.write(next());
    };
    socket.on('data', send);
    send();
  };
}

const dataWith = (text: string) => JSON.stringify({ toolName: 'Write', toolInput: { text } });

const hostileValues: (() => string)[] = [
  () =>
    `{"toolInput":{${Array.from({ length: 5000 }, (_, key) => `"password=hunter${key} a@b.co":1`).join(',')}}}`,
  () => dataWith('password=[email]x@y.co '.repeat(8000)),
  () => `{"toolInput":[${'[],'.repeat(100_000)}[]]}`,
  () => `{"toolInput":{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":{"s":"${key}"}`).join(',')}}}`,
  () => dataWith('a:'.repeat(100_000)),
  () => dataWith(`${'-----BEGIN PRIVATE KEY-----\\n'.repeat(5000)}`),
];

const acts: Record<Hostility, () => void> = {
  'anonymous-flood': () => {
    const stranger = () => head('POST', EVENTS_PATH, 0, 'Authorization: Bearer plint_x\r\n');
    // Pipelines that never wait for an answer, as long as the system accepts their data.
    for (let index = 0; index < 4; index += 1) {
      keepOpen((socket) => {
        const pump = () => {
          let taken = true;
          for (let burst = 0; taken && burst < 20 && !isOver(); burst += 1) {
            sent += PIPELINED;
            taken = socket.write(stranger().repeat(PIPELINED));
          }
          if (!isOver() && !socket.destroyed) {
            if (taken) setTimeout(pump, 5);
            else socket.once('drain', pump);
          }
        };
        socket.on('data', () => {});
        pump();
      });
    }
    for (let index = 0; index < 64; index += 1) keepOpen(sequence(stranger));
    // Clients that open a connection for each request.
    for (let index = 0; index < 4; index += 1) {
      keepOpen((socket) => {
        sent += 1;
        socket.once('data', () => socket.destroy());
        socket.write(`GET /${index} HTTP/1.1\r\nHost: evil.example\r\n\r\n`);
      });
    }
  },
  'token-flood': () => {
    const text = 'x'.repeat(700);
    for (let index = 0; index < 64; index += 1) {
      keepOpen(
        sequence(() => {
          const body = eventBody(dataWith(text));
          return `${head('POST', EVENTS_PATH, body.length, authorization())}${body}`;
        }),
      );
    }
    // A developer's token is not valid for a bridge, and is refused before any limit of its own.
    keepOpen(sequence(() => `${head('POST', `${BRIDGES_PATH}/codex`, 2, authorization())}{}`));
  },
  'large-events': () => {
    const sentence =
      'Please rename the parser and tell carol@corp.example, whose password=hunter2 is known. ';
    const text = sentence.repeat(Math.floor((MEBIBYTE - 4096) / sentence.length));
    for (let index = 0; index < 16; index += 1) {
      keepOpen(
        sequence(() => {
          const body = eventBody(dataWith(text));
          return `${head('POST', EVENTS_PATH, body.length, authorization())}${body}`;
        }),
      );
    }
  },
  'hostile-values': () => {
    let turn = 0;
    const bodies = hostileValues.map((value) => value());
    for (let index = 0; index < 4; index += 1) {
      keepOpen(
        sequence(() => {
          turn += 1;
          const body = eventBody(bodies[turn % bodies.length]!);
          return `${head('POST', EVENTS_PATH, Buffer.byteLength(body), authorization())}${body}`;
        }),
      );
    }
  },
  'idle-sockets': () => {
    let begun = 0;
    const more = () => {
      for (let index = 0; index < 50 && begun < IDLE_SOCKETS; index += 1) {
        begun += 1;
        open(() => {});
      }
      if (begun < IDLE_SOCKETS && !isOver()) setTimeout(more, 10);
    };
    more();
  },
  'slow-bodies': () => {
    const body = eventBody(dataWith('slow'));
    for (let index = 0; index < 200; index += 1) {
      const size = index % 2 === 0 ? body.length : MEBIBYTE;
      keepOpen((socket) => {
        sent += 1;
        socket.write(head('POST', EVENTS_PATH, size, authorization()));
        let at = 0;
        const timer = setInterval(() => {
          if (isOver() || socket.destroyed) clearInterval(timer);
          else socket.write(body.charAt(at++ % body.length));
        }, 200);
      });
    }
  },
};

// The test concerns how the host handles its input. The system decides who gets the processors.
setPriority(10);

process.once('message', (received: HostilityOrder) => {
  order = received;
  deadline = performance.now() + order.seconds * 1000;
  for (const what of order.what) acts[what]();
  setTimeout(() => {
    for (const socket of sockets) socket.resetAndDestroy();
    const report: HostilityReport = { sent, opened };
    process.send!(report, () => process.exit(0));
  }, order.seconds * 1000);
});
