import { type ResourceLimits, Worker } from 'node:worker_threads';
import { cachedThreadEnvironment } from '../../platform/compile-cache.ts';
import type { ReceiptWorkerData } from './worker-protocol.ts';

/** V8's own limit of 48 MB for young objects would be the largest part of the memory that a flood takes. */
const YOUNG_HEAP_MB = 12;

/** Starts a thread of the receipts. Without data, it waits for them. */
export const startThread = (
  workerUrl: URL,
  workerData: ReceiptWorkerData | null,
  resourceLimits: ResourceLimits = { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
): Worker => new Worker(workerUrl, { workerData, env: cachedThreadEnvironment(), resourceLimits });

/**
 * Starts the thread that owns the store, before its data is known. Its program then loads on a second core while the
 * host's own program loads, which takes as long. A process that never opens the store ends all the same.
 */
export function prepareReceiptThread(workerUrl: URL): Worker {
  const worker = startThread(workerUrl, null);
  worker.unref();
  return worker;
}

/** Opens the store in a prepared thread, or in a new one. */
export function openReceiptThread(workerUrl: URL, data: ReceiptWorkerData, prepared?: Worker): Worker {
  if (prepared === undefined) return startThread(workerUrl, data);
  prepared.ref();
  prepared.postMessage(data);
  return prepared;
}
