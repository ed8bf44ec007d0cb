import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  ControlChannel,
  ControlEnvelope,
  ControlParams,
  ControlResult,
} from '../../../shared/control.ts';
import { HostError } from '../../platform/host-error.ts';
import { isHostLocked } from '../../platform/host-lock.ts';
import { KeptSocket } from '../../platform/kept-socket.ts';
import {
  explainFolderFault,
  type FolderFault,
  makeTrustedFolder,
  privateFolderFault,
} from '../../platform/private-folder.ts';
import { userNumber } from '../../platform/user-account.ts';
import type { ControlDispatch } from '../dispatch.ts';
import type { EventHub } from '../event-hub.ts';
import { createHttpTransport } from './http-transport.ts';

/** The smallest limit among the platforms for the path of a Unix socket, including its closing NUL. */
const MAX_SOCKET_PATH = 104;
/** A host whose call takes longer says so in this interval, so that a client can tell it from one that does not answer. */
const SIGN_INTERVAL_MS = 2000;
/** Longest silence of a host. Its event loop never pauses for so long, even on a busy computer. */
const SILENCE_LIMIT_MS = 10_000;

/** Returns the same text for each spelling of a folder on Windows: in another case, by a short name or by a link. */
function oneSpelling(folder: string): string {
  try {
    return realpathSync.native(folder).toLowerCase();
  } catch {
    return folder.toLowerCase();
  }
}

/**
 * Returns the path of a data directory's control socket. On Windows it is a named pipe. If the directory's path is too
 * long for a socket, the socket is in a private folder of the temporary directory.
 */
export function controlSocketPath(dataDir: string): string {
  const isPipe = process.platform === 'win32';
  const id = createHash('sha256')
    .update(isPipe ? oneSpelling(dataDir) : dataDir)
    .digest('hex')
    .slice(0, 16);
  if (isPipe) return `\\\\.\\pipe\\plinth-${id}`;
  const inDataDir = join(dataDir, 'control.sock');
  if (Buffer.byteLength(inDataDir) < MAX_SOCKET_PATH) return inDataDir;
  return join(process.env.XDG_RUNTIME_DIR || tmpdir(), `plinth-${userNumber()}-${id}`, 'control.sock');
}

/**
 * Returns the folder of a socket that does not fit into the data directory. Another user could have created that folder
 * first.
 */
function sharedSocketFolder(dataDir: string): string | undefined {
  const folder = dirname(controlSocketPath(dataDir));
  return process.platform === 'win32' || folder === dataDir ? undefined : folder;
}

function untrusted(folder: string, fault: FolderFault): HostError {
  return new HostError(
    'socket_folder_untrusted',
    `Plinth does not use ${folder} for its control socket, because it ${explainFolderFault(fault)}. Remove it, or choose a data directory with a shorter path.`,
  );
}

const taken = (pipe: string) =>
  new HostError(
    'socket_folder_untrusted',
    `Another program has taken ${pipe}, where commands reach Plinth. End it, or choose another folder with PLINTH_DATA_DIR.`,
  );

interface ControlSocket {
  /** Returns true if the socket is at its path. */
  isKept(): boolean;
  /** Listens at the path again, after another program deleted the socket. Open connections stay. */
  reopen(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Serves control to the command line. The caller holds the host lock, so an existing socket file is stale. Throws
 * {@link HostError} if the socket's folder is not trusted.
 */
export async function startControlSocket(
  dataDir: string,
  dispatch: ControlDispatch,
  hub: EventHub,
): Promise<ControlSocket> {
  const transport = createHttpTransport(dispatch, hub);
  const listen = async () => {
    const server = createServer((req, res) => {
      const sign = () => void (res.headersSent || res.writeProcessing());
      const timer = setInterval(sign, SIGN_INTERVAL_MS);
      res.once('close', () => clearInterval(timer));
      sign();
      if (!transport(req, res)) res.writeHead(404).end();
    });
    await listenAtSocket(dataDir, server);
    return server;
  };
  const socket = new KeptSocket(controlSocketPath(dataDir), await listen(), listen);
  return {
    isKept: () => socket.isKept(),
    reopen: () => socket.reopen(),
    stop: async () => {
      await Promise.all(socket.servers.map(stopServer));
    },
  };
}

const stopServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function listenAtSocket(dataDir: string, server: Server): Promise<void> {
  const path = controlSocketPath(dataDir);
  const isPipe = process.platform === 'win32';
  const folder = sharedSocketFolder(dataDir);
  const fault = folder === undefined ? undefined : makeTrustedFolder(folder);
  if (folder !== undefined && fault !== undefined) throw untrusted(folder, fault);
  if (!isPipe) rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(isPipe ? taken(path) : error));
    server.listen(path, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  if (!isPipe) chmodSync(path, 0o600);
}

/** No host listens on the control socket. */
export class NoHostRunning extends HostError {
  constructor(dataDir: string) {
    super('unavailable', `Plinth is not running for ${dataDir}. Start the Plinth app, or run: plinth serve`);
  }
}

/** Errors of a connection that a host had accepted. It can have done what it was asked. */
const CUT_OFF = ['ECONNRESET', 'EPIPE'];

const cutOff = (dataDir: string) =>
  new HostError('unavailable', `Plinth for ${dataDir} ended before it answered. Try again.`);

const silent = (dataDir: string) =>
  new HostError(
    'no_answer',
    `Plinth runs for ${dataDir}, but does not answer. Its process may be stopped: end it, then start Plinth again.`,
  );

/**
 * Returns the path at which a client connects. Throws {@link NoHostRunning} if no host can be there, and {@link HostError} if
 * another user could have created the socket. Every user of Windows can take the name of a pipe that no host has.
 */
export function clientSocketPath(dataDir: string): string {
  const folder = sharedSocketFolder(dataDir);
  const fault = folder === undefined ? undefined : privateFolderFault(folder);
  if (fault === 'missing' || (process.platform === 'win32' && !isHostLocked(dataDir)))
    throw new NoHostRunning(dataDir);
  if (folder !== undefined && fault !== undefined) throw untrusted(folder, fault);
  return controlSocketPath(dataDir);
}

/**
 * Calls a running host. Rejects with {@link NoHostRunning} if none listens. Rejects with {@link HostError} if it ends
 * before it answers, if it gives no sign, or if another user could have created the socket.
 */
export function callControlSocket<C extends ControlChannel>(
  dataDir: string,
  channel: C,
  params: ControlParams<C>,
): Promise<ControlEnvelope<ControlResult<C>>> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        socketPath: clientSocketPath(dataDir),
        path: `/control/${channel}`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        agent: false,
        timeout: SILENCE_LIMIT_MS,
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', () => reject(cutOff(dataDir)));
        res.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
          } catch {
            reject(cutOff(dataDir));
          }
        });
      },
    );
    req.on('timeout', () => {
      reject(silent(dataDir));
      req.destroy();
    });
    req.on('error', (error: NodeJS.ErrnoException) => {
      reject(CUT_OFF.includes(error.code ?? '') ? cutOff(dataDir) : new NoHostRunning(dataDir));
    });
    req.end(JSON.stringify(params));
  });
}
