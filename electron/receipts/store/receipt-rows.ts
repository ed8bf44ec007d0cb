import type { ReceiptContext } from '../../../shared/insight.ts';
import type { TextWithMasks } from '../../../shared/masks.ts';
import { fileOfInput } from '../../../shared/named-file.ts';
import {
  countRemovals,
  type Finding,
  isNormalisation,
  type Receipt,
  type ReceiptSummary,
  type Redaction,
} from '../../../shared/receipt.ts';
import { summaryOf as compose } from '../../../shared/receipt-line.ts';
import { OUTCOMES } from '../../../shared/session-notes.ts';
import { withNamedMasks } from '../../../shared/words/secret-names.ts';
import { eventOfCode, FLAG_BITS, flagsOf } from '../schema/receipt-codes.ts';
import { REDACTION_TEXT } from '../schema/schema.ts';
import { OUTCOME } from './session-notes.ts';

export interface ReceiptRow {
  seq: number;
  id: string;
  integration_id: string;
  integration_name: string;
  session_key: number;
  session_label: string;
  event: number;
  occurred_at: number;
  received_at: number;
  body_bytes: number;
  dropped: number;
  repeats: number;
  flags: number;
  data: string;
  sizes: string | null;
  redaction: string;
  outcome: number | null;
}

const ROW_COLUMNS = `r.seq, r.id, i.id AS integration_id, i.name AS integration_name, r.session_key,
  s.label AS session_label, r.event, r.occurred_at, r.received_at, r.body_bytes, r.dropped, r.repeats, r.flags,
  (SELECT value FROM session_notes n WHERE n.session_key = r.session_key AND n.kind = '${OUTCOME}' AND n.name = r.id) AS outcome`;
/** The columns that a summary is made from. */
export const NAMED_COLUMNS = `r.event, r.data, (SELECT text ->> '$.state' FROM redactions WHERE key = r.redaction) AS state,
  r.found ->> '$.findings' AS masked_by`;
export const RECEIPT_COLUMNS = `${ROW_COLUMNS}, r.data, r.sizes, ${REDACTION_TEXT} AS redaction`;
export const JOINS =
  'JOIN integrations i ON i.key = r.integration_key JOIN sessions s ON s.key = r.session_key';

const instant = (time: number) => new Date(time).toISOString();

export interface NamedRow {
  event: number;
  data: string;
  state: Redaction['state'];
  masked_by: string | null;
}

export interface SummaryRow extends Omit<ReceiptRow, 'sizes' | 'redaction'>, NamedRow {
  project: string | null;
}

/** The columns of a line. */
export const LISTED_COLUMNS = `${ROW_COLUMNS}, ${NAMED_COLUMNS},
  (SELECT path FROM projects WHERE key = (SELECT project FROM receipt_facts WHERE leaf = r.leaf)) AS project`;

/** Members of `data` that the context of a line has under their own names. */
const CONTEXT_MEMBERS =
  'destination turnId callId agentId agentType parentAgentId model mode mcpServer'.split(' ');

type Data = Record<string, unknown>;

function contextOf({ project, flags }: SummaryRow, data: Data): ReceiptContext {
  const members: Data = {
    ...Object.fromEntries(CONTEXT_MEMBERS.map((name) => [name, data[name]])),
    // A receipt that is not indexed yet has no known project. Its own folder is the best that is known.
    project: project ?? data.cwd,
    tool: data.toolName,
    path: data.path ?? fileOfInput(data.toolInput),
    change: data.changeType,
  };
  return {
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string')),
    ...((flags & FLAG_BITS.destination_assumed) === 0 ? {} : { destinationAssumed: true }),
  };
}

const findingsOf = (row: NamedRow): Finding[] => (row.masked_by === null ? [] : JSON.parse(row.masked_by));

/** Returns the line of a receipt, with the masks that removed something. It is empty if no text was kept. */
function lineOf(row: NamedRow, data: Data, findings: readonly Finding[]): TextWithMasks {
  if (row.state !== 'redacted') return { text: '', masks: [] };
  const event = eventOfCode(row.event);
  const line = compose(event, data, findings);
  const removed = findings.filter((finding) => !isNormalisation(finding));
  if (removed.length === findings.length) return line;
  return { text: line.text, masks: removed.length === 0 ? [] : compose(event, data, removed).masks };
}

/** Writes a summary with the names of its masks. */
export function namedSummary(row: NamedRow): string {
  const { text, masks } = lineOf(row, JSON.parse(row.data) as Data, findingsOf(row));
  return withNamedMasks(text, masks);
}

/** The members that tell which event a receipt is of, for a summary and for a whole receipt. */
const identityOf = (row: SummaryRow | ReceiptRow) => ({
  id: row.id,
  integration: { id: row.integration_id, name: row.integration_name },
  event: eventOfCode(row.event),
  session: { key: row.session_key, id: row.session_label },
  occurredAt: instant(row.occurred_at),
  receivedAt: instant(row.received_at),
  ...(row.outcome === null ? {} : { outcome: OUTCOMES[row.outcome]! }),
});

export function summaryOf(row: SummaryRow): ReceiptSummary {
  const findings = findingsOf(row);
  const data = JSON.parse(row.data) as Data;
  const { text, masks } = lineOf(row, data, findings);
  return {
    ...identityOf(row),
    summary: text,
    masks: [...masks],
    bodyBytes: row.body_bytes,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    ...countRemovals(findings),
    redactionState: row.state,
    context: contextOf(row, data),
  };
}

export function receiptOf(row: ReceiptRow): Receipt {
  return {
    ...identityOf(row),
    data: JSON.parse(row.data),
    ...(row.sizes === null ? {} : { sizes: JSON.parse(row.sizes) }),
    bodyBytes: row.body_bytes,
    droppedMembers: row.dropped,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    redaction: JSON.parse(row.redaction),
  };
}
