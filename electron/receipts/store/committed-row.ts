import { canonicalOfRepeated, canonicalText } from '../../proof/canonical-json.ts';
import { type CommittedReceipt, committedText } from '../../proof/leaves.ts';
import { eventOfCode, flagsOf } from './receipt-codes.ts';

/** The columns of a receipt that its leaf commits to. */
export interface CommittedRow {
  seq: number;
  id: string;
  leaf: number | null;
  salt: Uint8Array | null;
  integration_id: string | null;
  integration_name: string | null;
  session_label: string | null;
  event: number;
  occurred_at: number;
  received_at: number;
  body_bytes: number;
  dropped: number;
  flags: number;
  findings: number;
  summary: string;
  data: string;
  sizes: string;
  redaction: string;
}

export const COMMITTED_COLUMNS = `r.seq, r.id, r.leaf, r.salt, i.id AS integration_id, i.name AS integration_name,
  s.label AS session_label, r.event, r.occurred_at, r.received_at, r.body_bytes, r.dropped, r.flags, r.findings,
  r.summary, r.data, r.sizes, r.redaction`;
export const COMMITTED_JOINS =
  'LEFT JOIN integrations i ON i.key = r.integration_key LEFT JOIN sessions s ON s.key = r.session_key';

/** The values of {@link COMMITTED_COLUMNS}, in their order. */
export type CommittedValues = (string | number | null | Uint8Array)[];

/** Makes a row of the values of {@link COMMITTED_COLUMNS}. */
export function committedRowOf(values: CommittedValues): CommittedRow {
  const [seq, id, leaf, salt, integrationId, integrationName, label, event, occurredAt, receivedAt] = values;
  const [bodyBytes, dropped, flags, findings, summary, data, sizes, redaction] = values.slice(10);
  const row = {
    seq,
    id,
    leaf,
    salt,
    integration_id: integrationId,
    integration_name: integrationName,
    session_label: label,
    event,
    occurred_at: occurredAt,
    received_at: receivedAt,
    body_bytes: bodyBytes,
    dropped,
    flags,
    findings,
    summary,
    data,
    sizes,
    redaction,
  };
  return row as CommittedRow;
}

function canonicalRedaction({ redaction, findings }: CommittedRow): string {
  if (findings === 0 && redaction.includes('"findings":[]')) return canonicalOfRepeated(redaction);
  const value = JSON.parse(redaction) as { findings: unknown[] };
  if (value.findings.length !== findings) throw new Error('findings_differ');
  return canonicalText(value, redaction);
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
    summary: row.summary,
    data: canonicalText(JSON.parse(row.data), row.data),
    sizes: canonicalText(JSON.parse(row.sizes), row.sizes),
    redaction: canonicalRedaction(row),
  };
  return committedText(receipt);
}
