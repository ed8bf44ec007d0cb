import { createInterface } from 'node:readline/promises';
import { CommandFailure, EXIT } from './command-failure.ts';

/** Asks for confirmation on the terminal. Throws unless the answer is yes, and when there is no terminal. */
export async function confirm(question: string): Promise<void> {
  const refusal = new CommandFailure(
    'confirmation_needed',
    'Nothing was changed. Pass --yes to confirm.',
    EXIT.refused,
  );
  if (!process.stdin.isTTY) throw refusal;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw refusal;
}
