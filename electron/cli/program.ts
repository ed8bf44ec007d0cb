import { Command } from 'commander';
import { PLINTH_VERSION } from '../platform/version.ts';
import { EXIT } from './command-failure.ts';

/** Makes the program without its commands. */
export function createProgram(): Command {
  return new Command('plinth')
    .description(
      'A private, local, redacted record of what AI agents on this computer report about themselves.',
    )
    .version(PLINTH_VERSION)
    .option('--data-dir <folder>', 'data directory (default: PLINTH_DATA_DIR, then the platform’s own place)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused or something failed, 2 wrong usage, 3 Plinth or its stores cannot be reached' +
        '\n(of "redact --check": something would be masked).',
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));
}

/** Runs a program as this process. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<void> {
  process.umask(0o077);
  // A reader such as `head` that has seen enough is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  await program.parseAsync(argv);
}
