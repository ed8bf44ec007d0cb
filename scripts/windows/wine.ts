import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { debian, driveP } from './setup.ts';

/** The whole environment of a program in Wine. Without a display, Wine shows no windows. */
const VARIABLES: Record<string, string> = {
  PATH: '/usr/bin:/bin',
  HOME: '/w/home',
  LANG: 'C.UTF-8',
  WINEPREFIX: '/w/prefix',
  WINEDEBUG: '-all',
  // Node refuses Windows versions before 10, and Wine can say it is one.
  NODE_SKIP_PLATFORM_CHECK: '1',
  PLINTH_KEYCHAIN: 'off',
};

export interface WineProgram {
  child: ChildProcess;
  /** Returns what the program printed so far. */
  output(): string;
  ended: Promise<number | null>;
}

/**
 * Starts node.exe in the checkout on drive P:. What it prints goes to a file, because Wine loses text in a pipe of Linux.
 * With `inTerminal`, it has a terminal whose keys are written to the child's input.
 */
export function startNode(
  args: readonly string[],
  { env = {}, inTerminal = false }: { env?: Record<string, string>; inTerminal?: boolean } = {},
): WineProgram {
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}.out`;
  const file = join(driveP, name);
  const output = openSync(file, 'w');
  const command = ['wine', '/w/node.exe', ...args];
  const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const run = inTerminal ? `exec script -qfec "stty cols 400; exec $1" '/w/${name}'` : 'eval "exec $1"';
  const variables = Object.entries({ ...VARIABLES, ...env }).map(([key, value]) => `${key}=${value}`);
  const inner = [
    'chroot',
    debian,
    'env',
    '-i',
    ...variables,
    'sh',
    '-c',
    `cd /w/plinth; ${run}`,
    'sh',
    words,
  ];
  const script = 'mount -t proc proc "$0/proc"; mount -t devpts devpts "$0/dev/pts"; exec "$@"';
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script, debian, ...inner], {
    stdio: [inTerminal ? 'pipe' : 'ignore', inTerminal ? 'ignore' : output, inTerminal ? 'ignore' : output],
  });
  closeSync(output);
  return {
    child,
    output: () => readFileSync(file, 'utf8'),
    ended: new Promise((resolve) => child.once('exit', resolve)),
  };
}
