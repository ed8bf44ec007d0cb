import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connections.ts';
import { readOn, stopReading } from './reading.ts';
import { isAnsweredLast } from './unread-body.ts';

/** Maximum number of waiting requests on all connections. Past it, the connection with the new request is closed. */
const MAX_WAITING = 8192;
type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * True if the client has ended its side before the end of this request. Node notices this itself, but not while the
 * connection is paused.
 */
function isCutOff(req: IncomingMessage): boolean {
  return req.socket.readableEnded && !req.complete;
}

function refuseCutOff({ socket }: IncomingMessage): void {
  const { server } = socket as Socket & { server?: Server };
  const error = Object.assign(new Error('cut off'), { code: 'HPE_INVALID_EOF_STATE' });
  if (server?.emit('clientError', error, socket) !== true) socket.destroy();
}

interface Line {
  busy: boolean;
  waiting: { req: IncomingMessage; res: ServerResponse }[];
}

/**
 * Wraps a handler so that each connection has one request in progress. Node hands over every request of a pipeline at
 * once, so a single connection could have thousands in progress while others wait.
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
    // The client is gone, or the last answer announced the end of the connection.
    if (!socket.writable || isAnsweredLast(socket)) return forget(line);
    const first = line.waiting.shift();
    if (first === undefined) return;
    waitingOfAll -= 1;
    if (line.waiting.length === 0) readOn(socket);
    if (isCutOff(first.req)) refuseCutOff(first.req);
    else start(line, first.req, first.res);
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
    if (waitingOfAll >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    line.waiting.push({ req, res });
    waitingOfAll += 1;
    stopReading(socket);
  };
}
