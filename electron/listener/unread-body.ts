import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';

const LINGER_MS = 1000;

const closing = new WeakSet<Socket>();

/** True once nothing further that arrives on the connection is a request. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

const answeredLast = new WeakSet<Socket>();

/** True once an answer has ended the connection: what came behind its request is not answered. */
export function isAnsweredLast(socket: Socket): boolean {
  return answeredLast.has(socket);
}

/** What arrives on the connection from now on is not looked at. */
export function markClosing(socket: Socket): void {
  closing.add(socket);
}

/**
 * True when a refused request's connection cannot serve another, because a body is on its way that nobody will read.
 * A body of a known, small length is left to Node, which skips it and keeps the connection.
 */
export function leavesBodyUnread(req: IncomingMessage): boolean {
  if (req.complete) return false;
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = req.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  return hasBody && (encoding !== undefined || expect !== undefined || Number(length) > MAX_EVENT_BYTES);
}

/** Has the connection closed after the answer, and the rest of the body stay where it is. */
export function closeUnread(req: IncomingMessage): void {
  const { socket } = req;
  markClosing(socket);
  answeredLast.add(socket);
  // Node skips through a body that nobody began to read. One that was begun fills a single buffer and waits there. (Where
  // the buffer has filled already, read(0) would begin nothing.)
  req._read(0);
  // What Node calls once the answer is written. Destroying at once, with bytes unread, would reset the connection
  // under a client that is still sending, and could lose it the answer.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
