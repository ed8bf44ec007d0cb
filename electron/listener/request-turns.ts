import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connections.ts';
import { isAnsweredLast } from './unread-body.ts';

/** Requests of all connections that may wait behind others of their own connection; whose is one too many is closed. */
const MAX_WAITING = 8192;
/**
 * The same for one connection that has shown no credential: what Node reads at once, after which nothing is read until
 * these are answered. To close it sooner would only have it come again.
 */
const MAX_WAITING_UNKNOWN = 1024;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** What Node keeps on a server's socket; it stops reading there in the same way when answers pile up. */
interface PausableSocket extends Socket {
  _paused?: boolean;
  parser?: { resume(): void } | null;
}

function stopReading(socket: PausableSocket): void {
  socket._paused = true;
  socket.pause();
}

function readOn(socket: PausableSocket): void {
  if (socket._paused !== true) return;
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}

interface Line {
  busy: boolean;
  waiting: { req: IncomingMessage; res: ServerResponse }[];
}

/**
 * Has one request of a connection in work at a time. Node hands over every request of a pipeline at once, so that a single
 * connection could have thousands in work while others wait.
 */
export function inTurns(handler: Handler): Handler {
  const lines = new WeakMap<Socket, Line>();
  let waitingOfAll = 0;

  const start = (line: Line, req: IncomingMessage, res: ServerResponse) => {
    line.busy = true;
    const connection = connectionOf(req.socket);
    if (connection !== undefined) connection.busy = true;
    res.once('close', () => {
      line.busy = false;
      if (connection !== undefined) connection.busy = line.waiting.length > 0;
      if (line.waiting.length > 0) setImmediate(next, line, req.socket);
    });
    handler(req, res);
  };

  const next = (line: Line, socket: Socket) => {
    if (line.busy) return;
    // Nobody is left to answer, or the last answer has announced the end.
    if (!socket.writable || isAnsweredLast(socket)) return forget(line);
    const first = line.waiting.shift();
    if (first === undefined) return;
    waitingOfAll -= 1;
    if (line.waiting.length === 0) readOn(socket);
    start(line, first.req, first.res);
  };

  const forget = (line: Line) => {
    waitingOfAll -= line.waiting.length;
    line.waiting.length = 0;
  };

  return (req, res) => {
    const { socket } = req;
    let line = lines.get(socket);
    if (line === undefined) {
      const made: Line = { busy: false, waiting: [] };
      line = made;
      lines.set(socket, made);
      socket.once('close', () => forget(made));
    }
    if (!line.busy && line.waiting.length === 0) return start(line, req, res);
    const limit = connectionOf(socket)?.known === true ? MAX_WAITING : MAX_WAITING_UNKNOWN;
    if (line.waiting.length >= limit || waitingOfAll >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    line.waiting.push({ req, res });
    waitingOfAll += 1;
    stopReading(socket);
  };
}
