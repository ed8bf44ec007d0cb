import { readFileSync, readlinkSync, statSync } from 'node:fs';
import type { BridgeCaller } from '../../../shared/bridge.ts';

/** The header in which the launcher names the program that started its hook. */
export const CALLER_HEADER = 'plinth-caller';

/** Programs above this one start everything, such as the session of the desktop. */
const MAX_PARENTS = 8;
const FIRST_USER_PROCESS = 2;
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh']);

interface RunningProgram {
  name: string;
  parent: number;
}

/** Reads a program of this user. Only Linux lists programs in files. */
function programOf(pid: number, processes: string): RunningProgram | undefined {
  if (!Number.isSafeInteger(pid) || pid < FIRST_USER_PROCESS) return undefined;
  try {
    if (statSync(`${processes}/${pid}`).uid !== process.getuid?.()) return undefined;
    // `pid (name) state parent …`; the name can contain anything.
    const stat = readFileSync(`${processes}/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { name, parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
}

/**
 * Returns the program with this process id, its parents and its folder, or undefined where the system does not tell.
 * A shell that only started the hook is left out. `keepsFolder` is false where no text may be kept.
 */
export function callingProgram(
  pid: number,
  keepsFolder: boolean,
  processes = '/proc',
): Omit<BridgeCaller, 'at'> | undefined {
  const names: string[] = [];
  let caller = pid;
  for (let next = pid; names.length <= MAX_PARENTS; ) {
    const program = programOf(next, processes);
    if (program === undefined) break;
    if (names.length > 0 || !SHELLS.has(program.name)) names.push(program.name);
    else caller = program.parent;
    next = program.parent;
  }
  const [program, ...parents] = names;
  if (program === undefined) return undefined;
  let folder: string | null = null;
  try {
    if (keepsFolder) folder = readlinkSync(`${processes}/${caller}/cwd`);
  } catch {
    // The program ended meanwhile.
  }
  return { program, parents, folder };
}
