import type { Command } from 'commander';
import { runHeadless } from '../host/headless.ts';
import { addBridgeCommands } from './bridge-commands.ts';
import { addBundleCommand } from './bundle-command.ts';
import { addConsoleCommand } from './console-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addIncidentsCommand } from './incidents-command.ts';
import { addOpenCommand } from './open-command.ts';
import { createProgram, runProgram } from './program.ts';
import { addReceiptsCommands } from './receipts-commands.ts';
import { addRecordingCommands } from './recording-commands.ts';
import { addRedactCommand } from './redact-command.ts';
import { addRetentionCommands } from './retention-commands.ts';
import { addRunCommand } from './run-command.ts';
import { addServiceCommands } from './service/service-command.ts';
import { addSessionsCommands } from './sessions-commands.ts';
import { addStatusCommand } from './status-command.ts';
import { addTailCommand } from './tail-command.ts';
import { addTokenCommands } from './token-commands.ts';
import { addVerifyCommand } from './verify-command.ts';

/** Runs the command line. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  program
    .command('serve')
    .description('run the headless host until it is stopped')
    .option('--port <port>', 'port to listen on (default: PLINTH_PORT, then 47613; 0: any free port)')
    .option('--no-link', 'print no login link, for a service whose output goes to a log')
    .action(async (options: { port?: string; link: boolean }, command: Command) => {
      const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>();
      process.exitCode = await runHeadless({ dataDir, port: options.port, printsLink: options.link });
    });
  addServiceCommands(program);
  addStatusCommand(program);
  addOpenCommand(program);
  addRunCommand(program);
  addTokenCommands(program);
  addReceiptsCommands(program);
  addTailCommand(program);
  addSessionsCommands(program);
  addRecordingCommands(program);
  addRetentionCommands(program);
  addRedactCommand(program);
  addBridgeCommands(program);
  addConsoleCommand(program);
  addDoctorCommand(program);
  addIncidentsCommand(program);
  addVerifyCommand(program);
  addBundleCommand(program);
  await runProgram(program, argv);
}
