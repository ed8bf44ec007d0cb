import type { ControlResult, DeletionScope, Incident, ReceiptFilter } from '../../../shared/control.ts';
import type { EventType } from '../../../shared/event.ts';
import type { FileHarm, RestoredPart } from '../../../shared/incident.ts';
import type { ProjectSummary, SecretSummary, StatsDimension, TouchedFile } from '../../../shared/insight.ts';
import type { Receipt, ReceiptSummary, Session } from '../../../shared/receipt.ts';
import type { CheckpointSource, RecordCheck } from '../../../shared/record-check.ts';
import type { NewGap, RecordingGap } from '../../../shared/recording-gap.ts';
import type { StoreRepair } from '../../../shared/repair.ts';
import type { ReceiptNotes } from '../../../shared/session-notes.ts';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { JsonValue, SessionPrints } from '../../redaction/redactor.ts';
import type { BodyEvent, BodyRefusal } from '../body/event-of-body.ts';
import type {
  CommitOutcome,
  IncomingBody,
  IncomingEvent,
  PreparedEvent,
  RedactingEvent,
} from '../event/incoming-event.ts';
import type { Statistics, TimeRange } from '../store/activity-reader.ts';
import type { IndexWork } from '../store/background-index.ts';
import type { Continuation } from '../store/checkpoint-log.ts';
import type { KnownProblems } from '../store/problem-reader.ts';
import type { RetentionLimits } from '../store/receipt-eraser.ts';
import type { ReadOptions, SearchEnd } from '../store/receipt-reader.ts';
import type { Deletion } from '../store/receipt-sizes.ts';
import type { CopyPosition, CopySlice } from '../store/record-slice.ts';
import type { NotedRefusals } from '../store/refusal-groups.ts';
import type { NotedSession } from '../store/session-notes.ts';
import type { SessionQuery } from '../store/session-reader.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { StoreHistory } from '../store/store-parts.ts';

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

export interface StoreStatistics {
  receipts: number;
  sessions: number;
  unindexedReceipts: number;
  eventsByIntegration: Record<string, number>;
}

/** Receipts with their leaves, audit paths and committed content, at one checkpoint. */
export interface ProvenReceipts {
  checkpoint: string;
  verifierKey: string;
  receipts: { leaf: string; proof: string[]; text: string }[];
}

/** A signed checkpoint that was kept outside the record. */
export interface AnchorNote {
  source: CheckpointSource;
  note: string;
  at: string | null;
}

/** Leaves and receipts that a check has read, and their total. */
export interface CheckProgress {
  done: number;
  of: number;
}

export interface LastReceipt {
  integrationId: string;
  event: EventType;
  receivedAt: string;
}

