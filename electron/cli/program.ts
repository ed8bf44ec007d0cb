import { Command } from 'commander';
import { PLINTH_VERSION } from '../platform/version.ts';
import { EXIT } from './command-failure.ts';

/** Creates the program without its commands. */
export function createProgram(): Command {
  return new Command('plinth')
    .description(
      'A private, local, redacted record of what AI agents on this computer report about themselves.',
    )
    .version(PLINTH_VERSION)
    .option('--data-dir <folder>', 'data directory (default: PLINTH_DATA_DIR, then the platform’s default)')
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 Plinth or its stores are not available' +
        '\n(of "redact --check": something would be masked).',
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));
}

let userUmask: number | undefined;

/** Sets the umask of the user's shell again, before a command of the user runs. */
export function restoreUserUmask(): void {
  if (userUmask !== undefined) process.umask(userUmask);
}

/** Runs a program in this process. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<void> {
  userUmask = process.umask(0o077);
  // A reader such as `head` closes the pipe early, which is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  await program.parseAsync(argv);
}
