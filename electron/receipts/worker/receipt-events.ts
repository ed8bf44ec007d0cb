import type { Fault } from '../../platform/fault-log.ts';
import type { StoreFailure } from '../store/store-failure.ts';

/** What the main thread's side of the receipt worker reports. `StoreNews` and the messages of the worker say what it means. */
export interface ReceiptEvents {
  committed: [added: number];
  set_aside: [file: string];
  /** Listeners run before any receipt of the new file is acknowledged. */
  restored: [];
  waiting: [receipts: number];
  index_rebuilt: [];
  trimming: [];
  /** The end of the thread is one, too. */
  trimmed: [];
  indexed: [];
  checkpoint: [note: string, sessionEnded: boolean];
  failure: [failure: ReceiptFailure];
  /** The thread could not open the store, or ended by an error. */
  thread_fault: [fault: Fault];
  redaction_fault: [fault: Fault];
}

export type ReceiptFailure =
  | StoreFailure
  | 'overloaded'
  | 'stopped'
  | 'other_version'
  | 'redaction_timed_out';

export class ReceiptStoreError extends Error {
  readonly failure: ReceiptFailure;

  constructor(failure: ReceiptFailure) {
    super(failure);
    this.failure = failure;
  }
}
