import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { canonicalJson, canonicalOfRepeated, canonicalText } from '../../proof/canonical-json.ts';
import { type CommittedReceipt, committedText } from '../../proof/leaves.ts';
import { eventOfCode, flagsOf } from '../schema/receipt-codes.ts';
import { receiptIdOf } from '../schema/receipt-id.ts';
import { pageOf } from './receipt-page.ts';

/** A record can have more sessions than fit into memory. */
const MAX_LABELS = 50_000;

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

export const COMMITTED_COLUMNS = `r.seq, r.id, r.leaf, r.salt, i.id AS integration_id, i.name AS integration_name,
  s.label AS session_label, r.event, r.occurred_at, r.received_at, r.body_bytes, r.dropped, r.flags, r.data, r.sizes,
  (SELECT text FROM redactions WHERE key = r.redaction) AS redaction, r.found`;
export const COMMITTED_JOINS =
  'LEFT JOIN integrations i ON i.key = r.integration_key LEFT JOIN sessions s ON s.key = r.session_key';

/** Place of the size of the body among the columns of {@link CommittedRows}. */
const BODY_BYTES = 9;

type Value = string | number | null | Uint8Array;
type Agent = Pick<CommittedRow, 'integration_id' | 'integration_name'>;

/**
 * Reads many rows in order. Names of agents and sessions repeat, so they are not read with each row, and values come as
 * arrays: objects of SQLite's binding are slow to make and to read.
 */
export class CommittedRows {
  readonly #page: StatementSync;
  readonly #rowsPerPage: number;
  readonly #agent: StatementSync;
  readonly #session: StatementSync;
  readonly #redaction: StatementSync;
  readonly #agents = new Map<number, Agent>();
  readonly #labels = new Map<number, string | null>();
  readonly #redactions = new Map<number, string | null>();

  constructor(db: DatabaseSync, rowsPerPage: number) {
    this.#page = db.prepare(
      `SELECT seq, random, leaf, salt, integration_key, session_key, event, occurred_at, received_at, body_bytes, dropped, flags,
         data, sizes, redaction, found
       FROM receipts WHERE seq > ? ORDER BY seq`,
    );
    this.#rowsPerPage = rowsPerPage;
    this.#page.setReturnArrays(true);
    this.#agent = db.prepare(
      'SELECT id AS integration_id, name AS integration_name FROM integrations WHERE key = ?',
    );
    this.#session = db.prepare('SELECT label FROM sessions WHERE key = ?');
    this.#redaction = db.prepare('SELECT text FROM redactions WHERE key = ?');
  }

  /** Reads the rows after a row. */
  after(seq: number): CommittedRow[] {
    const found = this.#page.iterate(seq) as Iterable<unknown> as Iterable<Value[]>;
    const { rows } = pageOf(found, this.#rowsPerPage, (values) => values[BODY_BYTES] as number);
    return rows.map((values) => this.#rowOf(values));
  }

  #rowOf(values: Value[]): CommittedRow {
    const [seq, random, leaf, salt, agentKey, sessionKey, event, occurredAt, receivedAt, bodyBytes] = values;
    const agent = this.#agentOf(agentKey as number);
    const row = {
      seq,
      id: receiptIdOf(seq as number, random as number),
      leaf,
      salt,
      integration_id: agent.integration_id,
      integration_name: agent.integration_name,
      session_label: this.#labelOf(sessionKey as number),
      event,
      occurred_at: occurredAt,
      received_at: receivedAt,
      body_bytes: bodyBytes,
      dropped: values[10],
      flags: values[11],
      data: values[12],
      sizes: values[13],
      redaction: this.#redactionOf(values[14] as number),
      found: values[15],
    };
    return row as CommittedRow;
  }

  #agentOf(key: number): Agent {
    let agent = this.#agents.get(key);
    if (agent === undefined) {
      const found = this.#agent.get(key) as unknown as Agent | undefined;
      agent = {
        integration_id: found?.integration_id ?? null,
        integration_name: found?.integration_name ?? null,
      };
      this.#agents.set(key, agent);
    }
    return agent;
  }

  #redactionOf(key: number): string | null {
    let text = this.#redactions.get(key);
    if (text === undefined) {
      text = (this.#redaction.get(key)?.text as string | undefined) ?? null;
      this.#redactions.set(key, text);
    }
    return text;
  }

  #labelOf(key: number): string | null {
    let label = this.#labels.get(key);
    if (label === undefined) {
      label = (this.#session.get(key)?.label as string | undefined) ?? null;
      if (this.#labels.size >= MAX_LABELS) this.#labels.clear();
      this.#labels.set(key, label);
    }
    return label;
  }
}

function canonicalRedaction({ redaction, found }: CommittedRow): string {
  if (redaction === null) throw new Error('no_redaction');
  if (found === null) return canonicalOfRepeated(redaction);
  return canonicalJson({ ...JSON.parse(redaction), ...JSON.parse(found) });
}

/** Returns the committed text of a row. Throws if the row holds what Plinth never writes. */
export function committedTextOf(
  row: CommittedRow,
  receivedAt = new Date(row.received_at).toISOString(),
): string {
  const receipt: CommittedReceipt = {
    id: row.id,
    integrationId: row.integration_id!,
    integrationName: row.integration_name!,
    sessionLabel: row.session_label!,
    event: eventOfCode(row.event),
    occurredAt: new Date(row.occurred_at).toISOString(),
    receivedAt,
    bodyBytes: row.body_bytes,
    droppedMembers: row.dropped,
    flags: flagsOf(row.flags),
    data: canonicalText(JSON.parse(row.data), row.data),
    sizes: row.sizes === null ? undefined : canonicalText(JSON.parse(row.sizes), row.sizes),
    redaction: canonicalRedaction(row),
  };
  return committedText(receipt);
}
