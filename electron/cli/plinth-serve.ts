import type { Worker } from 'node:worker_threads';
import { createProgram, runProgram, withGlobalParts } from './program.ts';
import { addServeCommand } from './serve-command.ts';

/**
 * Runs only `plinth serve`. The host lives for days, and the code of the other commands would stay in its memory.
 * `receiptThread` is a prepared thread of the receipts.
 */
export async function main(argv: readonly string[], receiptThread?: Worker): Promise<void> {
  const program = createProgram();
  addServeCommand(program, receiptThread);
  await runProgram(withGlobalParts(program), argv);
}
