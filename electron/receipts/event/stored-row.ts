import type { Finding, MemberSize, Redaction } from '../../../shared/receipt.ts';
import { canonicalJson, canonicalOfRepeated, canonicalText } from '../../proof/canonical-json.ts';

/**
 * A stored row has at most twice the bytes of its event plus 64 KiB. Masks are longer than the shortest secrets, and
 * findings are longer than their masks. Without a bound, a small event could fill the disk.
 */
const ROW_BYTES_PER_EVENT_BYTE = 2;
const ROW_BYTES_FOR_ANY = 65_536;
/** Bytes of a row in addition to the counted texts: numbers, ids, the digest and column lengths. */
const ROW_OVERHEAD_BYTES = 512;

/** The data of an event as it was sent, as JSON and in canonical form: for its identity, its row and its leaf. */
export interface SentText {
  json: string;
  canonical: string;
}

export function sentText(data: Record<string, unknown>): SentText {
  const json = JSON.stringify(data);
  return { json, canonical: canonicalText(data, json) };
}

/** The stored fields of an event before they are serialized. */
export interface UnserializedFields {
  sessionLabel: string;
  data: Record<string, unknown>;
  /** Undefined if text is kept. */
  sizes: Record<string, MemberSize> | undefined;
  redaction: Redaction;
}

interface RowTexts {
  data: string;
  sizes: string | null;
  /** The redaction without what only this receipt has. It has no text of a client, and few texts repeat. */
  redaction: string;
  /** What only this receipt has of its redaction, as a merge patch (RFC 7396). Null if it has nothing. */
  found: string | null;
}

/** The stored fields of an event. They hold texts only: another thread can make them, and takes no time to pass on. */
export interface StoredFields {
  sessionLabel: string;
  /** The values as JSON, as the row stores them. */
  json: RowTexts;
  /** The texts whose canonical form differs, in that form, and the whole redaction. */
  canonical: { data?: string; sizes?: string; redaction: string };
}

/** Members of the contract that are paths. */
const PATH_MEMBERS = ['/cwd', '/path', '/previousPath'];

/** Returns true for the home folder at the beginning of a path: the finding of nearly every receipt. */
const isOrdinary = ({ rule, member, start }: Finding): boolean =>
  rule === 'home-directory' && start === 0 && PATH_MEMBERS.includes(member);

/** Divides a redaction into what other receipts have, too, and what only this one has. */
function divided(whole: Redaction): { redaction: string; found: string | null } {
  const { findings, omittedFindings, truncated } = whole;
  const own: Partial<Redaction> = {
    ...(findings.every(isOrdinary) ? {} : { findings }),
    ...(omittedFindings === 0 ? {} : { omittedFindings }),
    ...(truncated.length === 0 ? {} : { truncated }),
  };
  const shared: Redaction = { ...whole, omittedFindings: 0, truncated: [] };
  if (own.findings !== undefined) shared.findings = [];
  return {
    redaction: JSON.stringify(shared),
    found: Object.keys(own).length === 0 ? null : JSON.stringify(own),
  };
}

function serialized(content: UnserializedFields, json: RowTexts, sent: SentText | undefined): StoredFields {
  const { sessionLabel } = content;
  const redaction =
    json.found === null ? canonicalOfRepeated(json.redaction) : canonicalJson(content.redaction);
  const canonical: StoredFields['canonical'] = { redaction };
  const data = json.data === sent?.json ? sent.canonical : canonicalText(content.data, json.data);
  if (data !== json.data) canonical.data = data;
  if (json.sizes !== null) {
    const sizes = canonicalText(content.sizes, json.sizes);
    if (sizes !== json.sizes) canonical.sizes = sizes;
  }
  return { sessionLabel, json, canonical };
}

const bytesOf = (text: string | null) => Buffer.byteLength(text ?? '');

/** Serializes the content of a row. Returns undefined if it is too large for an event of `eventBytes` bytes. */
export function fitRow(
  content: UnserializedFields,
  eventBytes: number,
  sent?: SentText,
): StoredFields | undefined {
  const data = JSON.stringify(content.data);
  const sizes = content.sizes === undefined ? null : JSON.stringify(content.sizes);
  const most = eventBytes * ROW_BYTES_PER_EVENT_BYTE + ROW_BYTES_FOR_ANY - ROW_OVERHEAD_BYTES;
  const whole = divided(content.redaction);
  let left = most - bytesOf(data) - bytesOf(sizes) - bytesOf(content.sessionLabel);
  if (bytesOf(whole.found) <= left) return serialized(content, { data, sizes, ...whole }, sent);
  left -= bytesOf(JSON.stringify({ ...content.redaction, findings: [] }));
  if (left < 0) return undefined;
  const findings: Finding[] = [];
  for (const finding of content.redaction.findings) {
    left -= bytesOf(JSON.stringify(finding)) + 1;
    if (left < 0) break;
    findings.push(finding);
  }
  const omittedFindings =
    content.redaction.omittedFindings + content.redaction.findings.length - findings.length;
  const redaction = { ...content.redaction, findings, omittedFindings };
  return serialized({ ...content, redaction }, { data, sizes, ...divided(redaction) }, sent);
}
