import type { LoadOrder } from './load-generator.ts';
import { runLoad, type ServerProcess } from './processes.ts';
import { type MachineTimes, machineTimes, type ProcessorUse, processorUse } from './processor-use.ts';

/** One run of the load generator against one server. */
export interface MeasuredRun {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server for one event: user and system, all threads. */
  cpuMicrosecondsPerEvent: number;
  /** The same until the server has nothing left to do: a receipt is indexed after its answer. */
  cpuMicrosecondsUntilIdle: number;
  /** Context switches of the server's threads for one event. Undefined where the system does not report them. */
  switchesPerEvent: number | undefined;
  /** The share of the machine's processor time that nothing used. */
  idleShare: number;
}

const IDLE_CHECK_MS = 500;
/** A server that uses less in each of so many times has nothing left to do. Its index waits for up to three seconds. */
const IDLE_MICROSECONDS = 5000;
const IDLE_CHECKS = 7;

/** Waits until a server is idle. Returns the processor time that it has used by then. */
export async function usedAtIdle(server: ServerProcess): Promise<number> {
  let used = processorUse(server.pid).microseconds;
  for (let idle = 0; idle < IDLE_CHECKS; ) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK_MS));
    const { microseconds } = processorUse(server.pid);
    idle = microseconds - used < IDLE_MICROSECONDS ? idle + 1 : 0;
    used = microseconds;
  }
  return used;
}

/** Runs the load generator against a server and measures what the server used. */
export async function measureRun(
  server: ServerProcess,
  order: Omit<LoadOrder, 'port'>,
  { core, waitsForIdle = false }: { core?: string | undefined; waitsForIdle?: boolean } = {},
): Promise<MeasuredRun> {
  let before: ProcessorUse | undefined;
  let timesBefore: MachineTimes | undefined;
  const onStart = () => {
    before = processorUse(server.pid);
    timesBefore = machineTimes();
  };
  const result = await runLoad({ ...order, port: server.port }, { core, onStart });
  const after = processorUse(server.pid);
  const times = machineTimes();
  if (result.notAccepted > 0) throw new Error(`${server.name} did not accept ${result.notAccepted} events`);
  const switches =
    after.switches === undefined ? undefined : (after.switches - before!.switches!) / result.requests;
  const used = waitsForIdle ? await usedAtIdle(server) : after.microseconds;
  return {
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMicrosecondsPerEvent: (after.microseconds - before!.microseconds) / result.requests,
    cpuMicrosecondsUntilIdle: (used - before!.microseconds) / result.requests,
    switchesPerEvent: switches,
    idleShare: (times.idle - timesBefore!.idle) / (times.total - timesBefore!.total),
  };
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the medians of each figure. */
export function medianRun(runs: readonly MeasuredRun[]): MeasuredRun {
  const of = (figure: (run: MeasuredRun) => number) => medianOf(runs.map(figure));
  return {
    perSecond: of((run) => run.perSecond),
    p50Ms: of((run) => run.p50Ms),
    p99Ms: of((run) => run.p99Ms),
    cpuMicrosecondsPerEvent: of((run) => run.cpuMicrosecondsPerEvent),
    cpuMicrosecondsUntilIdle: of((run) => run.cpuMicrosecondsUntilIdle),
    switchesPerEvent:
      runs[0]?.switchesPerEvent === undefined ? undefined : of((run) => run.switchesPerEvent!),
    idleShare: of((run) => run.idleShare),
  };
}
