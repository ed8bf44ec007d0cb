import { type ReceiptFailure, ReceiptStoreError } from './receipt-store-error.ts';

interface PendingCall {
  resolve: (result: never) => void;
  reject: (error: ReceiptStoreError) => void;
}

/** The calls that the receipt worker has not answered yet. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #nextId = 1;

  /** Gives a call its id, passes the id to `send`, and resolves with the answer. */
  begin<Result>(send: (id: number) => void): Promise<Result> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      send(id);
    });
  }

  resolve(id: number, result: unknown): void {
    this.#calls.get(id)?.resolve(result as never);
    this.#calls.delete(id);
  }

  reject(id: number, failure: ReceiptFailure): void {
    this.#calls.get(id)?.reject(new ReceiptStoreError(failure));
    this.#calls.delete(id);
  }

  rejectAll(failure: ReceiptFailure): void {
    for (const { reject } of this.#calls.values()) reject(new ReceiptStoreError(failure));
    this.#calls.clear();
  }
}
