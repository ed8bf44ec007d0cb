import { existsSync } from 'node:fs';
import { basename, delimiter, extname, isAbsolute, join } from 'node:path';
import { windowsProgram } from '../platform/system-program.ts';
import { CommandFailure } from './command-failure.ts';

interface UserProgram {
  file: string;
  args: string[];
  windowsVerbatimArguments?: boolean;
}

/** Characters that cmd takes for its own, also inside of quotes. */
const OF_CMD = /[()\][%!^"`<>&|;, *?]/g;

/** What a batch file reads once more, where the quotes of an argument leave it outside of quotes. */
const READ_TWICE = /[&|<>^()]/;

/** Quotes an argument as Windows programs read their command line. */
export const windowsQuoted = (text: string): string =>
  `"${text.replaceAll(/(?<!\\)\\+(?="|$)/g, '$&$&').replaceAll('"', '\\"')}"`;

/** Returns a program's name without its folder and an ending of Windows. */
export const programName = (file: string): string => basename(file).replace(/\.(?:exe|com|cmd|bat)$/i, '');

/** Finds a program in the `PATH`, with the endings in `PATHEXT`. */
function onWindows(name: string, { PATH = '', PATHEXT = '.COM;.EXE;.BAT;.CMD' }: NodeJS.ProcessEnv) {
  const endings = PATHEXT.split(';').filter(Boolean);
  const hasEnding = endings.some((ending) => ending.toLowerCase() === extname(name).toLowerCase());
  const folders = /[\\/]/.test(name) ? [''] : PATH.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders
    .map((folder) => (folder === '' ? name : join(folder, name)))
    .flatMap((path) => (hasEnding ? [path] : endings.map((ending) => path + ending)))
    .find((path) => existsSync(path));
}

/**
 * Returns a command of the user as `spawn` takes it. On Windows most tools that npm installs are batch files, which only
 * cmd can run, and without a path only a shell finds them. Throws for an argument that cmd would cut.
 */
export function userProgram(
  [name = '', ...args]: readonly string[],
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): UserProgram {
  const found = platform === 'win32' ? onWindows(name, env) : undefined;
  if (found === undefined || !/\.(?:bat|cmd)$/i.test(found)) return { file: found ?? name, args };
  if (args.some((arg) => /[\r\n]/.test(arg))) {
    throw new CommandFailure(
      'invalid_params',
      `On Windows a batch file takes no argument of several lines. Start the program itself: ${programName(found)} is one that cmd runs.`,
    );
  }
  const kept = (text: string) => text.replaceAll(OF_CMD, '^$&');
  const isReadTwice = args.some((arg) => READ_TWICE.test(arg));
  const quoted = args.map((arg) =>
    isReadTwice && arg.includes('"') ? kept(windowsQuoted(arg)) : windowsQuoted(arg),
  );
  const words = [found, ...quoted].map(kept);
  const line = `"${words.join(' ')}"`;
  const file = env.ComSpec || windowsProgram('cmd.exe', env);
  return { file, args: ['/d', '/s', '/c', line], windowsVerbatimArguments: true };
}
