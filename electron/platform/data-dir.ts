import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns Plinth's default data directory. The SDKs use the same paths. */
function defaultDataDir(env: Environment = process.env, platform: string = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Plinth');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Plinth');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'plinth');
}

/** Returns the data directory in force: the flag, then `PLINTH_DATA_DIR`, then the default. */
export function resolveDataDir(flag: string | undefined, env: Environment = process.env): string {
  return resolve(flag || env.PLINTH_DATA_DIR || defaultDataDir(env));
}
