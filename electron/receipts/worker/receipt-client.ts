import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { faultOf } from '../../platform/fault-log.ts';
import { SecretPrints, type SessionPrints } from '../../redaction/engine/secret-prints.ts';
import type { CommitOutcome, IncomingEvent } from '../event/incoming-event.ts';
import { CommitWatchdog } from './commit-watchdog.ts';
import { CopyClient } from './copy-client.ts';
import { PendingCalls } from './pending-calls.ts';
import type { ReceiptCall, ReceiptCalls } from './receipt-calls.ts';
import { type ReceiptEvents, type ReceiptFailure, ReceiptStoreError } from './receipt-events.ts';
import { openReceiptThread } from './receipt-thread.ts';
import { RedactionLane } from './redaction-lane.ts';
import { type Waiting, WaitingEvents } from './waiting-events.ts';
import type { FromWorker, ReceiptWorkerData, ToWorker } from './worker-protocol.ts';

const RESTART_DELAY_MS = 500;
/** Far longer than the largest batch takes. Only a redactor that never ends reaches it. */
const COMMIT_TIMEOUT_MS = 15_000;

/** The length of the hash that the threads use to remember secrets. */
const SECRETS_KEY_BYTES = 32;

/**
 * The main thread's side of the receipt worker. Events that arrive during a transaction wait here and share the next
 * one. An event's promise resolves only after its commit.
 */
export class ReceiptClient extends EventEmitter<ReceiptEvents> {
  readonly #workerUrl: URL;
  readonly #workerData: ReceiptWorkerData;
  #worker: Worker | undefined;
  #prepared: Worker | undefined;
  readonly #waiting: WaitingEvents;
  /** What the threads have masked in each session: each of them learns it from here. */
  readonly #known = new SecretPrints();
  /** The thread that reads large bodies and redacts large events. */
  readonly lane: RedactionLane;
  /** Measured: a second batch in flight only makes both smaller, and a commit costs the same for fewer events. */
  #inFlight: Waiting[] = [];
  #dispatchScheduled = false;
  readonly #watchdog: CommitWatchdog;
  readonly #calls = new PendingCalls();
  #stopping = false;
  /** The refusal of the newest events. Undefined if they were recorded. */
  refused: { at: number; failure: ReceiptFailure } | undefined;

