import type { EventType } from './events.ts';

/** Requests under way at once. More do not make Plinth faster: eight hide the time of an answer. */
const MOST_UNDER_WAY = 8;
/** Waiting events for each request under way. Fewer are sent one at a time, so that they arrive in order. */
const WAITING_FOR_EACH = 16;

/** An event of a reporter that was not answered yet. */
export interface QueuedEvent {
  readonly bytes: Uint8Array;
  readonly type: EventType;
  /** Its place among all events, for the order of those that come back. */
  readonly place: number;
  tries: number;
}

/** The events of a reporter: those that wait, in order, and those under way. Bounded by number and bytes. */
export class EventQueue {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #waiting: QueuedEvent[] = [];
  readonly #underWay = new Set<QueuedEvent>();
  #bytes = 0;
  #places = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#waiting.length + this.#underWay.size;
  }

  /** Adds an event that fits. Returns how many of the oldest that wait were dropped for it. */
  push(bytes: Uint8Array, type: EventType): number {
    this.#bytes += bytes.byteLength;
    this.#waiting.push({ bytes, type, place: this.#places++, tries: 0 });
    let dropped = 0;
    while (this.#waiting[0] && (this.size > this.#most || this.#bytes > this.#mostBytes)) {
      this.#bytes -= this.#waiting.shift()!.bytes.byteLength;
      dropped++;
    }
    return dropped;
  }

  /** Takes the next event if it may be sent now: at any time if nothing is under way, else only from many that wait. */
  next(inParallel: boolean): QueuedEvent | undefined {
    const [next] = this.#waiting;
    const [first] = this.#underWay;
    if (!next) return undefined;
    if (first) {
      const most = inParallel ? Math.min(MOST_UNDER_WAY, this.#waiting.length / WAITING_FOR_EACH) : 1;
      if (this.#underWay.size >= most) return undefined;
      // The start and the end of a session overtake nothing, and nothing overtakes them.
      if ([next, first].some(({ type }) => type.startsWith('session.'))) return undefined;
    }
    this.#waiting.shift();
    this.#underWay.add(next);
    return next;
  }

  /** Lets an event that was under way wait again, at its place. */
  putBack(event: QueuedEvent): void {
    this.#underWay.delete(event);
    const behind = this.#waiting.findIndex(({ place }) => place > event.place);
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, event);
  }

  /** Removes an event that was under way. */
  remove(event: QueuedEvent): void {
    this.#underWay.delete(event);
    this.#bytes -= event.bytes.byteLength;
  }

  /** Removes all events, and returns their number. */
  clear(): number {
    const { size } = this;
    this.#waiting.length = 0;
    this.#underWay.clear();
    this.#bytes = 0;
    return size;
  }
}
