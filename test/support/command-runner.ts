import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Runs commands of the built command line one after the other in this process, which is a tenth of the time of a process for
 * each. Prints one line of JSON for each command. Arguments: the lists of words, as JSON.
 */

/** Ends a command where it would end the process. */
class Exit extends Error {}

const bundle = fileURLToPath(new URL('../../.host/bundle/plinth.cjs', import.meta.url));
const { main } = createRequire(import.meta.url)(bundle) as { main(argv: string[]): Promise<void> };
const commands = JSON.parse(process.argv[2]!) as string[][];
const print = process.stdout.write.bind(process.stdout);
const outcome = { status: 0, stdout: '', stderr: '' };

for (const stream of [process.stdout, process.stderr]) {
  stream.setMaxListeners(0);
  const name = stream === process.stdout ? 'stdout' : 'stderr';
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    outcome[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const done = rest.findLast((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as typeof stream.write;
}
process.setMaxListeners(0);
process.exit = ((code?: number) => {
  process.exitCode ??= code ?? 0;
  throw new Exit();
}) as typeof process.exit;

for (const words of commands) {
  Object.assign(outcome, { stdout: '', stderr: '' });
  process.exitCode = undefined;
  try {
    await main([process.execPath, 'plinth', ...words]);
  } catch (error) {
    if (!(error instanceof Exit)) outcome.stderr += String((error as Error).stack);
  }
  print(`${JSON.stringify({ words, ...outcome, status: Number(process.exitCode ?? 0) })}\n`);
}
process.exitCode = 0;
