import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { EXIT } from '../../electron/cli/exit-codes.ts';
import type { Outcome, RunRequest } from './command-line.ts';

/*
 * Runs commands of the built command line one after the other in this process, which is a tenth of the time of a process for
 * each. The commands are its argument, as JSON, and it prints one line of JSON for each. Without an argument, its parent
 * sends them one by one (command-line.ts).
 */

/** Ends a command where it would end the process. */
class Exit extends Error {}

type Program = { main(argv: string[]): Promise<void> };
const require = createRequire(import.meta.url);
const program = (name: string): Program =>
  require(fileURLToPath(new URL(`../../.host/bundle/${name}.cjs`, import.meta.url)));

const print = process.stdout.write.bind(process.stdout);
const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
let exit = (_status: number) => {};

for (const name of ['stdout', 'stderr'] as const) {
  process[name].setMaxListeners(0);
  process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    written[name].push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
    const done = rest.findLast((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as typeof process.stdout.write;
}
process.setMaxListeners(0);

function failUnexpectedly(error: unknown): void {
  if (error instanceof Exit) return;
  process.stderr.write(String((error as Error).stack));
  exit(EXIT.crashed);
}
process.on('uncaughtException', failUnexpectedly);
const end = process.exit.bind(process);
process.exit = ((code?: number) => {
  exit(Number(code ?? process.exitCode ?? 0));
  throw new Exit();
}) as typeof process.exit;

async function outcomeOf(words: string[]): Promise<Outcome> {
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  Object.assign(written, output);
  process.exitCode = undefined;
  const umask = process.umask();
  const status = await new Promise<number>((resolve) => {
    exit = (code) => {
      // What the command still prints after its end is not its output.
      Object.assign(written, { stdout: [], stderr: [] });
      resolve(code);
    };
    program(words[0] === 'redact' ? 'plinth-redact' : 'plinth')
      .main([process.execPath, 'plinth', ...words])
      .then(() => resolve(Number(process.exitCode ?? 0)))
      .catch(failUnexpectedly);
  });
  process.umask(umask);
  return {
    status,
    stdout: Buffer.concat(output.stdout).toString(),
    stderr: Buffer.concat(output.stderr).toString(),
  };
}

if (process.argv[2] === undefined) {
  // A thread with another folder for its compiled code would fill the home of a command.
  const { NODE_COMPILE_CACHE } = process.env;
  process.on('message', async ({ words, env, cwd, input }: RunRequest) => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env, NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE });
    process.chdir(cwd);
    const stdin = new PassThrough().end(input);
    Object.defineProperty(process, 'stdin', { configurable: true, value: stdin });
    process.send!(await outcomeOf(words));
  });
  process.on('disconnect', () => end(0));
} else {
  for (const words of JSON.parse(process.argv[2]) as string[][]) {
    print(`${JSON.stringify({ words, ...(await outcomeOf(words)) })}\n`);
  }
  process.exitCode = 0;
}
