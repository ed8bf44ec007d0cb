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
  const secrets = new Map<string, SecretSummary>();
  for (const row of rows) add(secrets, row);
  const newest = [...secrets.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, MAX_SECRETS);
  const since = 'SELECT count(*) FROM secrets_seen WHERE fingerprint = ? AND seq > ?';
  for (const secret of newest) {
    if (secret.rotatedAt === null) continue;
    const rotated = seqAt(Date.parse(secret.rotatedAt));
    secret.sinceRotation = numberOf(db, since, secret.fingerprint, rotated);
  }
  return newest;
}

function add(secrets: Map<string, SecretSummary>, row: SeenRow): void {
  const first = instant(timeOfSeq(row.first));
  const last = instant(timeOfSeq(row.last));
  const [kind = '', holder] = row.rule.split(' ');
  const secret: SecretSummary = secrets.get(row.fingerprint) ?? {
    fingerprint: row.fingerprint,
    kind,
    sightings: 0,
    firstAt: first,
    lastAt: last,
    rotatedAt: row.rotated_at === null ? null : instant(row.rotated_at),
    sinceRotation: 0,
    integrations: [],
    projects: [],
    places: [],
  };
  secret.sightings += row.sightings;
  if (vagueness(kind) < vagueness(secret.kind)) secret.kind = kind;
  if (holder !== undefined) secret.holder ??= holder;
  if (first < secret.firstAt) secret.firstAt = first;
  if (last > secret.lastAt) secret.lastAt = last;
  for (const [list, name] of [
    [secret.integrations, row.integration],
    [secret.projects, row.project],
  ] as const) {
    if (name !== null && !list.includes(name)) list.push(name);
  }
  const event = eventOfCode(row.event);
  const place = secret.places.find((each) => each.event === event && each.destination === row.destination);
  if (place === undefined) {
    secret.places.push({ event, destination: row.destination, sightings: row.sightings });
  } else place.sightings += row.sightings;
  secrets.set(row.fingerprint, secret);
}

/** Notes when the user replaced a secret, or removes the note. */
export function markRotated(db: DatabaseSync, fingerprint: string, at: number | null): void {
  if (at === null) db.prepare('DELETE FROM secret_marks WHERE fingerprint = ?').run(fingerprint);
  else db.prepare('REPLACE INTO secret_marks (fingerprint, rotated_at) VALUES (?, ?)').run(fingerprint, at);
}
