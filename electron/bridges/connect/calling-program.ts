import { readFileSync, readlinkSync, statSync } from 'node:fs';
import type { BridgeCaller } from '../../../shared/bridge.ts';
import { folderOfProgram, listPrograms, type RunningProgram } from './program-list.ts';

/** The header in which the launcher names the program that started its hook. */
export const CALLER_HEADER = 'plinth-caller';

/** Programs above this one start everything, such as the session of the desktop. */
const MAX_PARENTS = 8;
const FIRST_USER_PROCESS = 2;
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh']);

/** Reads a program of this user. Only Linux lists programs in files. */
function programOf(pid: number): RunningProgram | undefined {
  if (!Number.isSafeInteger(pid) || pid < FIRST_USER_PROCESS) return undefined;
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return undefined;
    // `pid (name) state parent …`; the name can contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { name, parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
}

interface CallingProgram {
  /** The process that ran the hook, without the shell that only started it. */
  pid: number;
  program: string;
  parents: string[];
}

/** Follows the parents of a process. A shell that only started the hook is left out. */
function chainOf(
  pid: number,
  programOfId: (pid: number) => RunningProgram | undefined,
): CallingProgram | undefined {
  const names: string[] = [];
  let caller = pid;
  for (let next = pid; names.length <= MAX_PARENTS; ) {
    const program = programOfId(next);
    if (program === undefined) break;
    if (names.length > 0 || !SHELLS.has(program.name)) names.push(program.name);
    else caller = program.parent;
    next = program.parent;
  }
  const [program, ...parents] = names;
  return program === undefined ? undefined : { pid: caller, program, parents };
}

type CallerFacts = Omit<BridgeCaller, 'at'>;

/** Returns the caller as the files of Linux show it, or undefined where they do not. */
function callerOnLinux(pid: number, keepsFolder: boolean): CallerFacts | undefined {
  const found = chainOf(pid, programOf);
  if (found === undefined) return undefined;
  let folder: string | null = null;
  try {
    if (keepsFolder) folder = readlinkSync(`/proc/${found.pid}/cwd`);
  } catch {
    // The program ended meanwhile.
  }
  return { program: found.program, parents: found.parents, folder };
}

/** Returns the caller as the commands of macOS show it. They also exist on other systems. */
export async function callerByCommands(pid: number, keepsFolder: boolean): Promise<CallerFacts | undefined> {
  const programs = await listPrograms();
  const found = chainOf(pid, (id) => (id < FIRST_USER_PROCESS ? undefined : programs.get(id)));
  if (found === undefined) return undefined;
  const folder = keepsFolder ? await folderOfProgram(found.pid) : undefined;
  return { program: found.program, parents: found.parents, folder: folder ?? null };
}

/**
 * Returns the program with this process id, its parents and its folder, or undefined where the system does not tell.
 * `keepsFolder` is false where no text may be kept. On Windows a hook cannot name its parent.
 */
export async function callingProgram(pid: number, keepsFolder: boolean): Promise<CallerFacts | undefined> {
  if (process.platform === 'linux') return callerOnLinux(pid, keepsFolder);
  return process.platform === 'darwin' ? callerByCommands(pid, keepsFolder) : undefined;
}
