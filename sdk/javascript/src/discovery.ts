import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environment } from './environment.ts';

const MAX_RUNTIME_BYTES = 16_384;

/** The user's home folder. Deno permits the variable with `--allow-env`, and `homedir()` only with `--allow-sys`. */
function home(): string {
  return environment(process.platform === 'win32' ? 'USERPROFILE' : 'HOME') ?? homedir();
}

/** The folder in which Plinth keeps its data, as the host itself chooses it. */
export function dataDirectory(): string {
  const chosen = environment('PLINTH_DATA_DIR');
  if (chosen !== undefined) return chosen;
  if (process.platform === 'darwin') return join(home(), 'Library/Application Support/Plinth');
  if (process.platform === 'win32') {
    return join(environment('LOCALAPPDATA') ?? join(home(), 'AppData/Local'), 'Plinth');
  }
  return join(environment('XDG_DATA_HOME') ?? join(home(), '.local/share'), 'plinth');
}

/** The user id of this process; undefined on Windows, and where the runtime (Deno) does not permit asking. */
export function ownUser(): number | undefined {
  try {
    return process.getuid?.();
  } catch {
    return undefined;
  }
}

// Another user of this computer must not be able to point the token at a listener of their own: the file counts only
// when it is a plain file of ours that nobody else may write. O_NONBLOCK keeps a planted FIFO from hanging the caller.
function readOwnFile(path: string): string | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = openSync(path, flags);
  try {
    const facts = fstatSync(file);
    const user = ownUser();
    if (!facts.isFile() || facts.size > MAX_RUNTIME_BYTES) return undefined;
    if (user !== undefined && (facts.uid !== user || (facts.mode & 0o022) !== 0)) return undefined;
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function isAlive(pid: unknown): boolean {
  if (!Number.isInteger(pid) || (pid as number) < 1) return false;
  try {
    return process.kill(pid as number, 0);
  } catch (error) {
    // EPERM: it lives, and is not ours to signal. NotCapable: Deno needs `--allow-run` to ask.
    const { code, name } = error as { code?: unknown; name?: unknown };
    return code === 'EPERM' || name === 'NotCapable';
  }
}

/** The base URL in `runtime.json` of a Plinth that is alive; undefined when there is none to trust. */
export function discover(): unknown {
  try {
    const { baseUrl, pid } = JSON.parse(readOwnFile(join(dataDirectory(), 'runtime.json')) ?? '{}');
    return isAlive(pid) ? baseUrl : undefined;
  } catch {
    // No file, no permission or not JSON: all mean that nothing was discovered.
    return undefined;
  }
}
