import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 5000;
/**
 * A thread that used less processor time than this in an interval is idle: a collection delays nobody. Twenty events a
 * second take two to four percent. The time of a clock would include what other programs take on a busy machine.
 */
const IDLE_MS = CHECK_INTERVAL_MS / 100;
/** Smaller growth is not worth the pause of a collection. */
const WORTHWHILE_BYTES = 4 * 1_048_576;
/** Growth that is returned without a rest after the last collection. A few events a second do not cause it. */
const BURST_BYTES = 16 * 1_048_576;
/**
 * The rest after a collection is so many times as long as the collection, so that collections take a thousandth of the time
 * at most. A collection takes 100 to 200 ms, as much as a hundred events.
 */
const REST_FACTOR = 1000;
/**
 * A collection soon after a burst finds connections and messages that are still in use. One more follows after this many
 * idle intervals.
 */
const CHECKS_BEFORE_FINAL = 4;

/** Returns pages that V8 keeps for its next objects as well: 13 MB in an idle host. */
const COLLECTION = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

/**
 * Lets the heaps of this process grow by 30 % before the next collection, instead of V8's own choice. A flood of requests
 * then needs 90 MB less, measured with test/faults/hostile-neighbours.test.ts. Call it after the start: V8 refuses the code
 * that Node was built with, and its cache, in a process that starts with this option, and the start takes 90 ms longer.
 */
export function growHeapsSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

let collector: NodeJS.GCFunction | undefined;

/**
 * Takes V8's collector from a context of its own, so that no other code sees a global `gc`. Returns undefined where another
 * thread has just switched the option off, which all threads share: the next call tries again.
 */
function takeCollector(): NodeJS.GCFunction | undefined {
  if (collector !== undefined) return collector;
  setFlagsFromString('--expose-gc');
  collector = runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined;
  setFlagsFromString('--no-expose-gc');
  return collector;
}

/** Collects the garbage of this thread at once, and returns the pages. */
export function collectGarbage(): void {
  takeCollector()?.(COLLECTION);
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** `process.memoryUsage` opens a file of /proc, and throws where no file can be opened. */
const bytesInUse = (): number => {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
};

/**
 * Returns the memory of a burst to the operating system. V8 collects when it allocates, so that a thread that was
 * busy and has become idle would keep its largest heap. Call once in each thread that lives as long as the host; the
 * returned function stops it. `release` frees what the thread holds outside of V8, and runs before each collection.
 */
export function collectWhenIdle(release: () => void = () => {}): () => void {
  // The first collection removes what starting the thread has left.
  let bytesAfterLast = 0;
  let idleChecks = 0;
  let isFinalDue = false;
  let restsUntil = 0;
  let last = processorMs();
  const timer = setInterval(() => {
    const now = processorMs();
    idleChecks = now - last > IDLE_MS ? 0 : idleChecks + 1;
    last = now;
    const bytes = bytesInUse();
    bytesAfterLast = Math.min(bytesAfterLast, bytes);
    const startedAt = performance.now();
    const worthwhileBytes = startedAt < restsUntil ? BURST_BYTES : WORTHWHILE_BYTES;
    const isWorthwhile = idleChecks > 0 && bytes - bytesAfterLast >= worthwhileBytes;
    const isFinal = isFinalDue && idleChecks >= CHECKS_BEFORE_FINAL;
    if (!isWorthwhile && !isFinal) return;
    release();
    takeCollector()?.(COLLECTION);
    restsUntil = startedAt + (performance.now() - startedAt) * REST_FACTOR;
    bytesAfterLast = bytesInUse();
    isFinalDue = !isFinal;
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
