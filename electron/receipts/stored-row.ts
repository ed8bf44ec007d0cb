import type { Finding, MemberSize, Redaction } from '../../shared/receipt.ts';

/**
 * A stored row has at most twice the bytes of its event plus 64 KiB. Masks are longer than the shortest secrets, and
 * findings are longer than their masks. Without a bound, a small event could fill the disk.
 */
const ROW_BYTES_PER_EVENT_BYTE = 2;
const ROW_BYTES_FOR_ANY = 65_536;
/** Bytes of a row in addition to the counted texts: numbers, ids, the digest and column lengths. */
const ROW_OVERHEAD_BYTES = 512;

/** The stored fields of an event. */
export interface StoredFields {
  sessionLabel: string;
  data: Record<string, unknown>;
  sizes: Record<string, MemberSize>;
  redaction: Redaction;
  summary: string;
  /** The same values as JSON, as the row stores them. */
  json: { data: string; sizes: string; redaction: string };
}

/** The stored fields before they are serialized. */
export type UnserializedFields = Omit<StoredFields, 'json'>;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** Serializes the content of a row. Returns undefined if it is too large for an event of `eventBytes` bytes. */
export function fitRow(content: UnserializedFields, eventBytes: number): StoredFields | undefined {
  const data = JSON.stringify(content.data);
  const sizes = JSON.stringify(content.sizes);
  const most = eventBytes * ROW_BYTES_PER_EVENT_BYTE + ROW_BYTES_FOR_ANY - ROW_OVERHEAD_BYTES;
  const without = { ...content.redaction, findings: [] as Finding[] };
  let left =
    most -
    bytesOf(data) -
    bytesOf(sizes) -
    bytesOf(content.summary) -
    bytesOf(content.sessionLabel) -
    bytesOf(JSON.stringify(without));
  if (left < 0) return undefined;
  const whole = JSON.stringify(content.redaction);
  if (bytesOf(whole) <= left) return { ...content, json: { data, sizes, redaction: whole } };
  const findings: Finding[] = [];
  for (const finding of content.redaction.findings) {
    left -= bytesOf(JSON.stringify(finding)) + 1;
    if (left < 0) break;
    findings.push(finding);
  }
  const omittedFindings =
    content.redaction.omittedFindings + content.redaction.findings.length - findings.length;
  const redaction = { ...content.redaction, findings, omittedFindings };
  return { ...content, redaction, json: { data, sizes, redaction: JSON.stringify(redaction) } };
}

/** Serializes the content of a row that has no text of the event, so it always fits. */
export function serializeSmallRow(content: UnserializedFields): StoredFields {
  return {
    ...content,
    json: {
      data: JSON.stringify(content.data),
      sizes: JSON.stringify(content.sizes),
      redaction: JSON.stringify(content.redaction),
    },
  };
}
