import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPlinth } from './processes.ts';

const STARTS = 7;
const IDLE_SECONDS = 10;
const TARGETS = { listeningMs: 500, idleRssMiB: 100 };

/** Returns the resident memory in MiB and the processor time in seconds of one process. */
function usage(pid: number): { rssMiB: number; cpuSeconds: number } {
  const line = execFileSync('ps', ['-o', 'rss=,cputimes=', '-p', String(pid)], { encoding: 'utf8' });
  const [rss] = line.trim().split(/\s+/).map(Number) as [number];
  // Clock ticks are finer than the whole seconds of ps, where the platform has them.
  let ticks: number;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    ticks = (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    ticks = Number(line.trim().split(/\s+/)[1]);
  }
  return { rssMiB: rss / 1024, cpuSeconds: ticks };
}

const starts: number[] = [];
const first = await startPlinth();
// The first start fills Node's compile cache and creates the stores. Users experience the later starts.
const firstStartMs = first.startedInMs;
for (let index = 0; index < STARTS; index += 1) {
  const server = await startPlinth();
  starts.push(server.startedInMs);
  await server.stop();
}
starts.sort((a, b) => a - b);

const before = usage(first.pid);
await delay(IDLE_SECONDS * 1000);
const after = usage(first.pid);
await first.stop();

const report = {
  when: new Date().toISOString(),
  node: process.version,
  firstStartMs: Math.round(firstStartMs),
  listeningMs: Math.round(starts[STARTS >> 1]!),
  idleRssMiB: Math.round(after.rssMiB),
  idleCpuSeconds: Number((after.cpuSeconds - before.cpuSeconds).toFixed(2)),
  idleSeconds: IDLE_SECONDS,
  targets: TARGETS,
};
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}start-up.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
