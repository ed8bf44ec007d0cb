import { createInterface } from 'node:readline';
import { CommandFailure } from './command-failure.ts';

const refusal = (message: string) => new CommandFailure('confirmation_needed', message);

/** Asks on a terminal. Ctrl-C, Ctrl-D and the end of the input are an empty answer. */
function ask(question: string, input: NodeJS.ReadStream): Promise<string> {
  const terminal = createInterface({ input, output: process.stderr });
  return new Promise<string>((resolve) => {
    terminal.once('close', () => {
      // The cursor stands behind the question.
      process.stderr.write('\n');
      resolve('');
    });
    terminal.question(question, (answer) => {
      terminal.removeAllListeners('close').close();
      resolve(answer);
    });
  });
}

/** Asks for confirmation on the terminal. Throws unless the answer is yes, and when there is no terminal. */
export async function confirm(question: string, input: NodeJS.ReadStream = process.stdin): Promise<void> {
  if (!input.isTTY) throw refusal('Nothing was changed. Pass --yes to confirm.');
  const answer = await ask(`${question} [y/N] `, input);
  if (!/^y(es)?$/i.test(answer.trim())) throw refusal('Nothing was changed.');
}
