import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { windowsProgram } from '../../platform/system-program.ts';
import { launcherOf } from './hook-command.ts';

/** The program in which a harness runs a hook, with its arguments. */
export interface HookShell {
  file: string;
  args: string[];
  /** Windows passes the arguments on as they are: cmd reads its command line in its own way. */
  windowsVerbatimArguments?: boolean;
  /** PowerShell reads the whole input before it starts the launcher, whatever the launcher does. */
  waitsForInput?: boolean;
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];

/** Returns true for a file that this user may run. */
function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Finds a program by one of its names, as a shell does, and then in `further` folders. */
export const onPath = (names: readonly string[], path: string, further: readonly string[] = []) =>
  [...path.split(delimiter), ...further]
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.flatMap((name) => ENDINGS.map((ending) => join(folder, name + ending))))
    .find(canRun);

/** Finds the bash of Git for Windows. The `bash.exe` of Windows itself starts a Linux, and its folder is in each PATH. */
function gitBash(path: string): string | undefined {
  const git = onPath(['git'], path);
  const { ProgramFiles = 'C:\\Program Files', LOCALAPPDATA = '' } = process.env;
  return [
    process.env.CLAUDE_CODE_GIT_BASH_PATH,
    git === undefined ? undefined : join(dirname(dirname(git)), 'bin', 'bash.exe'),
    join(ProgramFiles, 'Git', 'bin', 'bash.exe'),
    join(LOCALAPPDATA, 'Programs', 'Git', 'bin', 'bash.exe'),
  ].find((file) => file !== undefined && isAbsolute(file) && canRun(file));
}

/** Returns the shell that the form of a hook's command is for, or undefined where this computer has none. */
export function hookShell(command: string, path: string): HookShell | undefined {
  if (process.platform !== 'win32') {
    return { file: canRun('/bin/bash') ? '/bin/bash' : '/bin/sh', args: ['-c', command] };
  }
  if (command.startsWith('if exist ')) {
    const args = ['/d', '/s', '/c', `"${command}"`];
    return { file: process.env.ComSpec ?? windowsProgram('cmd.exe'), args, windowsVerbatimArguments: true };
  }
  if (launcherOf(command) !== undefined && command.startsWith('if (Test-Path ')) {
    const file = windowsProgram(join('WindowsPowerShell', 'v1.0', 'powershell.exe'));
    const args = ['-NoProfile', '-NonInteractive', '-Command', command];
    return canRun(file) ? { file, args, waitsForInput: true } : undefined;
  }
  const file = gitBash(path);
  return file === undefined ? undefined : { file, args: ['-c', command] };
}
