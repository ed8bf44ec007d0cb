import { createProgram, runProgram, withGlobalParts } from './program.ts';
import { addRedactCommand } from './redact-command.ts';

/**
 * Runs only `plinth redact`. A Git hook starts it on every commit, and it does not need the host, which is most
 * of the program's size.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  addRedactCommand(program);
  await runProgram(withGlobalParts(program), argv);
}
