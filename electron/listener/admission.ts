import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionTable, PeerGuard } from './connections.ts';

/** Admits connections and hands them to HTTP. Reads nothing from a connection before it is admitted. */
export function admitConnections(
  server: Server,
  connections: ConnectionTable,
  guardPeer: PeerGuard | undefined,
): void {
  const [toHttp] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeAllListeners('connection');
  if (guardPeer === undefined) {
    server.on('connection', (socket) => {
      connections.add(socket);
      toHttp.call(server, socket);
    });
    return;
  }
  (server as Server & { pauseOnConnect: boolean }).pauseOnConnect = true;
  server.on('connection', (socket) => {
    const onError = () => socket.destroy();
    socket.once('error', onError);
    void guardPeer(connections.add(socket), connections).then((admitted) => {
      if (!admitted) {
        socket.resetAndDestroy();
        return;
      }
      if (socket.destroyed) return;
      socket.off('error', onError);
      toHttp.call(server, socket);
      socket.resume();
    });
  });
}
