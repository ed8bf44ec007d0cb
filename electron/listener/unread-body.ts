import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { connectionOf } from './connections.ts';

const LINGER_MS = 1000;

/** The most requests that one connection sends after its end was decided. */
const MAX_IGNORED = 64;
const ignored = new WeakMap<Socket, number>();

/**
 * Leaves a request on a closing connection without an answer. Node keeps each such request until the connection closes, so
 * a connection with many is closed at once.
 */
export function ignoreRequest({ socket }: IncomingMessage): void {
  const count = (ignored.get(socket) ?? 0) + 1;
  ignored.set(socket, count);
  if (count > MAX_IGNORED) socket.destroy();
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
  const connection = connectionOf(socket);
  if (connection !== undefined) {
    connection.isClosing = true;
    connection.isAnsweredLast = true;
  }
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
