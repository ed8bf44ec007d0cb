import type { ReceiptContext } from '../../../shared/insight.ts';
import {
  countRemovals,
  type Finding,
  isNormalisation,
  type Receipt,
  type ReceiptSummary,
  type Redaction,
} from '../../../shared/receipt.ts';
import { masksOfSummary } from '../../../shared/receipt-line.ts';
import { withNamedMasks } from '../../../shared/words/secret-names.ts';
import type { PackedTexts } from './packed-texts.ts';
import { PLAIN_TEXTS, plainId, plainText } from './plain-texts.ts';
import { eventOfCode, FLAG_BITS, flagsOf } from './receipt-codes.ts';

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
  findings: number;
  data: string;
  sizes: string;
  redaction: string;
}

const ROW_COLUMNS = `r.seq, ${plainId()} AS id, i.id AS integration_id, i.name AS integration_name, r.session_key,
  s.label AS session_label, r.event, r.occurred_at, r.received_at, r.body_bytes, r.dropped, r.repeats, r.flags,
  r.findings`;
const SUMMARY_COLUMNS = `${ROW_COLUMNS}, ${plainText('summary')} AS summary, ${plainText('redaction')} ->> '$.state' AS state`;
/** Finds the masks of a summary from the findings and the text. A receipt without findings needs neither. */
const MASKED_COLUMNS = `iif(r.findings > 0 AND ${plainText('summary')} <> '', ${plainText('data')}, NULL) AS masked_data,
  iif(r.findings > 0, ${plainText('redaction')} ->> '$.findings', NULL) AS masked_by`;
export const RECEIPT_COLUMNS = `${ROW_COLUMNS}, ${PLAIN_TEXTS}`;
export const JOINS =
  'JOIN integrations i ON i.key = r.integration_key JOIN sessions s ON s.key = r.session_key';

const instant = (time: number) => new Date(time).toISOString();

export interface SummaryRow extends Omit<ReceiptRow, keyof PackedTexts> {
  summary: string;
  state: Redaction['state'];
  masked_data: string | null;
  masked_by: string | null;
  context: string;
  project: string | null;
}

/** The members of `data` that the context of a line needs, in the order of {@link contextOf}. */
const CONTEXT_MEMBERS =
  'cwd destination toolName path changeType turnId callId agentId agentType parentAgentId model mode mcpServer'.split(
    ' ',
  );
/** The context of a line. `place` is the SQL expression of the receipt's place. */
const contextColumn = (
  place: string,
) => `json_extract(${plainText('data')}, ${CONTEXT_MEMBERS.map((name) => `'$.${name}'`).join(', ')},
  '$.toolInput.file_path', '$.toolInput.filePath', '$.toolInput.path') AS context,
  (SELECT path FROM projects WHERE key = (SELECT project FROM receipt_facts WHERE place = ${place})) AS project`;
/** The columns of a line. `place` is the SQL expression of the receipt's place. */
export const listedColumns = (place: string): string =>
  `${SUMMARY_COLUMNS}, ${MASKED_COLUMNS}, ${contextColumn(place)}`;

function contextOf(row: SummaryRow): ReceiptContext {
  const values = JSON.parse(row.context) as unknown[];
  const named = Object.fromEntries(
    CONTEXT_MEMBERS.map((name, index) => [name, values[index]]).filter(([, value]) => value !== null),
  ) as Record<string, string>;
  const { cwd, toolName, path, changeType, ...rest } = named;
  const file = path ?? values.slice(CONTEXT_MEMBERS.length).find((value) => typeof value === 'string');
  // A receipt that is not indexed yet has no known project. Its own folder is the best that is known.
  const project = row.project ?? cwd;
  const texts = Object.entries({ ...rest, project, tool: toolName, path: file, change: changeType });
  return {
    ...Object.fromEntries(texts.filter(([, value]) => typeof value === 'string')),
    ...((row.flags & FLAG_BITS.destination_assumed) === 0 ? {} : { destinationAssumed: true }),
  };
}

/** The columns of a summary that a person reads without the rest of its line. */
export const NAMED_COLUMNS = `r.event, ${plainText('summary')} AS summary, ${MASKED_COLUMNS}`;
export type NamedRow = Pick<SummaryRow, 'event' | 'summary' | 'masked_data' | 'masked_by'>;

/** Writes a summary with the names of its masks. */
export const namedSummary = (row: NamedRow): string =>
  withNamedMasks(row.summary, masksOf(row, findingsOf(row)));

const findingsOf = (row: NamedRow): Finding[] => (row.masked_by === null ? [] : JSON.parse(row.masked_by));

function masksOf(row: NamedRow, findings: readonly Finding[]): ReceiptSummary['masks'] {
  const removed = findings.filter((finding) => !isNormalisation(finding));
  if (row.masked_data === null || removed.length === 0) return [];
  return masksOfSummary(row.summary, eventOfCode(row.event), JSON.parse(row.masked_data), removed);
}

/** The members that tell which event a receipt is of, for a summary and for a whole receipt. */
const identityOf = (row: SummaryRow | ReceiptRow) => ({
  id: row.id,
  integration: { id: row.integration_id, name: row.integration_name },
  event: eventOfCode(row.event),
  session: { key: row.session_key, id: row.session_label },
  occurredAt: instant(row.occurred_at),
  receivedAt: instant(row.received_at),
});

export function summaryOf(row: SummaryRow): ReceiptSummary {
  const findings = findingsOf(row);
  return {
    ...identityOf(row),
    summary: row.summary,
    masks: masksOf(row, findings),
    bodyBytes: row.body_bytes,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    ...countRemovals(findings),
    redactionState: row.state,
    context: contextOf(row),
  };
}

export function receiptOf(row: ReceiptRow): Receipt {
  return {
    ...identityOf(row),
    data: JSON.parse(row.data),
    sizes: JSON.parse(row.sizes),
    bodyBytes: row.body_bytes,
    droppedMembers: row.dropped,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    redaction: JSON.parse(row.redaction),
  };
}
