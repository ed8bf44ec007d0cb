import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeTrustedFolder } from './private-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Node keeps what it has compiled of Plinth: a folder of this user, undefined where the platform names none. */
export function compileCacheFolder(
  env: Environment = process.env,
  platform: string = process.platform,
): string | undefined {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Plinth', 'compile-cache');
  // Apart from the data directory, which holds the record alone.
  if (platform === 'win32') {
    return env.LOCALAPPDATA ? join(env.LOCALAPPDATA, 'Plinth Cache', 'compile-cache') : undefined;
  }
  const caches =
    env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
  return join(caches, 'plinth', 'compile-cache');
}

/**
 * Lets Node keep compiled code between runs, where nobody else can write. Node runs what it finds in its cache without
 * comparing it with the source, and its own choice is a folder of the shared temporary directory, which any user can
 * make first and fill. Without a trustworthy folder there is no cache: a start is slower then.
 */
export function enableOwnCompileCache(): void {
  try {
    const folder = compileCacheFolder();
    if (folder !== undefined && makeTrustedFolder(folder) === undefined) module.enableCompileCache(folder);
  } catch {
    // A full or read-only disk costs time at the start, nothing else.
  }
}
