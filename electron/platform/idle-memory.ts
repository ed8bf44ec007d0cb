import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 5000;
/** A thread that ran for less than this part of the interval is idle: a collection delays nobody. */
const IDLE_UTILIZATION = 0.05;
/** Smaller growth is not worth the pause of a collection. */
const WORTHWHILE_BYTES = 4 * 1_048_576;
/**
 * A collection soon after a burst finds connections and messages that are still in use. One more follows after this many
 * idle intervals.
 */
const CHECKS_BEFORE_FINAL = 4;

/** Returns pages that V8 keeps for its next objects as well: 13 MB in an idle host. */
const COLLECTION = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

/**
 * Takes V8's collector, so that no other code sees a global `gc`. A process that started with `--expose-gc` has one.
 * Elsewhere it comes from a context of its own, which takes a megabyte in each thread.
 */
function takeCollector(): NodeJS.GCFunction {
  const { gc } = globalThis;
  if (gc !== undefined) {
    Reflect.deleteProperty(globalThis, 'gc');
    return gc;
  }
  setFlagsFromString('--expose-gc');
  const collector = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return collector;
}

const bytesInUse = (): number => {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
};

/**
 * Returns the memory of a burst to the operating system. V8 collects when it allocates, so that a thread that was
 * busy and has become idle would keep its largest heap. Call once in each thread that lives as long as the host; the
 * returned function stops it. `release` frees what the thread holds outside of V8, and runs before each collection.
 */
export function collectWhenIdle(release: () => void = () => {}): () => void {
  const collect = takeCollector();
  // The first collection removes what starting the thread has left.
  let bytesAfterLast = 0;
  let idleChecks = 0;
  let isFinalDue = false;
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    idleChecks = utilization > IDLE_UTILIZATION ? 0 : idleChecks + 1;
    const bytes = bytesInUse();
    bytesAfterLast = Math.min(bytesAfterLast, bytes);
    const isWorthwhile = idleChecks > 0 && bytes - bytesAfterLast >= WORTHWHILE_BYTES;
    const isFinal = isFinalDue && idleChecks >= CHECKS_BEFORE_FINAL;
    if (!isWorthwhile && !isFinal) return;
    release();
    collect(COLLECTION);
    bytesAfterLast = bytesInUse();
    isFinalDue = !isFinal;
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
