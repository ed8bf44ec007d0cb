import { createInterface } from 'node:readline/promises';
import { CommandFailure, EXIT } from './command-failure.ts';

/** Asks a person on the terminal; throws unless the answer is yes, or when nobody is there to ask. */
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
