import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../platform/private-file.ts';
import { makeTrustedFolder } from '../../platform/private-folder.ts';

/** The shortest limit among the platforms for the path of a Unix socket, its closing NUL included. */
const MAX_SOCKET_PATH = 104;
const SOCKET_NAME = 'collector.sock';

const fits = (path: string) => Buffer.byteLength(path) < MAX_SOCKET_PATH;

/**
 * Paths for the socket that the bridges of a data directory report to, the best first. A data directory that is too deep
 * for a socket's path, or on a disk that has no sockets, gets a private folder among the temporary files.
 */
export function bridgeSocketPaths(dataDir: string): string[] {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = `plinth-bridges-${userInfo().uid}-${id}`;
  const roots = [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((root) => root?.startsWith('/'));
  const fallbacks = roots.map((root) => join(root!, name, SOCKET_NAME));
  return [...new Set([join(dataDir, 'bridges', SOCKET_NAME), ...fallbacks])].filter(fits);
}

/**
 * Makes the folder of a socket, or checks the one that is there. In the data directory, which is private, it is made right;
 * among the temporary files somebody else can have made one of its name, so nothing there is repaired. Throws.
 */
export function openSocketFolder(socketPath: string, dataDir: string): void {
  const folder = dirname(socketPath);
  if (dirname(folder) === dataDir) makePrivateFolder(folder);
  else if (makeTrustedFolder(folder) !== undefined) throw new Error('socket_folder_not_private');
}
