import { commandLine } from './all-commands.ts';
import { runProgram } from './program.ts';

/** Runs the command line of the installed app. The app itself is the host there, so no command starts another one. */
export async function main(argv: readonly string[]): Promise<void> {
  await runProgram(commandLine({ startsHosts: false }), argv);
}
