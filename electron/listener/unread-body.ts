import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { stopReading } from './reading.ts';

const LINGER_MS = 1000;

const closing = new WeakSet<Socket>();

/** Returns true if the collector ignores further data on the connection. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

const answeredLast = new WeakSet<Socket>();

/** Returns true if an answer has ended the connection. Requests behind that answer get no answer. */
export function isAnsweredLast(socket: Socket): boolean {
  return answeredLast.has(socket);
}

/** Ignores all further data on the connection. */
export function markClosing(socket: Socket): void {
  closing.add(socket);
}

const ignored = new WeakSet<ServerResponse>();

/** Returns true if the answer belongs to a request that {@link ignoreRequest} has left without one. */
export function isIgnored(res: ServerResponse): boolean {
  return ignored.has(res);
}

/**
 * Leaves a request on a closing connection without an answer. Node keeps each such request until the connection closes,
 * so reading stops: a pipeline would otherwise fill the memory while earlier requests wait for their answers.
 */
export function ignoreRequest({ socket }: IncomingMessage, res: ServerResponse): void {
  ignored.add(res);
  stopReading(socket);
}

/**
 * Returns true if the connection of a refused request cannot serve another request because its body stays unread. Node
 * skips a body of a known small length and keeps the connection.
 */
export function leavesBodyUnread(req: IncomingMessage): boolean {
  if (req.complete) return false;
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = req.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  return hasBody && (encoding !== undefined || expect !== undefined || Number(length) > MAX_EVENT_BYTES);
}

/** Closes the connection after the answer and leaves the rest of the body unread. */
export function closeUnread(req: IncomingMessage): void {
  const { socket } = req;
  markClosing(socket);
  answeredLast.add(socket);
  // Node skips a body if nobody has started to read it. After a read starts, Node fills a single buffer and stops
  // there. `read(0)` would not start a read if that buffer is already full.
  req._read(0);
  // Node calls this method once the answer is written.
  socket.destroySoon = () => endUnread(socket);
}

/**
 * Ends the connection after the last answer. Destroying the socket at once, with unread bytes, resets the connection. A
 * client that is still sending could then lose the answer, and on Windows every client loses what it has not read.
 */
export function endUnread(socket: Socket, answer = ''): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
