import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const runner = fileURLToPath(new URL('command-runner.ts', import.meta.url));

export interface Outcome {
  words: string[];
  status: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  user?: { uid: number; gid: number } | undefined;
}

/** Runs commands of the built command line one after the other in one process, and returns what each printed. */
export async function runCommands(
  commands: readonly (readonly string[])[],
  { cwd, env, user }: RunOptions,
): Promise<Outcome[]> {
  const child = spawn(process.execPath, [runner, JSON.stringify(commands)], {
    cwd,
    env,
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let problems = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    problems += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(problems).toBe('');
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
