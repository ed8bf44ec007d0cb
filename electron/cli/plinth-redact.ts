import { createProgram, runProgram } from './program.ts';
import { addRedactCommand } from './redact-command.ts';

/** Runs `plinth redact` alone: a hook starts it on every commit, and the host, which it does not need, is most of the program. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  addRedactCommand(program);
  await runProgram(program, argv);
}
