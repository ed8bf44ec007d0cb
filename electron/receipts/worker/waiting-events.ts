import {
  bytesHeld,
  type CommitOutcome,
  type IncomingEvent,
  isKept,
  sessionKey,
} from '../event/incoming-event.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReceiptStoreError } from './receipt-events.ts';
import type { RedactionLane } from './redaction-lane.ts';

const MAX_WAITING_EVENTS = 20_000;
const MAX_WAITING_BYTES = 64 * 1_048_576;
/** Maximum waiting events and bytes of one integration. A flood is refused before it fills the shared queue. */
const INTEGRATION_SHARE = { events: 5000, bytes: 16 * 1_048_576 };
/** Bounds the time of one batch in the worker, so that small events behind it do not wait noticeably. */
const MAX_BATCH_COST = 65_536;
/**
 * The same for a batch of one integration, whose rate is limited anyway: an event of another integration waits for a
 * quarter of the time.
 */
const MAX_BATCH_COST_OF_ONE = 16_384;
/** The fixed cost of a row, in bytes that could be redacted in the same time. */
const COST_OF_A_ROW = 512;
/** The cost of writing a text relative to redacting it. */
const COST_OF_WRITING = 1 / 16;
/** A separate thread redacts larger events. */
const SMALL_EVENT_BYTES = 16_384;

/** An event whose client waits for the commit. */
export interface Waiting {
  event: IncomingEvent;
  resolve: (outcome: CommitOutcome) => void;
  reject: (error: ReceiptStoreError) => void;
}

interface Observer {
  /** An event is ready for the next batch. */
  ready(): void;
  /** The redaction of an event by the lane exceeded its time. Only the sizes of the event are stored. */
  timedOut(): void;
}

/** True if the event still has to be redacted. */
const isRaw = (event: IncomingEvent) =>
  isKept(event) && event.prepared === undefined && event.redactionTimedOut !== true;

const costOf = (event: IncomingEvent) =>
  COST_OF_A_ROW + bytesHeld(event) * (isRaw(event) ? 1 : COST_OF_WRITING);

/**
 * The events that wait for a batch, in turn between integrations and in order within a session. The lane redacts large
 * events first; later events of the same session wait behind them.
 */
export class WaitingEvents {
  readonly #lane: RedactionLane;
  readonly #observer: Observer;
  readonly #queue = new FairQueue<Waiting>();
  /** Bytes of the events that no batch has taken yet, by integration. */
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;
  /** Sessions with a large event in redaction, and the events that wait behind it. */
  readonly #held = new Map<string, Waiting[]>();
  #heldEvents = 0;
  /** Integrations with an event whose redaction did not end. */
  readonly #suspects = new Set<string>();

  constructor(lane: RedactionLane, observer: Observer) {
    this.#lane = lane;
    this.#observer = observer;
  }

  /** True if no event waits, neither for a batch nor for the lane. */
  get isEmpty(): boolean {
    return this.#queue.size === 0 && this.#held.size === 0;
  }

  isFull(integrationId: string): boolean {
    return (
      this.#queue.size + this.#heldEvents >= MAX_WAITING_EVENTS ||
      this.#allBytes > MAX_WAITING_BYTES ||
      this.#queue.sizeOf(integrationId) >= INTEGRATION_SHARE.events ||
      (this.#bytes.get(integrationId) ?? 0) > INTEGRATION_SHARE.bytes
    );
  }

  add(waiting: Waiting): void {
    this.#count(waiting.event, 1);
    this.#accept(waiting);
  }

  /** Takes the events of the next batch. */
  take(): Waiting[] {
    return this.#uncounted(this.#queue.take(MAX_BATCH_COST, MAX_BATCH_COST_OF_ONE));
  }

  /** Takes all events that are ready for a batch. */
  drain(): Waiting[] {
    return this.#uncounted(this.#queue.drain());
  }

  /**
   * Puts a batch back in front. If the redaction of an event of `suspect` did not end, the lane redacts all of that
   * integration's events from now on: the thread that owns the store must not wait for a second one.
   */
  putBack(batch: readonly Waiting[], suspect: string | undefined): void {
    for (const waiting of batch.toReversed()) {
      const { event } = waiting;
      this.#count(event, 1);
      this.#queue.push(event.integrationId, costOf(event), waiting, true);
    }
    if (suspect === undefined) return;
    this.#suspects.add(suspect);
    for (const waiting of this.#uncounted(this.#queue.drain(suspect))) this.add(waiting);
  }

  #uncounted(taken: Waiting[]): Waiting[] {
    for (const { event } of taken) this.#count(event, -1);
    return taken;
  }

  #count(event: IncomingEvent, sign: 1 | -1): void {
    const { integrationId } = event;
    const bytes = sign * bytesHeld(event);
    const waiting = (this.#bytes.get(integrationId) ?? 0) + bytes;
    if (waiting > 0) this.#bytes.set(integrationId, waiting);
    else this.#bytes.delete(integrationId);
    this.#allBytes += bytes;
  }

  #accept(waiting: Waiting): void {
    const { event } = waiting;
    const held = this.#held.size === 0 ? undefined : this.#held.get(sessionKey(event));
    if (held !== undefined) {
      held.push(waiting);
      this.#heldEvents += 1;
    } else if (
      isRaw(event) &&
      (bytesHeld(event) > SMALL_EVENT_BYTES || this.#suspects.has(event.integrationId))
    ) {
      void this.#redactAside(waiting);
    } else this.#enqueue(waiting);
  }

  async #redactAside(waiting: Waiting): Promise<void> {
    const { event } = waiting;
    const session = sessionKey(event);
    this.#held.set(session, []);
    const prepared = await this.#lane.prepare(event);
    if (prepared === undefined) {
      event.redactionTimedOut = true;
      this.#observer.timedOut();
    } else {
      event.prepared = prepared;
      event.data = {};
      event.packedInput = undefined;
    }
    this.#enqueue(waiting);
    const held = this.#held.get(session) ?? [];
    this.#held.delete(session);
    this.#heldEvents -= held.length;
    // Another large event in the list holds the events behind it again.
    for (const next of held) this.#accept(next);
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.push(waiting.event.integrationId, costOf(waiting.event), waiting);
    this.#observer.ready();
  }
}
