import type { ControlErrorCode } from '../../shared/control.ts';
import { HostError } from '../platform/host-error.ts';
import { printable, printJson } from './terminal-text.ts';

/** Exit codes of `plinth`; documented in `plinth --help`. */
export const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 3 } as const;

/** A command cannot be carried out; its message is the whole of what is printed. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  readonly code: string;

  constructor(
    code: ControlErrorCode | HostError['code'] | 'confirmation_needed',
    message: string,
    exitCode: number,
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Prints a foreseen failure and sets the exit code; rethrows any other. */
export function reportFailure(error: unknown, json: boolean): void {
  const failure =
    error instanceof HostError ? new CommandFailure(error.code, error.message, EXIT.unavailable) : error;
  if (!(failure instanceof CommandFailure)) throw error;
  if (json) printJson({ error: { code: failure.code, message: failure.message } });
  else console.error(printable(failure.message));
  process.exitCode = failure.exitCode;
}
