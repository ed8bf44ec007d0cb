import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import { makePrivateFolder } from '../private-file.ts';
import type { ControlDispatch } from './control-handlers.ts';
import { createHttpCarrier } from './http-carrier.ts';
import type { NoticeBoard } from './notice-board.ts';

/** The shortest limit among the platforms for the path of a Unix socket, its closing NUL included. */
const MAX_SOCKET_PATH = 104;

/**
 * Path of the control socket of a data directory; a named pipe on Windows. A directory too deep for a socket's path
 * gets one in a private folder of the temporary directory.
 */
export function controlSocketPath(dataDir: string): string {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\plinth-${id}`;
  const inDataDir = join(dataDir, 'control.sock');
  if (Buffer.byteLength(inDataDir) < MAX_SOCKET_PATH) return inDataDir;
  return join(process.env.XDG_RUNTIME_DIR || tmpdir(), `plinth-${userInfo().uid}-${id}`, 'control.sock');
}

// Somebody else could have made the folder in a shared temporary directory first.
function ownsFolder(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === userInfo().uid;
}

export interface ControlSocket {
  stop(): Promise<void>;
}

/** Serves control to the command line. The caller holds the host lock, so a socket that is there is stale. */
export async function startControlSocket(
  dataDir: string,
  dispatch: ControlDispatch,
  board: NoticeBoard,
): Promise<ControlSocket> {
  const path = controlSocketPath(dataDir);
  const isPipe = process.platform === 'win32';
  if (!isPipe) {
    makePrivateFolder(dirname(path));
    if (!ownsFolder(dirname(path))) throw new Error('control_socket_folder_not_ours');
    rmSync(path, { force: true });
  }
  const carrier = createHttpCarrier(dispatch, board);
  const server: Server = createServer((req, res) => {
    if (!carrier(req, res)) res.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (!isPipe) chmodSync(path, 0o600);
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** No host answers on the control socket. */
export class NoHostRunning extends Error {}

/** Calls a running host; rejects with {@link NoHostRunning} when none answers. */
export function callControlSocket<C extends ControlChannel>(
  dataDir: string,
  channel: C,
  params: ControlParams<C>,
): Promise<ControlEnvelope<ControlResult<C>>> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        socketPath: controlSocketPath(dataDir),
        path: `/control/${channel}`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        agent: false,
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    req.on('error', (error: NodeJS.ErrnoException) => {
      const absent = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES'].includes(error.code ?? '');
      reject(absent ? new NoHostRunning() : error);
    });
    req.end(JSON.stringify(params));
  });
}
