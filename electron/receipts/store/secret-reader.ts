import type { DatabaseSync } from 'node:sqlite';
import type { SecretSummary } from '../../../shared/insight.ts';
import { vagueness } from '../../../shared/words/secret-names.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { seqAt, timeOfSeq } from '../schema/receipt-id.ts';
import { numberOf } from '../schema/statements.ts';
import { seqRange, type TimeRange } from './activity-reader.ts';
import type { StoreParts } from './store-parts.ts';

const MAX_SECRETS = 500;
const instant = (time: number) => new Date(time).toISOString();

interface SeenRow {
  fingerprint: string;
  /** The kind of the secret, and after a space the setting that held it. */
  rule: string;
  event: number;
  destination: string | null;
  integration: string | null;
  project: string | null;
  sightings: number;
  first: number;
  last: number;
  rotated_at: number | null;
}

/** Lists the secrets that were masked, by their last sighting. It knows fingerprints and never a secret. */
export function listSecrets(
  { db, reader }: StoreParts,
  range: TimeRange,
  project: string | undefined,
): SecretSummary[] {
  reader.catchUp();
  const rows = db
    .prepare(
      `SELECT s.fingerprint, s.rule, s.event, d.name AS destination, i.name AS integration, p.path AS project,
         count(*) AS sightings, min(s.seq) AS first, max(s.seq) AS last, m.rotated_at
       FROM secrets_seen s LEFT JOIN destinations d ON d.key = s.destination
         LEFT JOIN integrations i ON i.key = s.integration LEFT JOIN projects p ON p.key = s.project
         LEFT JOIN secret_marks m ON m.fingerprint = s.fingerprint
       WHERE s.seq >= ? AND s.seq < ?
         ${project === undefined ? '' : 'AND s.project = (SELECT key FROM projects WHERE path = ?)'}
       GROUP BY s.fingerprint, s.rule, s.event, s.destination, s.integration, s.project`,
    )
    .all(...seqRange(range), ...(project === undefined ? [] : [project])) as unknown as SeenRow[];
  const secrets = [...Map.groupBy(rows, ({ fingerprint }) => fingerprint).values()].map(summaryOf);
  const newest = secrets.sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, MAX_SECRETS);
  const since = 'SELECT count(*) FROM secrets_seen WHERE fingerprint = ? AND seq > ?';
  for (const secret of newest) {
    if (secret.rotatedAt === null) continue;
    const rotated = seqAt(Date.parse(secret.rotatedAt));
    secret.sinceRotation = numberOf(db, since, secret.fingerprint, rotated);
  }
  return newest;
}

const names = (of: (string | null)[]) => [...new Set(of.filter((name) => name !== null))];
const sightingsOf = (rows: SeenRow[]) => rows.reduce((sum, { sightings }) => sum + sightings, 0);

/** Returns what the rows of one secret tell. */
function summaryOf(rows: SeenRow[]): SecretSummary {
  const { fingerprint, rotated_at: rotatedAt } = rows[0]!;
  const rules = rows.map(({ rule }) => rule.split(' ') as [kind: string, holder?: string]);
  const holder = rules.find(([, setting]) => setting !== undefined)?.[1];
  const places = Map.groupBy(rows, ({ event, destination }) => `${event} ${destination ?? ''}`);
  return {
    fingerprint,
    kind: rules.map(([kind]) => kind).sort((a, b) => vagueness(a) - vagueness(b))[0]!,
    ...(holder === undefined ? {} : { holder }),
    sightings: sightingsOf(rows),
    firstAt: instant(timeOfSeq(rows.reduce((least, { first }) => Math.min(least, first), rows[0]!.first))),
    lastAt: instant(timeOfSeq(rows.reduce((most, { last }) => Math.max(most, last), 0))),
    rotatedAt: rotatedAt === null ? null : instant(rotatedAt),
    sinceRotation: 0,
    integrations: names(rows.map(({ integration }) => integration)),
    projects: names(rows.map(({ project }) => project)),
    places: [...places.values()].map((same) => {
      const { event, destination } = same[0]!;
      return { event: eventOfCode(event), destination, sightings: sightingsOf(same) };
    }),
  };
}

/** Notes when the user replaced a secret, or removes the note. */
export function markRotated(db: DatabaseSync, fingerprint: string, at: number | null): void {
  if (at === null) db.prepare('DELETE FROM secret_marks WHERE fingerprint = ?').run(fingerprint);
  else db.prepare('REPLACE INTO secret_marks (fingerprint, rotated_at) VALUES (?, ?)').run(fingerprint, at);
}
