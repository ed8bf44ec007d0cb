import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

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
 * Makes the folder of a socket, or checks the one that is there: it must be a folder, this user's, and closed to
 * everybody else. Somebody else can make one of its name first in a shared folder, so nothing is repaired. Throws.
 */
export function openSocketFolder(socketPath: string): void {
  const folder = dirname(socketPath);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const status = lstatSync(folder);
  if (!status.isDirectory() || status.uid !== userInfo().uid || (status.mode & 0o077) !== 0) {
    throw new Error('socket_folder_not_private');
  }
}
