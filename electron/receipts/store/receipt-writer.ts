import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { CLOCK_SKEW_FLAG_MS } from '../../../shared/limits.ts';
import {
  type CommittedReceipt,
  commitment,
  committedText,
  receiptLeaf,
  SALT_BYTES,
} from '../../proof/leaves.ts';
import type { EventDigests } from '../event/event-digests.ts';
import {
  type CommitOutcome,
  type IncomingEvent,
  isKept,
  NO_EVENT,
  type RedactingEvent,
} from '../event/incoming-event.ts';
import type { SelectFields } from '../event/stored-fields.ts';
import { type StoredFields, sentText } from '../event/stored-row.ts';
import { EVENT_CODES, FLAG_BITS, flagsOf } from '../schema/receipt-codes.ts';
import { randomOfReceipt, receiptIdOf, seqAt, takeRandom } from '../schema/receipt-id.ts';
import { insertInto, RECEIPT_TABLE_COLUMNS } from '../schema/schema.ts';
import { firstValue, inTransaction, numberOf, statement } from '../schema/statements.ts';
import { KnownNames } from './known-names.ts';
import type { RecordTree } from './record-tree.ts';
import { SessionLedger } from './session-ledger.ts';

/** What a receipt holds of its event. */
interface Content {
  identity: Uint8Array;
  fields: StoredFields;
}

/** Writes batches of events as receipts. One batch is one transaction. */
export class ReceiptWriter {
  readonly #db: DatabaseSync;
  readonly #tree: RecordTree;
  readonly #digests: EventDigests;
  readonly #select: SelectFields;
  readonly #sessions: SessionLedger;
  readonly #redactions: KnownNames;
  readonly #insert: StatementSync;
  readonly #integrationKeys = new Map<string, number>();
  #lastSeq: number;
  #rowBytes = 0;

