import { isNeverAccepted } from '../../../shared/event.ts';
import type { MemberSize } from '../../../shared/receipt.ts';
import { remembering } from '../../proof/canonical-json.ts';
import {
  type JsonValue,
  type RedactedText,
  type RedactedValue,
  type Redactor,
  SessionSecrets,
} from '../../redaction/redactor.ts';
import type { EventDigests } from './event-digests.ts';
import { type IncomingEvent, sessionKey } from './incoming-event.ts';
import { fitRow, type SentText, type StoredFields, sentText, type UnserializedFields } from './stored-row.ts';

/** A longer list of positions would be larger than its text. */
const MAX_LISTED_FINDINGS = 1000;
const MAX_REMEMBERED_SESSIONS = 1024;
/** Hexadecimal digits of a session's digest. They distinguish the sessions of one user. */
const SHOWN_SESSION_DIGITS = 12;

/** The parts of an event that its stored fields depend on. */
export type SelectedEvent = Pick<
  IncomingEvent,
  | 'integrationId'
  | 'event'
  | 'sessionId'
  | 'data'
  | 'bodyBytes'
  | 'level'
  | 'maskDetails'
  | 'redactionTimedOut'
>;

/** Returns the UTF-8 bytes of each member: of a text itself, and of the JSON of any other value. */
function sizesOf(data: Record<string, unknown>): Record<string, MemberSize> {
  const bytesOf = (value: unknown) =>
    Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, { bytes: bytesOf(value) }]));
}

/** What redacts the events of a store. */
export interface Redaction {
  redactor: Redactor;
  /** The secrets that were masked earlier in each session. They exist only in memory and end with the host. */
  secrets?: SessionSecrets;
  /** Receives an error of the redactor; the event is then stored without text. */
  onFault?: (error: unknown) => void;
}

/**
 * Selects the parts of an event that may reach the disk. Every receipt passes through this function. `sent` is the data of
 * the event.
 */
export type SelectFields = (event: SelectedEvent, sent?: SentText) => StoredFields;

// An enumeration of the contract. Its value is one of four words, never text from a client.
const enumeratedMembers = ({ changeType }: Record<string, unknown>): Record<string, unknown> =>
  changeType === undefined ? {} : { changeType };

/** Returns the fields of an event whose text cannot be stored: its sizes and a digest of its session. */
function sizesOnly(event: SelectedEvent, redactor: Redactor, digests: EventDigests): StoredFields {
  const { engine, ruleSet } = redactor;
  const sessionDigest = digests.session(event.integrationId, event.sessionId).toString('hex');
  const content: UnserializedFields = {
    // The session's id cannot be shown unredacted either. Its digest distinguishes it from other sessions.
    sessionLabel: `session ${sessionDigest.slice(0, SHOWN_SESSION_DIGITS)}`,
    data: enumeratedMembers(event.data),
    sizes: sizesOf(event.data),
    redaction: { state: 'failed', engine, ruleSet, findings: [], omittedFindings: 0, truncated: [] },
  };
  // A row without a text of the event always fits.
  return fitRow(content, Number.POSITIVE_INFINITY)!;
}

/**
 * Redacts the parts that the privacy level stores. Stores only sizes if redaction fails or the row would be too large
 * for its event.
 */
export function selectRedacted(
  { redactor, secrets: secretsOfSessions = new SessionSecrets(), onFault }: Redaction,
  digests: EventDigests,
): SelectFields {
  const { engine, ruleSet } = redactor;
  /** Every event repeats its session's id. */
  const labelOf = remembering(MAX_REMEMBERED_SESSIONS, (id: string) => redactor.redactText(id));

  const fieldsOf = (
    { data, level }: SelectedEvent,
    session: RedactedText,
    redacted: RedactedValue,
  ): UnserializedFields => {
    const isText = level === 'text';
    const sizes = isText ? undefined : sizesOf(data);
    for (const name in sizes) sizes[name]!.digest = digests.member(data[name]);
    const ofSession = session.findings.map((finding) => ({ ...finding, member: '/sessionId' }));
    const findings = ofSession.length === 0 ? redacted.findings : [...ofSession, ...redacted.findings];
    return {
      sessionLabel: session.text,
      data: isText ? (redacted.value as Record<string, unknown>) : enumeratedMembers(data),
      sizes,
      redaction: {
        state: isText ? 'redacted' : 'metadata',
        engine,
        ruleSet,
        findings: findings.slice(0, MAX_LISTED_FINDINGS),
        omittedFindings: redacted.omittedFindings + Math.max(0, findings.length - MAX_LISTED_FINDINGS),
        truncated: isText ? redacted.truncated : [],
      },
    };
  };
  /** Returns undefined if the row would be too large for its event. Throws if redaction fails. */
  const redact = (event: SelectedEvent, sent: SentText): StoredFields | undefined => {
    const key = sessionKey(event);
    const redacted = redactor.redactValue(event.data as JsonValue, {
      extra: secretsOfSessions.matcher(key),
      withhold: isNeverAccepted,
      details: event.maskDetails === true,
    });
    secretsOfSessions.remember(key, redacted.secrets);
    const session = redacted.secrets.occursIn(event.sessionId)
      ? redactor.redactText(event.sessionId, { extra: redacted.secrets })
      : labelOf(event.sessionId);
    // The members of an event that a bridge makes can be larger than its body.
    return fitRow(
      fieldsOf(event, session, redacted),
      Math.max(event.bodyBytes, Buffer.byteLength(sent.json)),
      sent,
    );
  };

  return (event, sent = sentText(event.data)) => {
    try {
      const fields = event.redactionTimedOut === true ? undefined : redact(event, sent);
      return fields ?? sizesOnly(event, redactor, digests);
    } catch (error) {
      onFault?.(error);
      return sizesOnly(event, redactor, digests);
    }
  };
}