  constructor(
    workerUrl: URL,
    workerData: Omit<ReceiptWorkerData, 'role' | 'secretsKey'>,
    {
      commitTimeoutMs = COMMIT_TIMEOUT_MS,
      prepared,
    }: { commitTimeoutMs?: number | undefined; prepared?: Worker | undefined } = {},
  ) {
    super();
    this.#prepared = prepared;
    this.#watchdog = new CommitWatchdog(commitTimeoutMs, () => void this.#worker?.terminate());
    this.#workerUrl = workerUrl;
    const { redacting } = this.#watchdog;
    this.#workerData = { ...workerData, secretsKey: randomBytes(SECRETS_KEY_BYTES), redacting };
    this.lane = new RedactionLane(workerUrl, this.#workerData, commitTimeoutMs, {
      known: () => this.#known.all(),
      learnt: (learnt) => {
        this.#known.add(learnt);
        this.#tellKnown([learnt]);
      },
      fault: (fault) => this.emit('redaction_fault', fault),
    });
    this.#waiting = new WaitingEvents(this.lane, {
      ready: () => {
        if (this.#worker === undefined) this.#refuseWaiting();
        else this.#scheduleDispatch();
      },
      timedOut: () => this.emit('failure', 'redaction_timed_out'),
    });
  }

  /** Starts the worker. Rejects with {@link ReceiptStoreError} if the database cannot be opened. */
  async open(): Promise<void> {
    await this.#start().catch((error: unknown) => {
      this.#stopping = true;
      throw error;
    });
  }

  async #start(): Promise<void> {
    const worker = openReceiptThread(this.#workerUrl, this.#workerData, this.#prepared);
    this.#prepared = undefined;
    this.#worker = worker;
    this.#tellKnown(this.#known.all());
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'unopened') {
          if (message.failure === 'storage_failed') this.emit('thread_fault', message.fault);
          reject(new ReceiptStoreError(message.failure));
        } else this.#receive(message);
      });
      worker.on('error', (error) => {
        this.emit('thread_fault', faultOf(error));
        reject(new ReceiptStoreError('storage_failed'));
      });
      worker.on('exit', () => this.#exited());
    });
    this.#dispatch();
  }

  // The worker knows these secrets before the next batch: it reads messages in order.
  #tellKnown(known: SessionPrints[]): void {
    if (known.length > 0) this.#worker?.postMessage({ kind: 'known', known } satisfies ToWorker);
  }

  /** Records one event. Resolves after the transaction with the event has committed. */
  submit(event: IncomingEvent): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#stopping || this.#worker === undefined) {
        reject(new ReceiptStoreError('stopped'));
      } else if (this.#waiting.isFull(event.integrationId)) {
        reject(new ReceiptStoreError('overloaded'));
      } else {
        this.#waiting.add({ event, resolve, reject });
      }
    });
  }

  /** Checks the store's files between commits, and restores them if another program harmed them. */
  checkFiles(): void {
    this.#worker?.postMessage({ kind: 'check_files' } satisfies ToWorker);
  }

  #refuseWaiting(): void {
    for (const { reject } of this.#waiting.drain()) reject(new ReceiptStoreError('storage_failed'));
  }

  /** Calls the worker. Answers arrive in the order of the calls. */
  call<M extends ReceiptCall>(
    method: M,
    ...args: Parameters<ReceiptCalls[M]>
  ): Promise<Awaited<ReturnType<ReceiptCalls[M]>>> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.reject(new ReceiptStoreError('stopped'));
    return this.#calls.begin((id) =>
      worker.postMessage({ kind: 'call', id, method, args } satisfies ToWorker),
    );
  }

  /** Starts a thread that writes or reads copies of the record. */
  startCopyThread(): CopyClient {
    return new CopyClient(this.#workerUrl, this.#workerData);
  }

  /** Commits the waiting events, then closes the database. */
  async close(): Promise<void> {
    while (this.#inFlight.length > 0 || !this.#waiting.isEmpty) {
      await new Promise<void>((resolve) =>
        this.once('committed', () => resolve()).once('failure', () => resolve()),
      );
    }
    this.#stopping = true;
    await this.lane.close();
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await this.call('close').catch(() => worker.terminate());
    await exited;
  }

  // Dispatches after the event loop has read the requests of this turn, so that they share a batch.
  #scheduleDispatch(): void {
    if (this.#dispatchScheduled) return;
    this.#dispatchScheduled = true;
    setImmediate(() => {
      this.#dispatchScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#inFlight.length > 0 || this.#worker === undefined) return;
    const batch = this.#waiting.take();
    if (batch.length === 0) return;
    this.#inFlight = batch;
    this.#watchdog.watch(true);
    this.#worker.postMessage({ kind: 'commit', batch: batch.map(({ event }) => event) } satisfies ToWorker);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'committed':
        this.#acknowledge(message.outcomes);
        break;
      case 'refused':
        this.#refuse(message.failure);
        this.#dispatch();
        break;
      case 'answer':
        this.#calls.resolve(message.id, message.result);
        break;
      case 'failed':
        this.#calls.reject(message.id, new ReceiptStoreError(message.failure));
        break;
      case 'busy':
        // Reading or copying a large store takes longer than a commit may.
        this.#watchdog.pause();
        break;
      case 'learnt':
        this.#known.add(message.learnt);
        this.lane.tell([message.learnt]);
        break;
      case 'ready':
      case 'unopened':
        break;
      default: {
        // What the worker was busy with is done.
        this.#watchdog.watch(this.#inFlight.length > 0);
        const { kind, ...told } = message;
        // The members of a message are the arguments of its event, in their order.
        this.emit(kind, ...(Object.values(told) as never));
      }
    }
  }

  #takeInFlight(): Waiting[] {
    const batch = this.#inFlight;
    this.#inFlight = [];
    this.#watchdog.pause();
    return batch;
  }

  #acknowledge(outcomes: CommitOutcome[]): void {
    const batch = this.#takeInFlight();
    this.refused = undefined;
    // Sends the next batch before it writes the answers of this one, so that the worker never idles.
    this.#dispatch();
    let added = 0;
    outcomes.forEach((outcome, index) => {
      if (outcome.recorded && !outcome.replayed) added += 1;
      batch[index]?.resolve(outcome);
    });
    this.emit('committed', added);
  }

  // The batch in flight may have been committed or not. The identity of an event makes the second attempt harmless. The
  // lane tries the event alone whose redaction did not end. Work before the batch can also have kept the worker.
  #retry(): void {
    const retried = this.#takeInFlight();
    const endless = retried[this.#watchdog.takeEndless()];
    this.#restart();
    this.emit('failure', endless === undefined ? 'storage_failed' : 'redaction_timed_out');
    this.#waiting.putBack(retried, endless?.event.integrationId);
  }

  // If the store cannot be opened, this worker exits too, and a next one tries again.
  #restart(): void {
    if (!this.#stopping) this.#start().catch(() => this.emit('failure', 'storage_failed'));
  }

  #refuse(failure: ReceiptFailure): void {
    const batch = this.#takeInFlight();
    this.refused = { at: Date.now(), failure };
    for (const { reject } of batch) reject(new ReceiptStoreError(failure));
    this.emit('failure', failure);
  }

  // A worker that dies loses only unacknowledged events. Their clients are told to try again.
  #exited(): void {
    this.#worker = undefined;
    this.#calls.rejectAll(new ReceiptStoreError('storage_failed'));
    this.emit('trimmed');
    if (this.#watchdog.endedWorker && !this.#stopping) {
      this.#retry();
      return;
    }
    if (this.#inFlight.length > 0) this.#refuse('storage_failed');
    if (this.#stopping) return;
    this.#refuseWaiting();
    setTimeout(() => this.#restart(), RESTART_DELAY_MS).unref();
  }
}
