import { parentPort, workerData } from 'node:worker_threads';
import { EVENTS_PATH } from '../../shared/limits.ts';
import { Reporter, residentMebibytes } from '../faults/neighbour-kit.ts';
import { sampleEvent } from '../support/running-host.ts';

/** What a neighbour shares with the fuzzer, by its place in an array of integers. */
export const SHARED = {
  ...{ longestMs: 0, peakMebibytes: 1, sent: 2, lost: 3, finished: 4, isOver: 5 },
  /** The status of the last event that was refused, or 0 where there was no answer. */
  lostStatus: 6,
} as const;
export const NEIGHBOUR = 'neighbour';
/** A hundred events a second: half of the rate limit. */
const PAUSE_MS = 10;
/** The time for sending is over when the first event is answered. */
const ONE_EVENT_SECONDS = PAUSE_MS / 1000;
const MEMORY_INTERVAL_MS = 25;

export interface NeighbourOrder {
  port: number;
  pid: number;
  token: string;
  shared: Int32Array;
}

/** Reports beside the fuzzer in a thread of its own, because making large bodies keeps a thread busy. */
async function report({ port, pid, token, shared }: NeighbourOrder): Promise<void> {
  const raise = (place: number, value: number) => {
    if (value > Atomics.load(shared, place)) Atomics.store(shared, place, value);
  };
  const reporter = new Reporter({ host: '127.0.0.1', port, noDelay: true }, false, (count) => {
    const text = JSON.stringify(
      sampleEvent(NEIGHBOUR, { sessionId: NEIGHBOUR, data: { content: `${count}` } }),
    );
    return `POST ${EVENTS_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  });
  const watch = setInterval(() => {
    try {
      raise(SHARED.peakMebibytes, Math.round(residentMebibytes(pid)));
    } catch {
      // The host has ended. The fuzzer notices it.
    }
  }, MEMORY_INTERVAL_MS);
  while (Atomics.load(shared, SHARED.isOver) === 0) {
    reporter.latency.reset();
    await reporter.run(ONE_EVENT_SECONDS, PAUSE_MS);
    raise(SHARED.longestMs, Math.round(reporter.latency.max / 1e6));
    Atomics.store(shared, SHARED.sent, reporter.sent);
    Atomics.store(shared, SHARED.lostStatus, Number(reporter.lost.at(-1)) || 0);
    Atomics.store(shared, SHARED.lost, reporter.lost.length);
    Atomics.add(shared, SHARED.finished, 1);
  }
  clearInterval(watch);
}

if (parentPort !== null) void report(workerData as NeighbourOrder);
