import type { EventType } from '../../../shared/event.ts';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { JsonValue, SessionPrints } from '../../redaction/redactor.ts';
import type { CommitOutcome, IncomingBody, IncomingEvent, RedactingEvent } from '../event/incoming-event.ts';
import type { StoreFailure } from '../store/store-failure.ts';
import type { StoreHistory, StoreNews } from '../store/store-parts.ts';
import type { ReceiptCall } from './receipt-calls.ts';

/** The data that the worker thread needs to start. */
export interface ReceiptWorkerData {
  /** The role of the thread: it owns the store, redacts large events, or writes copies of the record. */
  role?: 'store' | 'redaction' | 'copy';
  file: string;
  digestKey: Uint8Array;
  fingerprintKey: Uint8Array;
  /** The key of what the threads remember of the secrets of each session. It is new in each process. */
  secretsKey: Uint8Array;
  /** Identifies the vault's key in the store. Undefined if this process records no events. */
  keyId?: string | undefined;
  /** Origin of the record's checkpoints and the seed of their key. Undefined if this process must not sign. */
  signing?: { origin: string; seed: Uint8Array } | undefined;
  /** True if nothing on the disk may change. */
  reads?: boolean | undefined;
  /** What is known of the store apart from its file. */
  history?: StoreHistory | undefined;
  /** Tells the main thread which event of a batch is redacted now. */
  redacting?: RedactingEvent | undefined;
  /** Home directories and user names of the local user. They are masked in every text. */
  homeDirectories: string[];
  userNames: string[];
}

export type ToWorker =
  | { kind: 'commit'; batch: IncomingEvent[] }
  | { kind: 'check_files' }
  | Known
  | { kind: 'call'; id: number; method: ReceiptCall; args: unknown[] };

/** What a thread that redacts does: it redacts an event, the event of a body or a value that is not stored, or reads a body of another route. */
export type RedactionTask =
  | { kind: 'event'; event: IncomingEvent }
  | ({ kind: 'body'; levels: Record<EventType, PrivacyLevel> } & Omit<IncomingBody, 'levelOf'>)
  | ({ kind: 'read' } & RoutedBody)
  | { kind: 'mask'; value: JsonValue }
  | { kind: 'preview'; text: string; explain: boolean };

export type ToRedactionWorker = RedactionTask | Known;

/** A body that a program above the store reads. The thread gets the bytes themselves; the main thread has them no more. */
export interface RoutedBody {
  route: string;
  body: { body: Uint8Array };
}

/** What other threads have masked. It precedes the events that need it. */
interface Known {
  kind: 'known';
  known: SessionPrints[];
}

/** What a thread tells of its redaction: secrets that it did not know, before the answer to their event, and errors. */
type Redacting = { kind: 'learnt'; learnt: SessionPrints } | { kind: 'redaction_fault'; fault: Fault };

/** Messages of a thread that redacts: `ready` once, then one answer to each task, in order. */
export type FromRedactionWorker = { kind: 'ready' } | { kind: 'answer'; result: unknown } | Redacting;

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'committed'; outcomes: CommitOutcome[] }
  | { kind: 'refused'; failure: StoreFailure }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'failed'; id: number; failure: StoreFailure }
  | StoreNews
  /** The background index has reached the newest receipt after it was behind. */
  | { kind: 'indexed' }
  /** A signed checkpoint of the record, and whether a session ended since the last one. */
  | { kind: 'checkpoint'; note: string; sessionEnded: boolean }
  /** Work beside the events failed: the indexes, a checkpoint, or a check of the files. */
  | { kind: 'failure'; failure: StoreFailure }
  | Redacting
  | { kind: 'unopened'; failure: StoreFailure | 'other_version'; fault: Fault };
