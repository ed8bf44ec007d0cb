import type { Command } from 'commander';
import type { ControlEnvelope } from '../../shared/control.ts';
import { failureSentence } from '../../shared/words/failures.ts';
import { CommandFailure, EXIT, reportFailure } from './command-failure.ts';
import { ControlAccess } from './control-access.ts';

export { CommandFailure, EXIT, reportFailure };

/** Returns the result, or throws the failure as a {@link CommandFailure}. */
export function unwrap<R>(envelope: ControlEnvelope<R>): R {
  if (envelope.ok) return envelope.result;
  const { code } = envelope.error;
  const message = failureSentence(envelope.error);
  throw new CommandFailure(code, message, code === 'unavailable' ? EXIT.unavailable : EXIT.refused);
}

export interface GlobalOptions {
  json?: boolean;
  dataDir?: string;
  quiet?: boolean;
}

/** Runs a command with access to control, prints a failure as text or JSON, and sets the exit code. */
export async function withControl(
  command: Command,
  run: (access: ControlAccess, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const access = new ControlAccess({ dataDir: options.dataDir });
  try {
    await run(access, options);
  } catch (error) {
    reportFailure(error, options.json === true);
  } finally {
    await access.close();
  }
}
