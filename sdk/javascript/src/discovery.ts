import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environment } from './environment.ts';

const MAX_RUNTIME_BYTES = 16_384;

/** The folder in which Plinth keeps its data, as the host itself chooses it. */
export function dataDirectory(): string {
  const chosen = environment('PLINTH_DATA_DIR');
  if (chosen !== undefined) return chosen;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/Plinth');
  if (process.platform === 'win32') {
    return join(environment('LOCALAPPDATA') ?? join(homedir(), 'AppData/Local'), 'Plinth');
  }
  return join(environment('XDG_DATA_HOME') ?? join(homedir(), '.local/share'), 'plinth');
}

// Another user of this computer must not be able to point the token at a listener of their own: the file counts only
// when it is a plain file of ours that nobody else may write. O_NONBLOCK keeps a planted FIFO from hanging the caller.
function readOwnFile(path: string): string | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = openSync(path, flags);
  try {
    const facts = fstatSync(file);
    const user = process.getuid?.();
    if (!facts.isFile() || facts.size > MAX_RUNTIME_BYTES) return undefined;
    if (user !== undefined && (facts.uid !== user || (facts.mode & 0o022) !== 0)) return undefined;
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and is not ours to signal.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

/** The base URL in `runtime.json` of a Plinth that is alive; undefined when there is none to trust. */
export function discover(): unknown {
  try {
    const { baseUrl, pid } = JSON.parse(readOwnFile(join(dataDirectory(), 'runtime.json')) ?? '{}');
    return isAlive(pid) ? baseUrl : undefined;
  } catch {
    // No file, no permission or not JSON: all mean that nothing was discovered, and the default applies.
    return undefined;
  }
}
