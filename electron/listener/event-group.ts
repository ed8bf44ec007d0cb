/** Events of one body that are recorded together. A body with more goes on after other requests had a turn. */
const EVENTS_AT_ONCE = 64;
/** The same for their bytes. A long prompt is compared with others in several passes. */
const BYTES_AT_ONCE = 65_536;

/** The events of a body that wait for their commits. */
export class EventGroup {
  readonly #commits: Promise<unknown>[] = [];
  #bytes = 0;

  /** Adds the commit of an event. If the group is full, waits for it. */
  async add(bytes: number, commit: Promise<unknown>): Promise<void> {
    this.#bytes += bytes;
    if (this.#commits.push(commit) >= EVENTS_AT_ONCE || this.#bytes > BYTES_AT_ONCE) await this.end();
  }

  async end(): Promise<void> {
    this.#bytes = 0;
    await Promise.all(this.#commits.splice(0));
  }
}
