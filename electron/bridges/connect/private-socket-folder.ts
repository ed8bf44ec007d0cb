import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../platform/private-file.ts';
import { makeTrustedFolder } from '../../platform/private-folder.ts';
import { userNumber } from '../../platform/user-account.ts';

/** The shortest limit of any platform for the path of a Unix socket, including the closing NUL. */
const MAX_SOCKET_PATH = 104;
const SOCKET_NAME = 'collector.sock';

const fits = (path: string) => Buffer.byteLength(path) < MAX_SOCKET_PATH;

/**
 * Returns the candidate paths for the bridge socket of a data directory, best first. When the data directory's
 * path is too long, or its disk does not support sockets, a private folder in the temporary directory is used.
 */
export function bridgeSocketPaths(dataDir: string): string[] {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = `plinth-bridges-${userNumber()}-${id}`;
  const roots = [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((root) => root?.startsWith('/'));
  const fallbacks = roots.map((root) => join(root!, name, SOCKET_NAME));
  return [...new Set([join(dataDir, 'bridges', SOCKET_NAME), ...fallbacks])].filter(fits);
}

/**
 * Creates the folder of a socket or checks an existing one. In the private data directory, the mode is
 * corrected. In the temporary directory another user can create a folder of the same name, so nothing there is
 * corrected. Throws.
 */
export function openSocketFolder(socketPath: string, dataDir: string): void {
  const folder = dirname(socketPath);
  if (dirname(folder) === dataDir) makePrivateFolder(folder);
  else if (makeTrustedFolder(folder) !== undefined) throw new Error('socket_folder_not_private');
}
