import type { Connection } from './connections.ts';
import { isReadingStopped } from './reading.ts';
import { isClosing } from './unread-body.ts';

/** The headers of one request, or five without a body. Node would parse 64 KB at once, which takes 10 ms. */
const SLICE_BYTES = 1024;
/** The time of one turn of the event loop that connections without a credential get for their requests. */
const TURN_MS = 4;

const waiting = new Set<() => void>();

function takeTurn(): void {
  const end = performance.now() + TURN_MS;
  // A copy: what reads on waits for the next turn.
  for (const readSlice of [...waiting]) {
    waiting.delete(readSlice);
    readSlice();
    if (performance.now() >= end) break;
  }
  if (waiting.size > 0) setImmediate(takeTurn);
}

/**
 * Gives the requests of a connection without a credential to its HTTP server in small parts and in turns. Clients that do
 * not wait for answers would otherwise keep the event loop busy for seconds.
 */
export function readInTurns(connection: Connection): void {
  const { socket } = connection;
  const isStopped = () => socket.destroyed || isReadingStopped(socket) || isClosing(socket);
  const readSlice = () => {
    // The HTTP server gets what is read as an event.
    if (!isStopped()) socket.read(Math.min(socket.readableLength, SLICE_BYTES));
    if (isStopped()) return;
    if (connection.known) {
      // Without this listener, the socket flows.
      socket.off('readable', wait).off('resume', wait);
    } else if (socket.readableLength > 0) wait();
  };
  const wait = () => {
    if (waiting.size === 0) setImmediate(takeTurn);
    waiting.add(readSlice);
  };
  socket.on('readable', wait).on('resume', wait);
}
