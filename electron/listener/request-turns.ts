import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connections.ts';

/**
 * Maximum number of waiting requests on all connections, and of the bytes of their bodies. Past it, the connection with the new
 * request is closed: no client of ours sends requests without waiting for answers.
 */
const MAX_WAITING = 8192;
const MAX_WAITING_BYTES = 16 * 1_048_576;
/** So much of a body Node reads before it is asked for. */
const MOST_READ_AHEAD = 65_536;
type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * True if the client has ended its side before the end of this request. Node notices this itself, but not while a connection
 * waits for its turn to be read.
 */
function isCutOff(req: IncomingMessage): boolean {
  return req.socket.readableEnded && !req.complete;
}

function refuseCutOff({ socket }: IncomingMessage): void {
  const { server } = socket as Socket & { server?: Server };
  const error = Object.assign(new Error('cut off'), { code: 'HPE_INVALID_EOF_STATE' });
  if (server?.emit('clientError', error, socket) !== true) socket.destroy();
}

function bytesOf({ headers }: IncomingMessage): number {
  const declared =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : MOST_READ_AHEAD;
  return Math.min(declared, MOST_READ_AHEAD);
}

interface Line {
  current: ServerResponse | undefined;
  waiting: { req: IncomingMessage; res: ServerResponse }[];
}

const lines = new WeakMap<Socket, Line>();

/** Returns true if requests of a connection wait behind the one in progress. */
export const hasWaiting = (socket: Socket): boolean => (lines.get(socket)?.waiting.length ?? 0) > 0;

/** Returns the answer that is next on a connection. Undefined if no request is unanswered. */
export function nextAnswer(socket: Socket): ServerResponse | undefined {
  const line = lines.get(socket);
  if (line?.current !== undefined && !line.current.writableFinished) return line.current;
  return line?.waiting[0]?.res;
}

/**
 * Wraps a handler so that each connection has one request in progress. Node hands over every request of a pipeline at
 * once, so a single connection could have thousands in progress while others wait.
 */
export function inTurns(handler: Handler): Handler {
  let waitingOfAll = 0;
  let bytesOfAll = 0;
  const count = (requests: Line['waiting'], sign: 1 | -1) => {
    waitingOfAll += sign * requests.length;
    for (const { req } of requests) bytesOfAll += sign * bytesOf(req);
  };

  const start = (line: Line, req: IncomingMessage, res: ServerResponse) => {
    line.current = res;
    const connection = connectionOf(req.socket);
    if (connection !== undefined) connection.busy = true;
    res.once('close', () => {
      line.current = undefined;
      if (connection !== undefined) connection.busy = line.waiting.length > 0;
      if (line.waiting.length > 0) setImmediate(next, line, req.socket);
    });
    handler(req, res);
  };

  const next = (line: Line, socket: Socket) => {
    if (line.current !== undefined) return;
    // The client is gone, or the last answer announced the end of the connection.
    if (!socket.writable || connectionOf(socket)?.isAnsweredLast === true) return forget(line);
    const first = line.waiting.shift();
    if (first === undefined) return;
    count([first], -1);
    // A connection that is read in turns waits for this.
    if (line.waiting.length === 0) socket.resume();
    if (isCutOff(first.req)) refuseCutOff(first.req);
    else start(line, first.req, first.res);
  };

  const forget = (line: Line) => {
    count(line.waiting.splice(0), -1);
  };

  return (req, res) => {
    const { socket } = req;
    let line = lines.get(socket);
    if (line === undefined) {
      const made: Line = { current: undefined, waiting: [] };
      line = made;
      lines.set(socket, made);
      socket.once('close', () => forget(made));
    }
    if (line.current === undefined && line.waiting.length === 0) return start(line, req, res);
    if (waitingOfAll >= MAX_WAITING || bytesOfAll >= MAX_WAITING_BYTES) {
      socket.destroy();
      return;
    }
    line.waiting.push({ req, res });
    count([{ req, res }], 1);
  };
}
