import type { Fault } from '../../platform/fault-log.ts';
import type { StoreFailure } from '../store/store-failure.ts';

/** What the main thread's side of the receipt worker reports. `StoreNews` and the messages of the worker say what it means. */
export interface ReceiptEvents {
  /** A batch was committed. The argument is the number of new receipts. */
  committed: [added: number];
  set_aside: [file: string];
  /** Listeners run before any receipt of the new file is acknowledged. */
  restored: [];
  waiting: [receipts: number];
  index_rebuilt: [];
  trimming: [];
  /** The end of the thread is one, too. */
  trimmed: [];
  /** The background index has reached the newest receipt after it was behind. */
  indexed: [];
  /** A signed checkpoint of the record. `sessionEnded` is true if a session ended since the last one. */
  checkpoint: [note: string, sessionEnded: boolean];
  failure: [failure: ReceiptFailure];
  /** The thread could not open the store, or ended by an error. */
  thread_fault: [fault: Fault];
  /** The redactor threw; the event was stored without text. */
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
