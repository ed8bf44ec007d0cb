import { isNeverAccepted } from '../../../shared/event.ts';
import {
  type JsonValue,
  type RedactedText,
  type RedactedValue,
  type Redactor,
  SessionSecrets,
} from '../../redaction/redactor.ts';
import type { EventDigests } from './event-digests.ts';
import { type IncomingEvent, sessionKey } from './incoming-event.ts';
import { SentData } from './sent-data.ts';
import { fitRow, type StoredFields, serializeSmallRow, type UnserializedFields } from './stored-row.ts';

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

/**
 * Returns the bytes of an event: the size of its body or the sum of its members, whichever is larger. The members of an
 * event that a bridge makes can be larger than its body.
 */
function bytesOfEvent(event: SelectedEvent, sent: SentData): number {
  const sizes = sent.sizes();
  let sum = 0;
  for (const name in sizes) sum += sizes[name]!.bytes;
  return Math.max(event.bodyBytes, sum);
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
export type SelectFields = (event: SelectedEvent, sent?: SentData) => StoredFields;

// An enumeration of the contract. Its value is one of four words, never text from a client.
const enumerated = new Set(['changeType']);

function enumeratedMembers(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => enumerated.has(name)));
}

/** Redacts session ids and remembers the results, because every event repeats its session's id. */
class SessionLabels {
  readonly #redactor: Redactor;
  readonly #redacted = new Map<string, RedactedText>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  of(sessionId: string): RedactedText {
    let session = this.#redacted.get(sessionId);
    if (session === undefined) {
      session = this.#redactor.redactText(sessionId);
      if (this.#redacted.size >= MAX_REMEMBERED_SESSIONS) this.#redacted.clear();
      this.#redacted.set(sessionId, session);
    }
    return session;
  }
}

/** Returns the fields of an event whose text cannot be stored: its sizes and a digest of its session. */
function sizesOnly(
  event: SelectedEvent,
  sent: SentData,
  redactor: Redactor,
  digests: EventDigests,
): StoredFields {
  const { engine, ruleSet } = redactor;
  const sessionDigest = digests.session(event.integrationId, event.sessionId).toString('hex');
  return serializeSmallRow({
    // The session's id cannot be shown unredacted either. Its digest distinguishes it from other sessions.
    sessionLabel: `session ${sessionDigest.slice(0, SHOWN_SESSION_DIGITS)}`,
    data: enumeratedMembers(event.data),
    sizes: sent.sizes(),
    redaction: { state: 'failed', engine, ruleSet, findings: [], omittedFindings: 0, truncated: [] },
  });
}

/** Redacts the parts of events that their privacy levels store. */
class FieldRedactor {
  readonly #redactor: Redactor;
  readonly #digests: EventDigests;
  readonly #labels: SessionLabels;
  readonly #secretsOfSessions: SessionSecrets;

  constructor({ redactor, secrets = new SessionSecrets() }: Redaction, digests: EventDigests) {
    this.#redactor = redactor;
    this.#secretsOfSessions = secrets;
    this.#digests = digests;
    this.#labels = new SessionLabels(redactor);
  }

  /** Returns undefined if the row would be too large for its event. Throws if redaction fails. */
  redact(event: SelectedEvent, sent: SentData): StoredFields | undefined {
    const key = sessionKey(event);
    const redacted = this.#redactor.redactValue(event.data as JsonValue, {
      extra: this.#secretsOfSessions.matcher(key),
      withhold: isNeverAccepted,
      details: event.maskDetails === true,
    });
    this.#secretsOfSessions.remember(key, redacted.secrets);
    const session = redacted.secrets.occursIn(event.sessionId)
      ? this.#redactor.redactText(event.sessionId, { extra: redacted.secrets })
      : this.#labels.of(event.sessionId);
    const fields =
      event.level === 'text'
        ? this.#text(sent, session, redacted)
        : this.#metadata(event, sent, session, redacted);
    return fitRow(fields, bytesOfEvent(event, sent));
  }

  #text(sent: SentData, session: RedactedText, redacted: RedactedValue): UnserializedFields {
    const data = redacted.value as Record<string, unknown>;
    return {
      sessionLabel: session.text,
      data,
      sizes: undefined,
      redaction: { state: 'redacted', ...this.#findings(session, redacted), truncated: redacted.truncated },
      sent: sent.equals(data) ? sent : undefined,
    };
  }

  #metadata(
    event: SelectedEvent,
    sent: SentData,
    session: RedactedText,
    redacted: RedactedValue,
  ): UnserializedFields {
    const sizes = sent.sizes();
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
  return (event, sent = new SentData(event.data)) => {
    if (event.redactionTimedOut === true) return sizesOnly(event, sent, redactor, digests);
    try {
      return fields.redact(event, sent) ?? sizesOnly(event, sent, redactor, digests);
    } catch (error) {
      onFault?.(error);
      return sizesOnly(event, sent, redactor, digests);
    }
  };
}
