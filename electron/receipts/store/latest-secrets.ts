import type { DatabaseSync } from 'node:sqlite';
import type { Redaction } from '../../../shared/receipt.ts';
import { kindOfFinding } from '../../../shared/words/secret-names.ts';
import { printOfRecord, type SecretPrint, type SessionPrints } from '../../redaction/redactor.ts';
import { sessionKey } from '../event/incoming-event.ts';

/** The newest receipts, in which a session that goes on has its secrets: those of some days. */
const MOST_RECEIPTS = 16_384;
/** Of these, so many are read, and of those that wait for their index. */
const MOST_WITH_SECRETS = 256;
/** Text of the receipts that are read: a large report is not worth a slow start. */
const MOST_CHARACTERS = 4 * 1_048_576;

interface MaskedRow {
  integrationId: string;
  /** The id of the session. One that was masked is not recognised. */
  sessionId: string;
  data: string;
  found: string;
}

/**
 * Returns the fingerprints of what was masked in the newest receipts, the newest last. It reads the receipts themselves, so what
 * is deleted is known no more.
 */
export function latestSecrets(db: DatabaseSync): SessionPrints[] {
  const found = db
    .prepare(
      `WITH masked (seq) AS (
         SELECT * FROM (SELECT seq FROM receipt_facts
           WHERE secrets > 0 AND leaf > (SELECT max(leaf) FROM receipt_facts) - :receipts ORDER BY leaf DESC LIMIT :rows)
         UNION
         SELECT * FROM (SELECT seq FROM receipts
           WHERE seq > (SELECT seq FROM progress WHERE name = 'indexed') ORDER BY seq DESC LIMIT :rows)
       )
       SELECT i.id AS integrationId, s.label AS sessionId, r.data, r.found
       FROM masked JOIN receipts r ON r.seq = masked.seq JOIN sessions s ON s.key = r.session_key
         JOIN integrations i ON i.key = r.integration_key
       WHERE r.found IS NOT NULL ORDER BY r.seq DESC`,
    )
    .iterate({ receipts: MOST_RECEIPTS, rows: MOST_WITH_SECRETS }) as unknown as Iterable<MaskedRow>;
  const prints: SessionPrints[] = [];
  let characters = 0;
  for (const row of found) {
    characters += row.data.length + row.found.length;
    if (characters > MOST_CHARACTERS) break;
    prints.push({ session: sessionKey(row), prints: printsOf(row) });
  }
  return prints.reverse();
}

function printsOf({ data, found }: MaskedRow): SecretPrint[] {
  const stored: unknown = JSON.parse(data);
  const { findings = [] } = JSON.parse(found) as Partial<Redaction>;
  return findings.flatMap((finding) => {
    const { fingerprint, removed, tier } = finding;
    if (fingerprint === undefined) return [];
    return printOfRecord(fingerprint, removed, kindOfFinding(stored, finding).kind, tier === 'definite');
  });
}
