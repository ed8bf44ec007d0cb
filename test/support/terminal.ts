import { spawn } from 'node:child_process';

/**
 * Runs a command in its own terminal. Returns the terminal's text, or the reason why there is none: `script` of
 * util-linux is required.
 */
export function runInTerminal(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ shown: string } | { missing: string }> {
  const line = command.map((word) => `'${word}'`).join(' ');
  // Not synchronous, because the host that the command calls may run in this process.
  const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let shown = '';
  let problem = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    shown += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    problem += chunk;
  });
  const missing = (reason: string) => ({
    missing: `no program "script" that runs a command in a terminal: ${reason}`,
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(missing(error.message)));
    child.on('close', (status) => resolve(status === 0 ? { shown } : missing(problem)));
  });
}
