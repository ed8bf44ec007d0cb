import { closeSync, openSync } from 'node:fs';
import { HostError } from '../../electron/platform/host-error.ts';
import { startTestHost } from './running-host.ts';

// A test runs this in a process that may open few files. It starts a host with more and more free descriptors,
// until the start succeeds.

const dataDir = process.argv[2]!;
const taken: number[] = [];

function takeAllBut(free: number): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    for (let index = 0; index < free; index += 1) closeSync(taken.pop()!);
  }
}

// Loads everything besides a host's own files once before, such as modules that load late.
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
