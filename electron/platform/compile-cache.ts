import { rmdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { REMOVED_WHOLE } from './held-file.ts';
import { makeTrustedFolder, privateFolderFault } from './private-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the user's folder for Node's compile cache, or undefined where the platform names none. */
export function compileCacheFolder(
  env: Environment = process.env,
  platform: string = process.platform,
): string | undefined {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Plinth', 'compile-cache');
  // Apart from the data directory, which contains only the record.
  if (platform === 'win32') {
    return env.LOCALAPPDATA ? join(env.LOCALAPPDATA, 'Plinth Cache', 'compile-cache') : undefined;
  }
  const caches =
    env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
  return join(caches, 'plinth', 'compile-cache');
}

/**
 * Enables Node's compile cache in a folder that no other user can write. Node runs cached code without
 * comparing it with the source. Its default is a folder in the shared temporary directory, which any user can
 * create first and fill. Without a trustworthy folder there is no cache, and the start is slower. A command that may only
 * look creates no folder.
 */
export function enableOwnCompileCache(creates: boolean): void {
  try {
    const folder = compileCacheFolder();
    if (folder === undefined) return;
    const fault = creates ? makeTrustedFolder(folder) : privateFolderFault(folder);
    if (fault === undefined) module.enableCompileCache(folder);
  } catch {
    // A full or read-only disk only makes the start slower.
  }
}

/** Returns the environment of a thread that uses the same cache. Node enables it in each thread from the environment only. */
export function cachedThreadEnvironment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir() === undefined ? undefined : compileCacheFolder();
  return folder === undefined ? process.env : { NODE_COMPILE_CACHE: folder, ...process.env };
}

/** Removes the cache. Another process of Plinth that still runs can write to it when it ends. */
export function removeOwnCompileCache(): void {
  const folder = compileCacheFolder();
  if (folder === undefined) return;
  // Node writes at the end of the process what is not written yet.
  module.flushCompileCache();
  rmSync(folder, REMOVED_WHOLE);
  try {
    rmdirSync(dirname(folder));
  } catch {
    // Something else is in it.
  }
}
