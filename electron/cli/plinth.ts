import { commandLine } from './all-commands.ts';
import { runProgram } from './program.ts';

/** Runs the command line. */
export async function main(argv: readonly string[]): Promise<void> {
  await runProgram(commandLine(), argv);
}
