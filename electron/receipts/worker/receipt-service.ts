import type { MessagePort } from 'node:worker_threads';
import type { SessionSecrets } from '../../redaction/redactor.ts';
import { bytesHeld, type IncomingEvent, type RedactingEvent, unpack } from '../event/incoming-event.ts';
import { startSlice } from '../store/slice-time.ts';
import { storeFailure } from '../store/store-failure.ts';
import type { ReceiptStore } from './receipt-store.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

/**
 * Time between the first event and its indexes. A row in a slice of sixty costs half as much as in one of ten, and each
 * slice adds a segment to merge. Only the full-text search of more receipts than one slice shows the delay: a query
 * indexes fewer itself.
 */
const INDEX_DELAY_MS = 3000;
/** The same if more receipts wait than a query indexes itself. */
const INDEX_DELAY_UNDER_LOAD_MS = 500;
const MOST_DELAYED_RECEIPTS = 64;
/** Long receipts fill a slice earlier: an event of the slow load waits for one of 10 ms at most. */
const MOST_DELAYED_BYTES = 65_536;
/**
 * Shortest pause between two slices under load. Each pause is also this many times as long as the slice, so that the
 * indexes take at most a tenth of the worker's time from the events. They catch up when the load ends, in larger slices.
 */
const INDEX_PAUSE_UNDER_LOAD_MS = 60;
const INDEX_REST_FACTOR = 9;
/**
 * A slice cannot be shorter than one receipt, and a receipt with 20,000 keys takes 85 ms. Events wait for such a slice, so
 * it may take only a two-hundredth of the time: fewer than one event in a hundred waits.
 */
const LONG_SLICE_MS = 15;
const REST_FACTOR_OF_LONG_SLICE = 199;

/** Returns the pause after a slice that took `sliceMs` under load. */
function restAfter(sliceMs: number): number {
  const factor = sliceMs > LONG_SLICE_MS ? REST_FACTOR_OF_LONG_SLICE : INDEX_REST_FACTOR;
  return Math.max(INDEX_PAUSE_UNDER_LOAD_MS, sliceMs * factor);
}

/** Does something, and reports its failure to the main thread. */
type Attempt = (act: () => void) => void;

/** Advances the indexes when the worker is idle, and slowly when it is busy. */
function indexInBackground(store: ReceiptStore, onIndexed: () => void, attempt: Attempt) {
  let timer: NodeJS.Timeout | undefined;
  let committedMeanwhile = false;
  let slices = 0;
  /** What has been committed since the timer was set. */
  let delayed = { receipts: 0, bytes: 0 };
  let isDelayedLong = false;
  const advance = () => {
    timer = undefined;
    // One slice takes all receipts of a slow load.
    const pace = committedMeanwhile && !isDelayedLong ? 'busy' : 'idle';
    isDelayedLong = false;
    delayed = { receipts: 0, bytes: 0 };
    committedMeanwhile = false;
    const taken = startSlice();
    attempt(() => {
      const left = store.calls.advanceIndex(pace);
      store.checkpointIfDue();
      // A busy machine makes a slice long, and the index would rest for half a minute.
      if (left !== 'nothing') timer = setTimeout(advance, pace === 'busy' ? restAfter(taken()) : 0);
      if (left === 'receipts') slices += 1;
      else {
        // A query indexes the receipts of one slice itself. Only after more may an earlier answer lack some.
        if (slices > 0) onIndexed();
        slices = 0;
      }
    });
  };
  return {
    wake(batch: readonly IncomingEvent[] = []) {
      committedMeanwhile = true;
      delayed.receipts += batch.length;
      for (const event of batch) delayed.bytes += bytesHeld(event);
      if (timer !== undefined && !isDelayedLong) return;
      const isLoad = delayed.receipts > MOST_DELAYED_RECEIPTS || delayed.bytes > MOST_DELAYED_BYTES;
      if (timer !== undefined && !isLoad) return;
      clearTimeout(timer);
      isDelayedLong = !isLoad;
      timer = setTimeout(advance, isLoad ? INDEX_DELAY_UNDER_LOAD_MS : INDEX_DELAY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** At most one checkpoint is signed in this time. */
const SIGN_INTERVAL_MS = 1000;

/** Signs checkpoints of the record after it has grown. */
function signInBackground(store: ReceiptStore, send: (message: FromWorker) => void, attempt: Attempt) {
  let timer: NodeJS.Timeout | undefined;
  let sessionEnded = false;
  const sign = () => {
    clearTimeout(timer);
    timer = undefined;
    attempt(() => {
      const note = store.calls.signCheckpoint();
      if (note !== undefined) send({ kind: 'checkpoint', note, sessionEnded });
      sessionEnded = false;
    });
  };
  return {
    wake(ended: boolean) {
      sessionEnded ||= ended;
      timer ??= setTimeout(sign, SIGN_INTERVAL_MS);
    },
    sign,
  };
}

/**
 * Serves the calls of the main thread on `port` from an open store, until it receives `close`. `secrets` adopts what other
 * threads have masked.
 */
export function serveReceipts(
  port: MessagePort,
  store: ReceiptStore,
  secrets: SessionSecrets,
  redacting?: RedactingEvent,
): void {
  const send = (message: FromWorker) => port.postMessage(message);
  const attempt: Attempt = (act) => {
    try {
      act();
    } catch (error) {
      send({ kind: 'failure', failure: storeFailure(error) });
    }
  };
  const indexer = indexInBackground(store, () => send({ kind: 'indexed' }), attempt);
  indexer.wake();
  const checkpoints = signInBackground(store, send, attempt);
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'known') {
      for (const known of message.known) secrets.adopt(known);
      return;
    }
    if (message.kind === 'check_files') return attempt(() => store.keep());
    if (message.kind === 'commit') {
      message.batch.forEach(unpack);
      indexer.wake(message.batch);
      checkpoints.wake(message.batch.some(({ event }) => event === 'session.ended'));
      try {
        send({ kind: 'committed', outcomes: store.commit(message.batch, redacting) });
      } catch (error) {
        return send({ kind: 'refused', failure: storeFailure(error) });
      }
      return attempt(() => store.checkpointIfDue());
    }
    if (message.method === 'close') {
      indexer.stop();
      checkpoints.sign();
    } else if (message.method === 'checkRecord' || message.method === 'prove') checkpoints.sign();
    else checkpoints.wake(false);
    try {
      const method = store.calls[message.method] as (...args: unknown[]) => unknown;
      send({ kind: 'answer', id: message.id, result: await method(...message.args) });
    } catch (error) {
      send({ kind: 'failed', id: message.id, failure: storeFailure(error) });
    }
    if (message.method === 'close') port.close();
    else attempt(() => store.checkpointIfDue());
  });
  // A damaged receipt must not keep the record from starting.
  attempt(() => {
    for (const learnt of store.latestSecrets()) {
      secrets.adopt(learnt);
      send({ kind: 'learnt', learnt });
    }
  });
  send({ kind: 'ready' });
}
