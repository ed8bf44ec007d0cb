import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Express } from 'express';
import { bridgeSocketPaths, openSocketFolder } from '../bridges/connect/private-socket-folder.ts';
import { KeptSocket } from '../platform/kept-socket.ts';
import { addDeveloperRoutes, createGuardedApp } from './collector-app.ts';
import type { CollectorContext } from './collector-context.ts';
import { ConnectionTable } from './connections.ts';
import { createCollectorServer, stopServers } from './listener.ts';
import { messageClassesOf } from './message-classes.ts';

/** The private socket between this user's launchers and the collector. */
interface BridgeSocket {
  path: string;
  /** Returns true if the socket is at its path. */
  isKept(): boolean;
  /** Listens at the path again, after another program deleted the socket. Open connections stay. */
  reopen(): Promise<void>;
  /** Stops accepting, lets in-flight requests finish, then closes the remaining connections. */
  stop(): Promise<void>;
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Listens on the Unix socket for the bridges' launchers, and for other programs with a token. Only this user can reach the socket. Nobody can take its place
 * after a crash, and no proxy sees the payloads. The caller holds the host lock, so an existing socket file is stale.
 * Rejects with the reason of the last path that was tried.
 */
export async function startBridgeSocket(
  dataDir: string,
  context: CollectorContext,
  addRoute: (app: Express) => void,
): Promise<BridgeSocket> {
  const app = createGuardedApp(context, {
    hosts: new Set(['localhost']),
    endpoint: 'bridges',
    faultName: 'bridge route',
    addRoutes: (guarded) => {
      addRoute(guarded);
      addDeveloperRoutes(guarded, context);
    },
  });
  const classes = messageClassesOf(app);
  const connections = new ConnectionTable();
  const listenAt = async (path: string): Promise<Server> => {
    const server = createCollectorServer({ handler: app, classes, connections });
    try {
      openSocketFolder(path, dataDir);
      rmSync(path, { force: true });
      await listen(server, path);
      chmodSync(path, 0o600);
      return server;
    } catch (error) {
      server.close();
      throw error;
    }
  };
  let reason: unknown = new Error('no_path_for_a_socket');
  for (const path of bridgeSocketPaths(dataDir)) {
    try {
      const socket = new KeptSocket(path, await listenAt(path), () => listenAt(path));
      return {
        path,
        isKept: () => socket.isKept(),
        reopen: () => socket.reopen(),
        stop: () => stopServers(socket.servers),
      };
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}
