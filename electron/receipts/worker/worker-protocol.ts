import type { PrivacyLevel } from '../../../shared/settings.ts';
import type { BodyEvent, BodyRefusal } from '../../body/event-of-body.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { SessionPrints } from '../../redaction/redactor.ts';
import type {
  CommitOutcome,
  IncomingBody,
  IncomingEvent,
  PreparedEvent,
  RedactingEvent,
} from '../event/incoming-event.ts';
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
  | { kind: 'known'; known: SessionPrints[] }
  | { kind: 'call'; id: number; method: ReceiptCall; args: unknown[] };

/**
 * Messages to a thread that redacts: a body of another route to read, an event, or a body and, if the thread finds a valid
 * event in it, the order to redact that. `known` is what the other thread has masked in the session of the event.
 */
export type ToRedactionWorker =
  | { kind: 'event'; event: IncomingEvent; known: SessionPrints }
  | { kind: 'body'; body: Uint8Array }
  | ({ kind: 'read' } & RoutedBody)
  | { kind: 'redact'; order: RedactionOrder; known: SessionPrints };

/** A body that a program above the store reads. The thread gets the bytes themselves; the main thread has them no more. */
export interface RoutedBody {
  route: string;
  body: { body: Uint8Array };
}

/** What decides how the event of a body is redacted. */
type RedactionOrder = Pick<IncomingBody, 'integrationId' | 'maskDetails'> & { level: PrivacyLevel };

/** A body after its parse: its event without the data that is only redacted, or the reason for its refusal. */
export type ParsedBody = { refusal: BodyRefusal } | BodyEvent;

/** Secrets were masked that the thread did not know. Precedes the answer to their event. */
interface Learnt {
  kind: 'learnt';
  learnt: SessionPrints;
}

/**
 * Messages of a thread that redacts: `ready` once, then one `prepared` for each event, in order, and `parsed` before it for
 * a body, or one `reading`.
 */
export type FromRedactionWorker =
  | { kind: 'ready' }
  | { kind: 'parsed'; parsed: ParsedBody }
  | { kind: 'prepared'; prepared: PreparedEvent }
  | { kind: 'reading'; reading: unknown }
  | Learnt
  | RedactionFault;

/** Reports that the redactor threw; the event is stored without text. */
interface RedactionFault {
  kind: 'redaction_fault';
  fault: Fault;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'committed'; outcomes: CommitOutcome[] }
  | { kind: 'refused'; failure: StoreFailure }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'failed'; id: number; failure: StoreFailure }
  | StoreNews
  | { kind: 'indexed' }
  | { kind: 'checkpoint'; note: string; sessionEnded: boolean }
  /** Work beside the events failed: the indexes, a checkpoint, or a check of the files. */
  | { kind: 'failure'; failure: StoreFailure }
  | Learnt
  | RedactionFault
  | { kind: 'unopened'; failure: StoreFailure | 'other_version'; fault: Fault };
