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
  /** Context switches of the server's threads for one event. Undefined where the system does not report them. */
  switchesPerEvent: number | undefined;
  /** The share of the machine's processor time that nothing used. */
  idleShare: number;
}

/** Runs the load generator against a server and measures what the server used. */
export async function measureRun(
  server: ServerProcess,
  order: Omit<LoadOrder, 'port'>,
  core?: string,
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
  return {
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMicrosecondsPerEvent: (after.microseconds - before!.microseconds) / result.requests,
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
    switchesPerEvent:
      runs[0]?.switchesPerEvent === undefined ? undefined : of((run) => run.switchesPerEvent!),
    idleShare: of((run) => run.idleShare),
  };
}
