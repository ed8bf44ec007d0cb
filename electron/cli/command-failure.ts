import type { ControlErrorCode } from '../../shared/failure.ts';
import { HostError, isDiskFull } from '../platform/host-error.ts';
import { EXIT } from './exit-codes.ts';
import { printable, printJson } from './terminal-text.ts';

const DISK_FULL = 'The disk is full. Free some space and try again.';

type FailureCode = ControlErrorCode | HostError['code'] | 'confirmation_needed' | 'service_manager';

const exitCodeOf = (code: FailureCode): number =>
  code === 'unavailable' ? EXIT.unavailable : code === 'invalid_params' ? EXIT.usage : EXIT.refused;

/** A command failed. Its message is the complete output for the user. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  readonly code: string;

  constructor(code: FailureCode, message: string, exitCode = exitCodeOf(code)) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Runs a command, and reports its failure. */
export async function reporting(json: boolean | undefined, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    reportFailure(error, json === true);
  }
}

/** Prints an expected failure and sets the exit code. Rethrows any other error. */
export function reportFailure(error: unknown, json: boolean): void {
  const failure =
    error instanceof HostError
      ? new CommandFailure(error.code, error.message, EXIT.unavailable)
      : isDiskFull(error)
        ? new CommandFailure('disk_full', DISK_FULL, EXIT.unavailable)
        : error;
  if (!(failure instanceof CommandFailure)) throw error;
  if (json) printJson({ error: { code: failure.code, message: failure.message } });
  else console.error(printable(failure.message));
  process.exitCode = failure.exitCode;
}
