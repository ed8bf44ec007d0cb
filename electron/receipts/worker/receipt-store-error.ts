import type { StoreFailure } from '../store/store-failure.ts';

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
