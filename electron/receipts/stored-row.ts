import type { Finding, MemberSize, Redaction } from '../../shared/receipt.ts';
import { canonicalOfRepeated, canonicalText } from '../proof/canonical-json.ts';
import type { SentData } from './sent-data.ts';

/**
 * A stored row has at most twice the bytes of its event plus 64 KiB. Masks are longer than the shortest secrets, and
 * findings are longer than their masks. Without a bound, a small event could fill the disk.
 */
const ROW_BYTES_PER_EVENT_BYTE = 2;
const ROW_BYTES_FOR_ANY = 65_536;
/** Bytes of a row in addition to the counted texts: numbers, ids, the digest and column lengths. */
const ROW_OVERHEAD_BYTES = 512;

/** The stored fields of an event before they are serialized. */
export interface UnserializedFields {
  sessionLabel: string;
  data: Record<string, unknown>;
  /** Undefined if text is kept. */
  sizes: Record<string, MemberSize> | undefined;
  redaction: Redaction;
  /** The data as it was sent, if `data` is equal to it. */
  sent?: SentData | undefined;
}

interface RowTexts {
  data: string;
  sizes: string | null;
  redaction: string;
}

/** The stored fields of an event. They hold texts only: another thread can make them, and takes no time to pass on. */
export interface StoredFields {
  sessionLabel: string;
  /** Number of listed findings. */
  findings: number;
  /** The values as JSON, as the row stores them. */
  json: RowTexts;
  /** The texts whose canonical form differs, in that form. */
  canonical: Partial<RowTexts>;
}

function canonicalForms(content: UnserializedFields, json: RowTexts): Partial<RowTexts> {
  const forms: Partial<RowTexts> = {};
  const data = content.sent?.canonical ?? canonicalText(content.data, json.data);
  if (data !== json.data) forms.data = data;
  if (json.sizes !== null) {
    const sizes = canonicalText(content.sizes, json.sizes);
    if (sizes !== json.sizes) forms.sizes = sizes;
  }
  const redaction =
    content.redaction.findings.length === 0
      ? canonicalOfRepeated(json.redaction)
      : canonicalText(content.redaction, json.redaction);
  if (redaction !== json.redaction) forms.redaction = redaction;
  return forms;
}

function serialized(content: UnserializedFields, json: RowTexts): StoredFields {
  const { sessionLabel, redaction } = content;
  const findings = redaction.findings.length;
  return { sessionLabel, findings, json, canonical: canonicalForms(content, json) };
}

const sizesOf = ({ sizes }: UnserializedFields) => (sizes === undefined ? null : JSON.stringify(sizes));
const bytesOf = (text: string) => Buffer.byteLength(text);
/** The most UTF-8 bytes that a UTF-16 unit takes. */
const MOST_BYTES_PER_UNIT = 3;

/** Serializes the content of a row. Returns undefined if it is too large for an event of `eventBytes` bytes. */
export function fitRow(content: UnserializedFields, eventBytes: number): StoredFields | undefined {
  const data = content.sent?.toJson() ?? JSON.stringify(content.data);
  const sizes = sizesOf(content);
  const most = eventBytes * ROW_BYTES_PER_EVENT_BYTE + ROW_BYTES_FOR_ANY - ROW_OVERHEAD_BYTES;
  const whole = JSON.stringify(content.redaction);
  const units = data.length + (sizes ?? '').length + content.sessionLabel.length + whole.length;
  // Most rows are far below the bound, and their bytes need not be counted.
  if (units * MOST_BYTES_PER_UNIT <= most) return serialized(content, { data, sizes, redaction: whole });
  const without = { ...content.redaction, findings: [] as Finding[] };
  let left =
    most -
    bytesOf(data) -
    bytesOf(sizes ?? '') -
    bytesOf(content.sessionLabel) -
    bytesOf(JSON.stringify(without));
  if (left < 0) return undefined;
  if (bytesOf(whole) <= left) return serialized(content, { data, sizes, redaction: whole });
  const findings: Finding[] = [];
  for (const finding of content.redaction.findings) {
    left -= bytesOf(JSON.stringify(finding)) + 1;
    if (left < 0) break;
    findings.push(finding);
  }
  const omittedFindings =
    content.redaction.omittedFindings + content.redaction.findings.length - findings.length;
  const redaction = { ...content.redaction, findings, omittedFindings };
  return serialized({ ...content, redaction }, { data, sizes, redaction: JSON.stringify(redaction) });
}

/** Serializes the content of a row that has no text of the event, so it always fits. */
export function serializeSmallRow(content: UnserializedFields): StoredFields {
  return serialized(content, {
    data: JSON.stringify(content.data),
    sizes: sizesOf(content),
    redaction: JSON.stringify(content.redaction),
  });
}