/** Calls that the receipt worker answers one at a time and in order. */
export interface ReceiptCalls {
  query(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): { receipts: ReceiptSummary[]; newer?: boolean } & SearchEnd;
  export(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): { receipts: Receipt[] } & SearchEnd;
  get(id: string): Receipt | undefined;
  /** Returns what the ways of the reports say beside a receipt. */
  receiptNotes(id: string): ReceiptNotes;
  /** Counts receipts, no further than one more than `most`. */
  count(filter: ReceiptFilter, most?: number): number;
  /** Counts like `count`, and receipts that must be compared for one turn. */
  countTurn(filter: ReceiptFilter, most?: number, cursor?: string): { count: number } & SearchEnd;
  /** Returns the time of the last receipt for each of these integrations and each event type, if there is one. */
  lastReceipts(integrationIds: string[]): LastReceipt[];
  sessions(query: SessionQuery): { sessions: Session[] } & SearchEnd;
  /** Returns a session and the keys of its neighbours in time. */
  session(key: number): ControlResult<'sessions.get'> | undefined;
  /** Counts receipts between edges, in milliseconds. */
  totals(edges: number[], by: StatsDimension | undefined, filter: ReceiptFilter): Statistics;
  projects(range: TimeRange): ProjectSummary[];
  files(project: string | undefined, limit: number): { files: TouchedFile[]; more: boolean };
  secrets(range: TimeRange, project: string | undefined): SecretSummary[];
  markRotated(fingerprint: string, at: number | null): void;
  problems(now: number): KnownProblems;
  noteRefusals(noted: NotedRefusals[], now: number): void;
  /** Adds what the ways of their reports say to sessions. */
  noteSessions(noted: NotedSession[]): void;
  /** Hides a problem from an instant on. Null shows it. */
  dismissProblem(problem: string, at: number | null): void;
  gaps(): RecordingGap[];
  /** Begins or ends the gap of a pause. The scope is null for a pause of everything. */
  beginGap(at: number, scope: string | null): void;
  endGap(at: number, scope: string | null): void;
  /** Makes the gaps of these scopes the only open ones. */
  setOpenGaps(at: number, scopes: (string | null)[]): void;
  /** Notes a gap that is no pause and is over. */
  noteGap(gap: NewGap): void;
  statistics(): StoreStatistics;
  /** Indexes one slice, or does one of the upkeep. Returns what is left to do. */
  advanceIndex(pace?: 'idle' | 'busy'): IndexWork;
  integrity(): string[];
  /** Counts the rows, and lets events commit meanwhile. */
  health(): Promise<StoreHealth>;
  /** Counts the receipts. Returns undefined and leaves the store unchanged if damage prevents the count. */
  tally(): number | undefined;
  erase(scope: DeletionScope, dryRun: boolean): Promise<Deletion>;
  /** Marks sessions of these integrations without events since `before` as ended. Returns their number. */
  closeSilentSessions(before: number, integrationIds: string[]): number;
  applyRetention(limits: RetentionLimits, dryRun: boolean): Promise<Deletion>;
  /** Sets the size above which the store deletes its oldest receipts. Null is none. */
  limitSize(maxBytes: number | null): void;
  /** Returns the stored form of a JSON value. Stores nothing. */
  maskValue(value: JsonValue): JsonValue;
  /** Returns the stored form of a text and what was found in it. Stores nothing. */
  preview(text: string): ControlResult<'redaction.preview'>;
  /** Checks the record against its tree and these checkpoints. Events commit meanwhile. */
  checkRecord(checkpoints: AnchorNote[]): Promise<RecordCheck>;
  /** Signs a checkpoint if the record has grown, and returns it. */
  signCheckpoint(): string | undefined;
  /** Returns the newest checkpoint that the record keeps. */
  newestCheckpoint(): { note: string; at: string; verifierKey: string } | undefined;
  /**
   * Returns the receipts with proofs that they are in the signed record, at a checkpoint of it or at the newest one. Undefined
   * if no checkpoint proves it.
   */
  prove(receiptIds: string[], checkpoint?: string): Promise<ProvenReceipts | undefined>;
  /** Signs a text with the key of the checkpoints. */
  signNote(text: string): string;
  /** Tells how the record continues from a signed checkpoint. */
  continuationOf(note: string): Continuation;
  /** Returns what a copy of the record at this position lacks. */
  copySlice(from: CopyPosition): CopySlice;
  /** Tells whether the record continues from a copy with so many leaves and this root. */
  continuesCopy(leaves: number, root: Uint8Array | undefined): boolean;
  /** Puts a prepared database in the place of the record. Returns the new name of the record, if it had receipts. */
  adopt(prepared: string): string | undefined;
  /** Looks at every page of the store. Unless it is a dry run, repairs what is damaged. */
  repair(dryRun: boolean): StoreRepair;
  /** Returns how much of the running check is done. Undefined if none runs. */
  checkProgress(): CheckProgress | undefined;
  /** Stores an incident in which these parts were restored, or adds them to the current one, which keeps its harm. */
  noteIncident(at: number, restored: readonly RestoredPart[], harm: FileHarm): void;
  incidents(limit: number): Incident[];
  /** Marks all incidents as seen. */
  seeIncidents(at: number, takenBack: number[] | undefined): number[];
  close(): void;
}

export type ReceiptCall = keyof ReceiptCalls;

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

export type StoreFailure =
  | 'storage_full'
  | 'storage_unwritable'
  | 'storage_unreadable'
  | 'storage_locked'
  | 'too_many_files'
  | 'invalid_cursor'
  | 'storage_damaged'
  | 'storage_failed';

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'committed'; outcomes: CommitOutcome[] }
  | { kind: 'refused'; failure: StoreFailure }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'failed'; id: number; failure: StoreFailure }
  | { kind: 'set_aside'; file: string }
  | { kind: 'salvaging' }
  | { kind: 'restoring' }
  | { kind: 'restored' }
  | { kind: 'waiting'; receipts: number }
  | { kind: 'index_rebuilt' }
  | { kind: 'trimming' | 'trimmed' }
  | { kind: 'indexed' }
  | { kind: 'checkpoint'; note: string; sessionEnded: boolean }
  | { kind: 'sign_failed'; failure: StoreFailure }
  | { kind: 'index_failed' | 'keep_failed'; failure: StoreFailure }
  | Learnt
  | RedactionFault
  | { kind: 'unopened'; failure: StoreFailure | 'other_version'; fault: Fault };
