/** The calls that a thread has not answered yet. */
export class PendingCalls {
  readonly #calls = new Map<number, PromiseWithResolvers<never>>();
  #nextId = 1;

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

  reject(id: number, error: Error): void {
    this.#calls.get(id)?.reject(error);
    this.#calls.delete(id);
  }

  rejectAll(error: Error): void {
    for (const id of this.#calls.keys()) this.reject(id, error);
  }
}
