import type { Connection } from './connections.ts';
import { hasWaiting } from './request-turns.ts';

/** The headers of one request, or five without a body. Node would parse 64 KB at once, which takes 10 ms. */
const SLICE_BYTES = 1024;
/** The time of one turn of the event loop that connections without a credential get for their requests. */
const TURN_MS = 4;

/** There can be more to read, or it can be read again. */
const WAKING = ['readable', 'resume', 'drain'];

const waiting = new Set<() => void>();

function giveTurns(): void {
  const end = performance.now() + TURN_MS;
  // A copy: what reads on waits for the next turn.
  for (const readSlice of [...waiting]) {
    waiting.delete(readSlice);
    readSlice();
    if (performance.now() >= end) break;
  }
  if (waiting.size > 0) setImmediate(giveTurns);
}

function takeTurn(readSlice: () => void): void {
  if (waiting.size === 0) setImmediate(giveTurns);
  waiting.add(readSlice);
}

/**
 * Hands a connection to its HTTP server, and gives the server its requests in small parts and in turns until it has sent a
 * credential. Clients that do not wait for answers would otherwise keep the event loop busy for seconds.
 */
export function readInTurns(connection: Connection, toHttp: () => void): void {
  const { socket } = connection;
  // Node stops reading itself while its answers pile up, and does not take more until they are sent.
  const isStopped = () =>
    socket.destroyed || socket.writableNeedDrain || hasWaiting(socket) || connection.isClosing;
  // The HTTP server gets what is read as an event.
  const read = () => socket.read(Math.min(socket.readableLength, SLICE_BYTES));
  const readSlice = () => {
    if (!isStopped()) read();
    if (isStopped()) return;
    if (connection.known) {
      // Without these listeners, the socket flows.
      for (const event of WAKING) socket.off(event, wait);
    } else if (socket.readableLength > 0) wait();
  };
  const wait = () => takeTurn(readSlice);
  takeTurn(() => {
    if (socket.destroyed) return;
    toHttp();
    read();
    // Most clients send a credential at once. Node's HTTP server reads a socket without this listener in native code.
    if (!connection.known) for (const event of WAKING) socket.on(event, wait);
    else if (!isStopped()) socket.resume();
  });
}
