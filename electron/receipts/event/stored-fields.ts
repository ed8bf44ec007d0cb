import { isNeverAccepted } from '../../../shared/event.ts';
import type { MemberSize } from '../../../shared/receipt.ts';
import {
  type JsonValue,
  type RedactedText,
  type RedactedValue,
  type Redactor,
  SessionSecrets,
} from '../../redaction/redactor.ts';
import type { EventDigests } from './event-digests.ts';
import { type IncomingEvent, sessionKey } from './incoming-event.ts';
import { remembering } from './remembering.ts';
import {
  fitRow,
  type SentText,
  type StoredFields,
  sentText,
  serializeSmallRow,
  type UnserializedFields,
} from './stored-row.ts';

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
const enumerated = new Set(['changeType']);

function enumeratedMembers(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => enumerated.has(name)));
}

/** Returns the fields of an event whose text cannot be stored: its sizes and a digest of its session. */
function sizesOnly(event: SelectedEvent, redactor: Redactor, digests: EventDigests): StoredFields {
  const { engine, ruleSet } = redactor;
  const sessionDigest = digests.session(event.integrationId, event.sessionId).toString('hex');
  return serializeSmallRow({
    // The session's id cannot be shown unredacted either. Its digest distinguishes it from other sessions.
    sessionLabel: `session ${sessionDigest.slice(0, SHOWN_SESSION_DIGITS)}`,
    data: enumeratedMembers(event.data),
    sizes: sizesOf(event.data),
    redaction: { state: 'failed', engine, ruleSet, findings: [], omittedFindings: 0, truncated: [] },
  });
}

/** Redacts the parts of events that their privacy levels store. */
class FieldRedactor {
  readonly #redactor: Redactor;
  readonly #digests: EventDigests;
  /** Every event repeats its session's id. */
  readonly #labelOf: (sessionId: string) => RedactedText;
  readonly #secretsOfSessions: SessionSecrets;

  constructor({ redactor, secrets = new SessionSecrets() }: Redaction, digests: EventDigests) {
    this.#redactor = redactor;
    this.#secretsOfSessions = secrets;
    this.#digests = digests;
    this.#labelOf = remembering(MAX_REMEMBERED_SESSIONS, (id) => redactor.redactText(id));
  }

  /** Returns undefined if the row would be too large for its event. Throws if redaction fails. */
  redact(event: SelectedEvent, sent: SentText): StoredFields | undefined {
    const key = sessionKey(event);
    const redacted = this.#redactor.redactValue(event.data as JsonValue, {
      extra: this.#secretsOfSessions.matcher(key),
      withhold: isNeverAccepted,
      details: event.maskDetails === true,
    });
    this.#secretsOfSessions.remember(key, redacted.secrets);
    const session = redacted.secrets.occursIn(event.sessionId)
      ? this.#redactor.redactText(event.sessionId, { extra: redacted.secrets })
      : this.#labelOf(event.sessionId);
    const fields =
      event.level === 'text' ? this.#text(session, redacted) : this.#metadata(event, session, redacted);
    // The members of an event that a bridge makes can be larger than its body.
    return fitRow(fields, Math.max(event.bodyBytes, Buffer.byteLength(sent.json)), sent);
  }

  #text(session: RedactedText, redacted: RedactedValue): UnserializedFields {
    return {
      sessionLabel: session.text,
      data: redacted.value as Record<string, unknown>,
      sizes: undefined,
      redaction: { state: 'redacted', ...this.#findings(session, redacted), truncated: redacted.truncated },
    };
  }

  #metadata(event: SelectedEvent, session: RedactedText, redacted: RedactedValue): UnserializedFields {
    const sizes = sizesOf(event.data);
    for (const name in sizes) sizes[name]!.digest = this.#digests.member(event.data[name]);
    return {
      sessionLabel: session.text,
      data: enumeratedMembers(event.data),
      sizes,
      redaction: { state: 'metadata', ...this.#findings(session, redacted), truncated: [] },
    };
  }

  #findings(session: RedactedText, redacted: RedactedValue) {
    const { engine, ruleSet } = this.#redactor;
    const findings =
      session.findings.length === 0
        ? redacted.findings
        : [
            ...session.findings.map((finding) => ({ ...finding, member: '/sessionId' })),
            ...redacted.findings,
          ];
    return {
      engine,
      ruleSet,
      findings: findings.slice(0, MAX_LISTED_FINDINGS),
      omittedFindings: redacted.omittedFindings + Math.max(0, findings.length - MAX_LISTED_FINDINGS),
    };
  }
}

/**
 * Redacts the parts that the privacy level stores. Stores only sizes if redaction fails or the row would be too large
 * for its event.
 */
export function selectRedacted(redaction: Redaction, digests: EventDigests): SelectFields {
  const { redactor, onFault } = redaction;
  const fields = new FieldRedactor(redaction, digests);
  return (event, sent = sentText(event.data)) => {
    if (event.redactionTimedOut === true) return sizesOnly(event, redactor, digests);
    try {
      return fields.redact(event, sent) ?? sizesOnly(event, redactor, digests);
    } catch (error) {
      onFault?.(error);
      return sizesOnly(event, redactor, digests);
    }
  };
}
