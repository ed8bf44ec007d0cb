import { Command } from 'commander';
import { runHeadless } from '../headless.ts';
import { PLINTH_VERSION } from '../version.ts';
import { addBridgeCommands } from './bridge-commands.ts';
import { EXIT } from './command-output.ts';
import { addConsoleCommand } from './console-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addReceiptsCommands } from './receipts-commands.ts';
import { addRecordingCommands } from './recording-commands.ts';
import { addRedactCommand } from './redact-command.ts';
import { addRetentionCommands } from './retention-commands.ts';
import { addTokenCommands } from './token-commands.ts';

function createProgram(): Command {
  const program = new Command('plinth')
    .description(
      'A private, local, redacted record of what AI agents on this computer report about themselves.',
    )
    .version(PLINTH_VERSION)
    .option('--data-dir <folder>', 'data directory (default: PLINTH_DATA_DIR, then the platform’s own place)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused or something failed, 2 wrong usage, 3 Plinth or its stores cannot be reached.',
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));

  program
    .command('serve')
    .description('run the headless host until it is told to stop')
    .option('--port <port>', 'port to listen on (default: PLINTH_PORT, then 47613; 0 takes any)')
    .action(async (options: { port?: string }, command: Command) => {
      const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>();
      process.exitCode = await runHeadless({ dataDir, port: options.port });
    });
  addTokenCommands(program);
  addReceiptsCommands(program);
  addRecordingCommands(program);
  addRetentionCommands(program);
  addRedactCommand(program);
  addBridgeCommands(program);
  addConsoleCommand(program);
  addDoctorCommand(program);
  return program;
}

/** Runs the command line. */
export async function main(argv: readonly string[]): Promise<void> {
  process.umask(0o077);
  // A reader such as `head` that has seen enough is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  await createProgram().parseAsync(argv);
}
