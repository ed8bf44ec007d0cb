import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import express, { type Express } from 'express';
import { bridgeSocketPaths, openSocketFolder } from '../bridges/connect/private-socket-folder.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { ConnectionTable } from './connections.ts';
import { unavailable } from './events-route.ts';
import { createCollectorServer } from './listener.ts';
import { messageClassesOf } from './message-classes.ts';
import { guardRequest } from './request-guards.ts';

const HOSTS: ReadonlySet<string> = new Set(['localhost']);
const STOP_SWEEP_MS = 20;
const STOP_GRACE_MS = 5000;

/** The private socket between this user's launchers and the collector. */
interface BridgeSocket {
  path: string;
  /** Stops accepting, lets in-flight requests finish, then closes the remaining connections. */
  stop(): Promise<void>;
}

/** Creates the application behind the socket. It has the listener's guards and only the bridges' route. */
function createBridgeApp(context: CollectorContext, addRoute: (app: Express) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.use((req, res, next) => {
    const refusal = guardRequest(req, HOSTS);
    if (refusal !== undefined) return refuse(context, req, res, 'bridges', refusal);
    next();
  });
  addRoute(app);
  app.use((req, res) => refuse(context, req, res, 'bridges', { code: 'not_found' }));
  const onError: express.ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof URIError) return refuse(context, req, res, 'bridges', { code: 'not_found' });
    context.faults.note('bridge route', error);
    refuse(context, req, res, 'bridges', unavailable);
  };
  app.use(onError);
  return app;
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
 * Listens on the Unix socket for the bridges' launchers. Only this user can reach the socket. Nobody can take its place
 * after a crash, and no proxy sees the payloads. The caller holds the host lock, so an existing socket file is stale.
 * Rejects with the reason of the last path that was tried.
 */
export async function startBridgeSocket(
  dataDir: string,
  context: CollectorContext,
  addRoute: (app: Express) => void,
): Promise<BridgeSocket> {
  const app = createBridgeApp(context, addRoute);
  const classes = messageClassesOf(app);
  const connections = new ConnectionTable();
  let reason: unknown = new Error('no_path_for_a_socket');
  for (const path of bridgeSocketPaths(dataDir)) {
    const server = createCollectorServer({ handler: app, classes, connections });
    try {
      openSocketFolder(path, dataDir);
      rmSync(path, { force: true });
      await listen(server, path);
      chmodSync(path, 0o600);
    } catch (error) {
      reason = error;
      server.close();
      continue;
    }
    return { path, stop: () => stopServer(server) };
  }
  throw reason;
}

async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A busy connection becomes idle only after its answer is written.
  const sweep = setInterval(() => server.closeIdleConnections(), STOP_SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
