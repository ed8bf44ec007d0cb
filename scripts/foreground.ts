import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { npmWatch } from './npm-process.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

/** Ctrl-C reaches npm and this process, and npm passes it on: the same wish twice within this time is one. */
const ECHO_MS = 1_000;
const NPM_CHECK_MS = 500;
const GROUP_LIMIT_MS = 15_000;
const GROUP_CHECK_MS = 50;
const EXIT_CODE_OF_SIGNALS = 128;

/** How a program of {@link runInForeground} came to its end. */
export interface Ending {
  /** As a shell reports it: the exit code, or 128 and the number of the signal. */
  readonly status: number;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not even be started, as the operating system names it. */
  readonly failure?: string;
  /** True when this process was told to stop meanwhile. */
  readonly toldToStop: boolean;
}

/**
 * Stops the program if this process is killed and can no longer do so: the guard's input ends with this process. It is a
 * shell of about a megabyte, in a session of its own, and ends at a line of input.
 */
const GUARD = `
read -r line && exit
kill -s TERM -- "$1" || exit
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; kill -s 0 -- "$1" || exit; done
kill -s KILL -- "$1"
`;

function guard(pid: number): { dismiss(): void } {
  const shell = spawn('/bin/sh', ['-c', GUARD, 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no guard, and nothing else changes.
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  return { dismiss: () => shell.stdin?.end('\n') };
}

/** Sends a signal to a program and to everything that it started. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** Waits until nothing that a program started is left, and ends what takes too long. */
async function groupEnded(child: ChildProcess, isTold: boolean): Promise<void> {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const deadline = performance.now() + GROUP_LIMIT_MS;
  // Electron ends as it stands at a second signal.
  if (!isTold) endGroup(child, 'SIGTERM');
  while (performance.now() < deadline) {
    try {
      process.kill(-child.pid, 0);
    } catch {
      return;
    }
    await setTimeout(GROUP_CHECK_MS);
  }
  endGroup(child, 'SIGKILL');
}

export interface Foreground {
  readonly env?: NodeJS.ProcessEnv;
  readonly silent?: boolean;
  /** For a program that draws on a terminal when it finds one: it reads nothing. */
  readonly withoutInput?: boolean;
  /** For a program that leaves behind what it started: TERM goes to all of it, whichever signal came, and all of it is waited for. */
  readonly wholeGroup?: boolean;
  onStart?(child: ChildProcess): void;
}

/**
 * Runs a program as if it were this process: its input and output, its signals, its end. Each INT, TERM and HUP reaches it
 * once. It has a process group of its own for that: a terminal sends Ctrl-C to a whole group, and a second signal would end
 * Electron, and Plinth's headless host, before they have cleaned up.
 */
export function runInForeground(
  program: string,
  args: readonly string[],
  { env = process.env, silent = false, withoutInput = false, wholeGroup = false, onStart }: Foreground = {},
): Promise<Ending> {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(program, [...args], {
    cwd: process.cwd(),
    env,
    stdio: silent ? 'ignore' : [withoutInput ? 'ignore' : 'inherit', 'inherit', 'inherit'],
    detached: hasGroups,
  });
  const sentAt = new Map<StopSignal, number>();
  const pass = (signal: StopSignal) => {
    const now = performance.now();
    const before = sentAt.get(signal);
    sentAt.set(signal, now);
    if (before !== undefined && now - before <= ECHO_MS) return;
    if (wholeGroup) endGroup(child, 'SIGTERM');
    else child.kill(signal);
  };
  const listeners = SIGNALS.map((signal) => [signal, () => pass(signal)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const isNpmThere = npmWatch();
  const npmCheck = setInterval(() => {
    // Nobody waits for the program any more.
    if (sentAt.size === 0 && !isNpmThere()) pass('SIGHUP');
  }, NPM_CHECK_MS);
  const watching =
    hasGroups && child.pid !== undefined ? guard(wholeGroup ? -child.pid : child.pid) : undefined;
  onStart?.(child);

  return new Promise((resolve) => {
    const end = (ending: Omit<Ending, 'toldToStop'>) => {
      clearInterval(npmCheck);
      watching?.dismiss();
      for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve({ ...ending, toldToStop: sentAt.size > 0 });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) end({ status: 1, signal: null, failure: error.code ?? error.name });
    });
    child.once('exit', async (code, signal) => {
      if (wholeGroup) await groupEnded(child, sentAt.size > 0);
      end({ status: code ?? EXIT_CODE_OF_SIGNALS + constants.signals[signal!], signal });
    });
  });
}