  constructor(db: DatabaseSync, digests: EventDigests, select: SelectFields, tree: RecordTree) {
    this.#db = db;
    this.#tree = tree;
    this.#digests = digests;
    this.#select = select;
    this.#sessions = new SessionLedger(db, digests);
    this.#redactions = new KnownNames(db, 'redactions', 'text');
    this.#insert = db.prepare(
      `${insertInto('receipts', RECEIPT_TABLE_COLUMNS)} ON CONFLICT (occurred_at, digest) DO NOTHING`,
    );
    // The index goes by row number. The newest receipts may have been deleted after they were indexed. A new row with a
    // number that the index has passed would never be indexed.
    this.#lastSeq = numberOf(
      db,
      "SELECT max(coalesce((SELECT max(seq) FROM receipts), 0), seq) FROM progress WHERE name = 'indexed'",
    );
  }

  /**
   * Records a batch in one transaction and returns the outcome of each event, in order. Throws and records nothing if
   * the database fails.
   */
  commit(batch: readonly IncomingEvent[], redacting?: RedactingEvent): CommitOutcome[] {
    // Redaction runs before the transaction, so the lock is held only for writing.
    const selected = batch.map((event, index) => {
      redacting?.fill(index);
      return isKept(event) ? this.#contentOf(event) : undefined;
    });
    redacting?.fill(NO_EVENT);
    try {
      return inTransaction(this.#db, () => {
        const paused = new Map<string | null, number>();
        const outcomes = batch.map((event, index) => {
          const content = selected[index];
          if (content !== undefined) return this.#record(event, content, this.#integrationKey(event));
          const outcome = this.#leaveUnrecorded(event);
          if (event.paused && !outcome.recorded) {
            const scope = event.pauseScope ?? null;
            paused.set(scope, (paused.get(scope) ?? 0) + 1);
          }
          return outcome;
        });
        this.#sessions.flush();
        for (const [scope, count] of paused) this.#countGap(scope, count);
        return outcomes;
      });
    } catch (error) {
      this.forget();
      this.#tree.forget();
      throw error;
    }
  }

  /** Returns the bytes of the rows written since the last call. */
  takeRowBytes(): number {
    const bytes = this.#rowBytes;
    this.#rowBytes = 0;
    return bytes;
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#sessions.forget();
    this.#redactions.forget();
    this.#integrationKeys.clear();
  }

  #contentOf(event: IncomingEvent): Content {
    const prepared = event.prepared?.content;
    if (prepared !== undefined) {
      return { identity: this.#digests.identity(event), fields: deserialize(prepared) as StoredFields };
    }
    const sent = sentText(event.data);
    return { identity: this.#digests.identity(event, sent.canonical), fields: this.#select(event, sent) };
  }

  #integrationKey(event: IncomingEvent): number {
    const known = this.#integrationKeys.get(event.integrationId);
    if (known !== undefined) return known;
    const key = numberOf(
      this.#db,
      'INSERT INTO integrations (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING key',
      ...[event.integrationId, event.integrationName],
    );
    this.#integrationKeys.set(event.integrationId, key);
    return key;
  }

  #countGap(scope: string | null, events: number): void {
    statement(
      this.#db,
      `UPDATE recording_gaps SET not_recorded = not_recorded + ?
       WHERE key = (SELECT max(key) FROM recording_gaps WHERE scope IS ? AND cause = 'paused')`,
    ).run(events, scope);
  }

  /** A retry of a recorded event keeps its receipt, although the current settings would not record it. */
  #leaveUnrecorded(event: IncomingEvent): CommitOutcome {
    const find = 'SELECT id FROM receipts WHERE occurred_at = ? AND digest = ?';
    const identity = this.#digests.identity(event);
    const earlier = firstValue<string>(this.#db, find, Date.parse(event.occurredAt), identity);
    if (earlier !== undefined) return { receiptId: earlier, recorded: true, replayed: true };
    return this.#digests.unrecorded(event);
  }

  #record(
    event: IncomingEvent,
    { identity, fields: content }: Content,
    integrationKey: number,
  ): CommitOutcome {
    const occurredAt = Date.parse(event.occurredAt);
    const session = this.#sessions.sessionOf(event, integrationKey, () => content.sessionLabel);
    let flags = 0;
    const skew = Math.abs(event.receivedAt - occurredAt);
    if (skew > CLOCK_SKEW_FLAG_MS || event.hasNoTime === true) flags |= FLAG_BITS.clock_skew;
    if (event.viaClaudeCode === true) flags |= FLAG_BITS.via_claude_code;
    if (event.destinationAssumed === true) flags |= FLAG_BITS.destination_assumed;
    if (event.reportedAfterwards === true) flags |= FLAG_BITS.reported_afterwards;
    if (event.mended === true) flags |= FLAG_BITS.mended;
    if (event.byUser === true) flags |= FLAG_BITS.by_user;
    if (event.numbersAsText === true) flags |= FLAG_BITS.number_as_text;
    if (event.event === 'session.ended' && session.started_at === null)
      flags |= FLAG_BITS.session_not_started;

    // Row numbers rise even if the computer's clock is set back.
    const seq = Math.max(seqAt(event.receivedAt), this.#lastSeq + 1);
    const random = randomOfReceipt();
    const id = receiptIdOf(seq, random);
    const salt = takeRandom(SALT_BYTES);
    const { changes } = this.#insert.run(
      seq,
      random,
      integrationKey,
      session.key,
      EVENT_CODES[event.event],
      occurredAt,
      event.receivedAt,
      identity,
      event.bodyBytes,
      event.droppedMembers,
      0,
      flags,
      content.json.data,
      content.json.sizes,
      this.#redactions.keyOf(content.json.redaction),
      content.json.found,
      this.#tree.size,
      salt,
    );
    if (changes === 0) {
      // The unique index has this identity, so the event is a retry with an existing receipt.
      const replay =
        'UPDATE receipts SET repeats = repeats + 1 WHERE occurred_at = ? AND digest = ? RETURNING id';
      const receiptId = firstValue<string>(this.#db, replay, occurredAt, identity)!;
      return { receiptId, recorded: true, replayed: true };
    }
    this.#lastSeq = seq;
    const committed: CommittedReceipt = {
      id,
      integrationId: event.integrationId,
      integrationName: event.integrationName,
      sessionLabel: session.label,
      event: event.event,
      occurredAt: event.occurredAt,
      receivedAt: new Date(event.receivedAt).toISOString(),
      bodyBytes: event.bodyBytes,
      droppedMembers: event.droppedMembers,
      flags: flagsOf(flags),
      data: content.canonical.data ?? content.json.data,
      sizes: content.canonical.sizes ?? content.json.sizes ?? undefined,
      redaction: content.canonical.redaction,
    };
    const text = committedText(committed);
    this.#tree.append(receiptLeaf(this.#tree.size, committed, commitment(salt, text)));
    this.#rowBytes += content.json.data.length + (content.json.found ?? '').length;
    this.#sessions.record(session, event);
    return { receiptId: id, recorded: true, replayed: false };
  }
}
