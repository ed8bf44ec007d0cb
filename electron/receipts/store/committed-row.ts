import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  canonicalOfRepeated,
  canonicalText,
  remembering,
} from '../../proof/canonical-json.ts';
import { type CommittedReceipt, commitment, committedText, receiptLeaf } from '../../proof/leaves.ts';
import { hashLeaf } from '../../proof/merkle-tree.ts';
import { eventOfCode, flagsOf } from '../schema/receipt-codes.ts';
import { receiptIdOf } from '../schema/receipt-id.ts';
import type { SqlRow, SqlValue } from '../schema/statements.ts';
import { pageOf } from './slice-time.ts';

/** A record can have more sessions than fit into memory. */
const MAX_REMEMBERED = 50_000;

/** The columns of a receipt that its leaf commits to. */
export interface CommittedRow {
  seq: number;
  id: string;
  leaf: number;
  salt: Uint8Array;
  integration_id: string | null;
  integration_name: string | null;
  session_label: string | null;
  event: number;
  occurred_at: number;
  received_at: number;
  body_bytes: number;
  dropped: number;
  flags: number;
  data: string;
  sizes: string | null;
  /** The shared redaction, and what only this receipt has of it. */
  redaction: string | null;
  found: string | null;
}

/** Place of the size of the body among the columns of {@link committedRows}. */
const BODY_BYTES = 9;

/**
 * Returns a function that reads the rows after a row, `limit` at most. Names of agents and sessions repeat, so they are not
 * read with each row: that takes two thirds of the time of a join.
 */
export function committedRows(db: DatabaseSync, limit: number): (seq: number) => CommittedRow[] {
  const page = db.prepare(
    `SELECT seq, random, leaf, salt, integration_key, session_key, event, occurred_at, received_at, body_bytes, dropped, flags,
       data, sizes, redaction, found
     FROM receipts WHERE seq > ? ORDER BY seq`,
  );
  // Objects of SQLite's binding are slow to make and to read.
  page.setReturnArrays(true);
  const named = (sql: string) => {
    const find = db.prepare(sql);
    return remembering(MAX_REMEMBERED, (key: SqlValue) => find.get(key) as SqlRow | undefined);
  };
  const agentOf = named('SELECT id, name FROM integrations WHERE key = ?');
  const sessionOf = named('SELECT label FROM sessions WHERE key = ?');
  const redactionOf = named('SELECT text FROM redactions WHERE key = ?');
  const rowOf = (values: SqlValue[]) => {
    const [seq, random, leaf, salt, agentKey, sessionKey, event, occurred_at, received_at] = values;
    const [body_bytes, dropped, flags, data, sizes, redactionKey, found] = values.slice(BODY_BYTES);
    const agent = agentOf(agentKey!);
    return {
      seq,
      id: receiptIdOf(seq as number, random as number),
      leaf,
      salt,
      integration_id: agent?.id ?? null,
      integration_name: agent?.name ?? null,
      session_label: sessionOf(sessionKey!)?.label ?? null,
      event,
      occurred_at,
      received_at,
      body_bytes,
      dropped,
      flags,
      data,
      sizes,
      redaction: redactionOf(redactionKey!)?.text ?? null,
      found,
    } as CommittedRow;
  };
  return (seq) => {
    const found = page.iterate(seq) as Iterable<unknown> as Iterable<SqlValue[]>;
    return pageOf(found, limit, (values) => values[BODY_BYTES] as number).rows.map(rowOf);
  };
}

function canonicalRedaction({ redaction, found }: CommittedRow): string {
  if (redaction === null) throw new Error('no_redaction');
  if (found === null) return canonicalOfRepeated(redaction);
  return canonicalJson({ ...JSON.parse(redaction), ...JSON.parse(found) });
}

/** What a row commits to: its text, and its leaf at any position. */
export type Committed = NonNullable<ReturnType<typeof committedOf>>;

/** Returns what a row commits to. Undefined if the row holds what Plinth never writes. */
export function committedOf(row: CommittedRow) {
  if (row.integration_id === null || row.session_label === null) return undefined;
  try {
    const receipt: CommittedReceipt = {
      id: row.id,
      integrationId: row.integration_id,
      integrationName: row.integration_name!,
      sessionLabel: row.session_label,
      event: eventOfCode(row.event),
      occurredAt: new Date(row.occurred_at).toISOString(),
      receivedAt: new Date(row.received_at).toISOString(),
      bodyBytes: row.body_bytes,
      droppedMembers: row.dropped,
      flags: flagsOf(row.flags),
      data: canonicalText(JSON.parse(row.data), row.data),
      sizes: row.sizes === null ? undefined : canonicalText(JSON.parse(row.sizes), row.sizes),
      redaction: canonicalRedaction(row),
    };
    const { id, receivedAt } = receipt;
    const text = committedText(receipt);
    const c = commitment(row.salt, text);
    // A check keeps many of these. They hold the text alone.
    const leafAt = (index: number) => receiptLeaf(index, { id, receivedAt }, c);
    return { text, leafAt, hashAt: (index: number) => hashLeaf(leafAt(index)) };
  } catch {
    return undefined;
  }
}
