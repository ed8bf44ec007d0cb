import type { Socket } from 'node:net';

/** Internal members of a server's socket. Node uses them to stop reading when answers pile up. */
interface PausableSocket extends Socket {
  _paused?: boolean;
  parser?: { resume(): void } | null;
}

/** Stops Node's HTTP server from reading more of a connection. It hands over what it has already read. */
export function stopReading(socket: PausableSocket): void {
  socket._paused = true;
  socket.pause();
}

/** Returns true if reading was stopped, by {@link stopReading} or by Node's HTTP server itself. */
export const isReadingStopped = (socket: PausableSocket): boolean => socket._paused === true;

/** Continues after {@link stopReading}. */
export function readOn(socket: PausableSocket): void {
  if (!isReadingStopped(socket)) return;
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}
