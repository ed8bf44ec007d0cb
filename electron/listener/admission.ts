import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionTable, PeerGuard } from './connections.ts';
import { readInTurns } from './stranger-turns.ts';

/** Waits until a connection has sent data or has closed. Leaves the data in the socket's buffer. */
function firstData(socket: Socket, onSilence: () => void): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off('readable', settle);
      socket.off('close', settle);
      socket.off('timeout', onSilence);
      socket.setTimeout(0);
      resolve();
    };
    socket.on('readable', settle);
    socket.on('close', settle);
    socket.on('timeout', onSilence);
  });
}

/**
 * Admits connections and hands them to HTTP. Parses nothing from a connection before it is admitted.
 *
 * A connection is looked up only when it has sent its first data. A client that opens thousands of connections and sends
 * nothing causes no lookups and no HTTP parsers.
 */
export function admitConnections(
  server: Server,
  connections: ConnectionTable,
  guardPeer: PeerGuard | undefined,
): void {
  const [toHttp] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeAllListeners('connection');
  const silent = new Set<Socket>();
  const closeSilent = () => {
    for (const socket of silent) socket.destroy();
  };
  // Node calls this method when the server closes. It knows only the connections that HTTP has.
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeSilent();
    closeIdleConnections();
  };

  const timeOut = (socket: Socket) => {
    const error = Object.assign(new Error('silent'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!server.emit('clientError', error, socket)) socket.destroy();
  };
  const admit = async (socket: Socket) => {
    const onError = () => socket.destroy();
    const connection = connections.add(socket);
    silent.add(socket);
    socket.on('error', onError);
    socket.setTimeout(server.headersTimeout);
    await firstData(socket, () => timeOut(socket));
    silent.delete(socket);
    // A connection that is readable without data has ended.
    if (socket.readableLength === 0) socket.destroy();
    if (socket.destroyed) return;
    if (guardPeer !== undefined && !(await guardPeer(connection, connections))) {
      socket.resetAndDestroy();
      return;
    }
    readInTurns(connection, () => {
      socket.off('error', onError);
      toHttp.call(server, socket);
    });
  };
  (server as Server & { pauseOnConnect: boolean }).pauseOnConnect = true;
  server.on('connection', (socket) => void admit(socket));
}
