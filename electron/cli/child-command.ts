import type { ChildProcess } from 'node:child_process';
import { handleSignals } from '../platform/own-signals.ts';
import { EXIT } from './exit-codes.ts';
import { printable } from './terminal-text.ts';

/** Signals that reach one process. A terminal sends its own to the command as well. */
const FORWARDED: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
  'SIGWINCH',
  'SIGCONT',
];
const FROM_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** How a command of the user ended. */
export interface Ending {
  code: number;
  signal: NodeJS.Signals | null;
}

/** Forwards the signals that only this process gets. Ignores those of the terminal, which the command gets itself. */
function forwardSignals(child: ChildProcess): void {
  if (process.platform === 'win32') {
    // Windows has no signals. Ctrl+C, Ctrl+Break and the end of the terminal reach both processes by themselves.
    handleSignals(['SIGINT', 'SIGBREAK', 'SIGHUP'], () => {});
    return;
  }
  const isTerminal = process.stdin.isTTY === true;
  for (const signal of [...FORWARDED, ...FROM_TERMINAL]) {
    process.on(signal, () => {
      if (!(isTerminal && FROM_TERMINAL.includes(signal))) child.kill(signal);
    });
  }
}

/** Waits for a command of the user, and forwards signals to it meanwhile. `ended` is the event that ends the wait. */
export function endOf(child: ChildProcess, file: string, ended: 'exit' | 'close' = 'exit'): Promise<Ending> {
  forwardSignals(child);
  return new Promise((resolve) => {
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isMissing = code === 'ENOENT';
      console.error(`${printable(file)}: ${isMissing ? 'command not found' : 'cannot be run'}`);
      resolve({ code: isMissing ? EXIT.notFound : EXIT.notRunnable, signal: null });
    });
    child.once(ended, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code: code ?? 1, signal }),
    );
  });
}

/** Ends this process as the command ended. */
export function endLike({ code, signal }: Ending): void {
  process.exitCode = code;
  if (signal === null) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
