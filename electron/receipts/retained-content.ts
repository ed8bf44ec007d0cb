import type { MemberSize, Redaction } from '../../shared/receipt.ts';
import type { JsonValue, RedactedText, Redactor } from '../redaction/redactor.ts';
import type { EventDigests } from './event-digests.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { summaryOf } from './receipt-summary.ts';

/** Positions beyond this many would outgrow the text they are about. */
const MAX_LISTED_FINDINGS = 1000;
const MAX_REMEMBERED_SESSIONS = 1024;

/** What of an event may reach the disk. */
export interface RetainedContent {
  sessionLabel: string;
  data: Record<string, unknown>;
  sizes: Record<string, MemberSize>;
  redaction: Redaction;
  summary: string;
}

/** Decides what of an event may reach the disk; the only way from an event to a receipt. */
export type RetainContent = (event: IncomingEvent) => RetainedContent;

/** UTF-8 bytes of one member as it was sent; of its JSON where it is not a string. */
function memberBytes(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

// An enumeration of the contract: its value is one of four words, never a client's text.
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

/** Redacts what the level lets through; keeps sizes only where redaction fails. */
export function retainRedacted(redactor: Redactor, digests: EventDigests): RetainContent {
  const { engine, ruleSet } = redactor;

  const sizesOnly = (event: IncomingEvent): RetainedContent => ({
    // The id of the session cannot be shown unredacted either; its digest still tells it from others.
    sessionLabel: `session ${digests.session(event.integrationId, event.sessionId).toString('hex').slice(0, 12)}`,
    data: enumeratedMembers(event.data),
    sizes: sizesOf(event.data),
    redaction: { state: 'failed', engine, ruleSet, findings: [], omittedFindings: 0, truncated: [] },
    summary: '',
  });

  // A session's id comes with each of its events.
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

  return (event) => {
    if (event.redactionTimedOut === true) return sizesOnly(event);
    try {
      const session = redactedSession(event.sessionId);
      const redacted = redactor.redactValue(event.data as JsonValue);
      const data = redacted.value as Record<string, unknown>;
      const findings = [
        ...session.findings.map((finding) => ({ ...finding, member: '/sessionId' })),
        ...redacted.findings,
      ];
      const keepsText = event.level === 'text';
      return {
        sessionLabel: session.text,
        data: keepsText ? data : enumeratedMembers(event.data),
        sizes: keepsText ? sizesOf(event.data) : sizesOf(event.data, (value) => digests.member(value)),
        redaction: {
          state: keepsText ? 'redacted' : 'metadata',
          engine,
          ruleSet,
          findings: findings.slice(0, MAX_LISTED_FINDINGS),
          omittedFindings: Math.max(0, findings.length - MAX_LISTED_FINDINGS),
          truncated: keepsText ? redacted.truncated : [],
        },
        summary: keepsText ? summaryOf(event.event, data) : '',
      };
    } catch {
      return sizesOnly(event);
    }
  };
}
