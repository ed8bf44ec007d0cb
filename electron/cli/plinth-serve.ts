import { createProgram, runProgram, withGlobalParts } from './program.ts';
import { addServeCommand } from './serve-command.ts';

/**
 * Runs only `plinth serve`. The host lives for days, and the code of the other commands would stay in its memory.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  addServeCommand(program);
  await runProgram(withGlobalParts(program), argv);
}
