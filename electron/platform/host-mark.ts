import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from './host-lock.ts';
import { makeTrustedFolder } from './private-folder.ts';
import { userNumber } from './user-account.ts';

export interface HostMark {
  release(): void;
}

const NO_MARK: HostMark = { release: () => {} };

function folderOf(dataDir: string): string {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(process.env.XDG_RUNTIME_DIR || tmpdir(), `plinth-host-${userNumber()}-${id}`);
}

/** Tells whether another process holds the mark. Makes none, and removes that of a killed host. */
export function isHostMarked(dataDir: string): boolean {
  if (process.platform === 'win32' || !existsSync(folderOf(dataDir))) return false;
  const mark = acquireHostMark(dataDir);
  mark?.release();
  return mark === undefined;
}

/**
 * Marks a data directory as in use, outside of it. The mark tells other processes of this user that a host runs, even
 * when another program has deleted the data directory with its lock. Returns undefined when another process holds the
 * mark. A missing mark proves nothing: where the folder for it cannot be trusted, there is none. On Windows the named
 * pipe of control serves the same purpose.
 */
export function acquireHostMark(dataDir: string): HostMark | undefined {
  if (process.platform === 'win32') return NO_MARK;
  const folder = folderOf(dataDir);
  let db: ReturnType<typeof lockFile>;
  try {
    if (makeTrustedFolder(folder) !== undefined) return NO_MARK;
    db = lockFile(join(folder, 'host.lock'));
  } catch {
    // The lock in the data directory protects the stores. The mark only serves the words of other processes.
    return NO_MARK;
  }
  if (db === undefined) return undefined;
  const { close } = db;
  return {
    release() {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // Node needs a free file descriptor to remove a folder. The mark ends with its lock, and a later start takes the folder.
      }
      close();
    },
  };
}
