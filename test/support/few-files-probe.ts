import { closeSync, openSync } from 'node:fs';
import { HostError } from '../../electron/platform/host-error.ts';
import { startTestHost } from './running-host.ts';

// Run by a test in a process that may open few files: starts a host with ever more descriptors left, until it comes up.

const dataDir = process.argv[2]!;
const taken: number[] = [];

function takeAllBut(free: number): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    for (let index = 0; index < free; index += 1) closeSync(taken.pop()!);
  }
}

// What a host needs besides files of its own, such as modules that are loaded late, is loaded once before.
await (await startTestHost({ dataDir })).stop();
for (let free = 0; free < 64; free += 1) {
  takeAllBut(free);
  let fault: unknown;
  try {
    await (await startTestHost({ dataDir })).stop();
  } catch (error) {
    fault = error;
  }
  for (const descriptor of taken.splice(0)) closeSync(descriptor);
  if (fault !== undefined && !(fault instanceof HostError)) throw fault;
  console.log(JSON.stringify({ free, code: fault?.code ?? null, message: fault?.message ?? null }));
  if (fault === undefined) break;
}
