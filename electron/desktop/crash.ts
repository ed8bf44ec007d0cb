import type { EventEmitter } from 'node:events';
import { app } from 'electron';
import { stackFrames } from '../platform/fault-log.ts';
import type { ShellHost } from './attached-host.ts';
import { forgetCopiedSecret } from './secret-clipboard.ts';
import { STOP_LIMIT_MS, within } from './time-limit.ts';

/** EX_SOFTWARE of sysexits.h; the headless host ends with the same. */
const EXIT_CRASHED = 70;

/** Logs an error that nothing handled, stops the host for a limited time and ends the app with exit code 70. */
export function exitAfterCrash(starting: Promise<ShellHost>, source: EventEmitter = process): void {
  let isEnding = false;
  const end = async (event: string, error: unknown) => {
    // The log may be closed by the time the next error comes.
    if (isEnding) return;
    isEnding = true;
    console.error('An unexpected error ended Plinth.', stackFrames(error));
    const stopped = starting.then((host) => {
      host.faults.note(event, error);
      return host.stop();
    });
    await within(STOP_LIMIT_MS, Promise.allSettled([forgetCopiedSecret(), stopped]));
    app.exit(EXIT_CRASHED);
  };
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    source.on(event, (error: unknown) => void end(event, error));
  }
}
