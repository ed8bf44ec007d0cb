import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { npmWatch } from './npm-process.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

/**
 * Ctrl-C reaches npm and this process, and npm forwards it. Two equal signals within this time count as one.
 */
const ECHO_MS = 1_000;
const NPM_CHECK_MS = 500;
const GROUP_LIMIT_MS = 15_000;
const GROUP_CHECK_MS = 50;
const EXIT_CODE_OF_SIGNALS = 128;

/** The end of a program that {@link runInForeground} ran. */
export interface Ending {
  /** The status that a shell reports: the exit code, or 128 plus the signal number. */
  readonly status: number;
  readonly signal: NodeJS.Signals | null;
  /** The operating system's reason why the program could not start. */
  readonly failure?: string;
  /** True when this process received a signal to stop meanwhile. */
  readonly toldToStop: boolean;
}

/**
 * Stops the program if this process is killed. The guard's input closes when this process ends. The guard is a
 * shell of about a megabyte in its own session, and ends when it reads a line.
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
  // Without a shell there is no guard. Nothing else changes.
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  return { dismiss: () => shell.stdin?.end('\n') };
}

/** Sends a signal to a program and to all processes that it started. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}

/** Waits until all processes that a program started have ended, and kills those that take too long. */
async function groupEnded(child: ChildProcess, isTold: boolean): Promise<void> {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const deadline = performance.now() + GROUP_LIMIT_MS;
  // A second signal ends Electron immediately.
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

interface Foreground {
  readonly env?: NodeJS.ProcessEnv;
  readonly silent?: boolean;
  /** For a program that uses a terminal when it finds one. It gets no input. */
  readonly withoutInput?: boolean;
  /**
   * For a program that leaves its child processes running. TERM goes to the whole group, whichever signal
   * arrived, and the whole group is awaited.
   */
  readonly wholeGroup?: boolean;
  onStart?(child: ChildProcess): void;
}

/**
 * Runs a program in place of this process, with its input, output, signals and exit status. Each INT, TERM and
 * HUP reaches it once. It therefore has its own process group: a terminal sends Ctrl-C to a whole group, and a
 * second signal would end Electron, or the headless host, before they clean up.
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
    // On Windows a Ctrl+C reaches the program by itself, and to "send" one would kill it before it cleans up.
    if (!hasGroups) return;
    if (wholeGroup) endGroup(child, 'SIGTERM');
    else child.kill(signal);
  };
  const listeners = SIGNALS.map((signal) => [signal, () => pass(signal)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const isNpmThere = npmWatch();
  const npmCheck = setInterval(() => {
    // No process waits for the program any more.
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
