/** The calls that a thread has not answered yet. `Failure` is what it says of one that failed. */
export class PendingCalls<Failure> {
  readonly #errorOf: (failure: Failure) => Error;
  readonly #calls = new Map<number, PromiseWithResolvers<never>>();
  #nextId = 1;

  constructor(errorOf: (failure: Failure) => Error) {
    this.#errorOf = errorOf;
  }

  /** Gives a call its id, passes the id to `send`, and resolves with the answer. */
  begin<Result>(send: (id: number) => void): Promise<Result> {
    const id = this.#nextId;
    this.#nextId += 1;
    const call = Promise.withResolvers<never>();
    this.#calls.set(id, call);
    send(id);
    return call.promise;
  }

  resolve(id: number, result: unknown): void {
    this.#calls.get(id)?.resolve(result as never);
    this.#calls.delete(id);
  }

  reject(id: number, failure: Failure): void {
    this.#calls.get(id)?.reject(this.#errorOf(failure));
    this.#calls.delete(id);
  }

  rejectAll(failure: Failure): void {
    for (const id of this.#calls.keys()) this.reject(id, failure);
  }
}
