import { execFile } from 'node:child_process';
import { basename } from 'node:path';

/*
 * macOS lists programs by its own commands, whose paths are fixed so that nothing in the user's PATH runs instead.
 */

const PS = '/bin/ps';
const LSOF = '/usr/sbin/lsof';
/** A command that takes longer belongs to a computer that has no time for it. */
const LIST_TIMEOUT_MS = 2000;
/** More than the list of programs of any computer. */
const MAX_LIST_BYTES = 8 * 1_048_576;

/** A program of the system's list. */
export interface RunningProgram {
  name: string;
  parent: number;
}

/** Reads the list of `ps -axo pid=,ppid=,uid=,comm=`: this user's programs by their ids. */
export function readProgramList(text: string, uid: number): Map<number, RunningProgram> {
  const programs = new Map<number, RunningProgram>();
  for (const line of text.split('\n')) {
    // The command is a whole path on macOS. It can contain spaces, and a login shell's begins with a hyphen.
    const [, pid, parent, owner, command] = /^(\d+)\s+(\d+)\s+(\d+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (command === undefined || Number(owner) !== uid) continue;
    programs.set(Number(pid), { name: basename(command).replace(/^-/, ''), parent: Number(parent) });
  }
  return programs;
}

/** Reads the folder of `lsof -a -p PID -d cwd -Fn`. */
export const readFolder = (text: string): string | undefined => /^n(\/.*)$/m.exec(text)?.[1];

/** Runs a command of the system. Returns nothing where there is none, or where it fails. */
function outputOf(file: string, args: readonly string[]): Promise<string> {
  const options = { timeout: LIST_TIMEOUT_MS, maxBuffer: MAX_LIST_BYTES, env: { LC_ALL: 'C' } };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout) => resolve(error === null ? stdout : ''));
  });
}

/** Lists this user's programs. */
export async function listPrograms(): Promise<Map<number, RunningProgram>> {
  const uid = process.getuid?.();
  if (uid === undefined) return new Map();
  return readProgramList(await outputOf(PS, ['-axo', 'pid=,ppid=,uid=,comm=']), uid);
}

/** Returns the folder of a program. */
export async function folderOfProgram(pid: number): Promise<string | undefined> {
  return readFolder(await outputOf(LSOF, ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']));
}
