import { isNeverAccepted } from '../../shared/event.ts';
import type { Finding, MemberSize, Redaction } from '../../shared/receipt.ts';
import { type JsonValue, type RedactedText, type Redactor, SessionSecrets } from '../redaction/redactor.ts';
import type { IncomingEvent } from './incoming-event.ts';
import type { EventDigests } from './store/event-digests.ts';
import { summaryOf } from './store/receipt-summary.ts';

/** A longer list of positions would be larger than its text. */
const MAX_LISTED_FINDINGS = 1000;
const MAX_REMEMBERED_SESSIONS = 1024;
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

type WithoutJson = Omit<StoredFields, 'json'>;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** Serializes the content of a row. Returns undefined if it is too large for an event of `eventBytes` bytes. */
function fitRow(content: WithoutJson, eventBytes: number): StoredFields | undefined {
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

/**
 * Returns the bytes of an event: the size of its body or the sum of its members, whichever is larger. The members of an
 * event that a bridge makes can be larger than its body.
 */
function bytesOfEvent(event: IncomingEvent, sizes: Record<string, MemberSize>): number {
  return Math.max(
    event.bodyBytes,
    Object.values(sizes).reduce((sum, { bytes }) => sum + bytes, 0),
  );
}

/** Selects the parts of an event that may reach the disk. Every receipt passes through this function. */
export type SelectFields = (event: IncomingEvent) => StoredFields;

/** Returns the UTF-8 bytes of one member as it was sent. Uses its JSON if it is not a string. */
function memberBytes(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

// An enumeration of the contract. Its value is one of four words, never text from a client.
const enumerated = new Set(['changeType']);

function enumeratedMembers(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => enumerated.has(name)));
}

function sizesOf(
  data: Record<string, unknown>,
  digest?: (value: unknown) => string,
): Record<string, MemberSize> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      digest === undefined
        ? { bytes: memberBytes(value) }
        : { bytes: memberBytes(value), digest: digest(value) },
    ]),
  );
}

/**
 * Redacts the parts that the privacy level stores. Stores only sizes if redaction fails or the row would be too large
 * for its event. Calls `onFailure` if redaction fails.
 */
export function selectRedacted(
  redactor: Redactor,
  digests: EventDigests,
  onFailure: (error: unknown) => void = () => {},
): SelectFields {
  const { engine, ruleSet } = redactor;

  const sizesOnly = (event: IncomingEvent): StoredFields => {
    const content: WithoutJson = {
      // The session's id cannot be shown unredacted either. Its digest distinguishes it from other sessions.
      sessionLabel: `session ${digests.session(event.integrationId, event.sessionId).toString('hex').slice(0, 12)}`,
      data: enumeratedMembers(event.data),
      sizes: sizesOf(event.data),
      redaction: { state: 'failed', engine, ruleSet, findings: [], omittedFindings: 0, truncated: [] },
      summary: '',
    };
    return {
      ...content,
      json: {
        data: JSON.stringify(content.data),
        sizes: JSON.stringify(content.sizes),
        redaction: JSON.stringify(content.redaction),
      },
    };
  };

  // The cache exists because every event repeats its session's id.
  const sessions = new Map<string, RedactedText>();
  const redactedSession = (sessionId: string): RedactedText => {
    let session = sessions.get(sessionId);
    if (session === undefined) {
      session = redactor.redactText(sessionId);
      if (sessions.size >= MAX_REMEMBERED_SESSIONS) sessions.clear();
      sessions.set(sessionId, session);
    }
    return session;
  };
  // These secrets exist only in the memory of this thread and end with it.
  const secretsOfSessions = new SessionSecrets();

  return (event) => {
    if (event.redactionTimedOut === true) return sizesOnly(event);
    try {
      const key = JSON.stringify([event.integrationId, event.sessionId]);
      const redacted = redactor.redactValue(event.data as JsonValue, {
        extra: secretsOfSessions.matcher(key),
        withhold: isNeverAccepted,
        details: event.maskDetails === true,
      });
      secretsOfSessions.remember(key, redacted.secrets);
      const session = redacted.secrets.occursIn(event.sessionId)
        ? redactor.redactText(event.sessionId, { extra: redacted.secrets })
        : redactedSession(event.sessionId);
      const data = redacted.value as Record<string, unknown>;
      const findings = [
        ...session.findings.map((finding) => ({ ...finding, member: '/sessionId' })),
        ...redacted.findings,
      ];
      const keepsText = event.level === 'text';
      const sizes = keepsText ? sizesOf(event.data) : sizesOf(event.data, (value) => digests.member(value));
      const content: WithoutJson = {
        sessionLabel: session.text,
        data: keepsText ? data : enumeratedMembers(event.data),
        sizes,
        redaction: {
          state: keepsText ? 'redacted' : 'metadata',
          engine,
          ruleSet,
          findings: findings.slice(0, MAX_LISTED_FINDINGS),
          omittedFindings: redacted.omittedFindings + Math.max(0, findings.length - MAX_LISTED_FINDINGS),
          truncated: keepsText ? redacted.truncated : [],
        },
        summary: keepsText ? summaryOf(event.event, data, redacted.findings) : '',
      };
      return fitRow(content, bytesOfEvent(event, sizes)) ?? sizesOnly(event);
    } catch (error) {
      onFailure(error);
      return sizesOnly(event);
    }
  };
}
