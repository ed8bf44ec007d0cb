import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const runner = fileURLToPath(new URL('command-runner.ts', import.meta.url));

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A command as the process that runs it gets it. */
export interface RunRequest {
  words: string[];
  env: Record<string, string>;
  cwd: string;
  input: string | Uint8Array;
}

interface RunOptions {
  /** The whole environment. By default it is that of the tests, without a keychain. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Its standard input, which is empty by default. */
  input?: string | Uint8Array;
}

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

afterAll(async () => {
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  child = undefined;
});

function processOfCommands(): ChildProcess {
  // Binary input passes only in this form.
  child ??= fork(runner, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return child;
}

async function answer(request: RunRequest): Promise<Outcome> {
  const commands = processOfCommands();
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(commands, 'exit', { signal }).then(([status, by]) => {
    throw new Error(`the process of “${request.words.join(' ')}” ended: ${status ?? by}`);
  });
  ended.catch(() => {});
  commands.send(request);
  try {
    const [outcome] = await Promise.race([once(commands, 'message', { signal }), ended]);
    return outcome;
  } finally {
    settled.abort();
  }
}

/**
 * Runs a command of the built command line. All commands of a file of tests share one process, and run one after the
 * other. A test about the process of a command (signals, terminals, memory) starts `bin/plinth.js`.
 */
export function runCommand(words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { env = { ...process.env, PLINTH_KEYCHAIN: 'off' }, cwd = process.cwd(), input = '' } = options;
  const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const request = { words: [...words], env: Object.fromEntries(known), cwd, input };
  const outcome = last.then(() => answer(request));
  last = outcome.catch(() => {});
  return outcome;
}

/** Runs commands one after the other, and returns what each printed, as {@link runCommand} does. */
export async function runAll(
  commands: readonly (readonly string[])[],
  options?: RunOptions,
): Promise<(Outcome & { words: string[] })[]> {
  const outcomes = commands.map(async (words) => ({
    words: [...words],
    ...(await runCommand(words, options)),
  }));
  return Promise.all(outcomes);
}
