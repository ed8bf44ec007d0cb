import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptType } from '../../../shared/event.ts';
import { statement } from '../schema/statements.ts';
import { KnownNames } from './known-names.ts';
import { hasFacet, type IndexedRow, type ReceiptFacts } from './receipt-facets.ts';
import { SessionProjects } from './session-projects.ts';

/** Counts are by this time. Days of every time zone begin at a multiple of it. */
export const QUARTER_MS = 900_000;

interface Counted {
  key: [quarter: number, integration: number, project: number, event: number, destination: number];
  events: number;
  bytes: number;
  secrets: number;
  personal: number;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Counts receipts by quarter of an hour, integration, project, event type and provider, and files by project. */
export class ActivityRollUp {
  readonly #db: DatabaseSync;
  readonly #projects: SessionProjects;
  readonly #destinations: KnownNames;
  readonly #counted = new Map<string, Counted>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#projects = new SessionProjects(db);
    this.#destinations = new KnownNames(db, 'destinations', 'name');
  }

  /** Returns the numbers of the project and the provider of a receipt. New names get a number. */
  namesOf(row: IndexedRow, event: ReceiptType, data: Record<string, unknown>) {
    const isTitle = event === 'prompt.submitted' && text(data.content) !== undefined;
    return {
      project: this.#projects.projectOf(row.session_key, text(data.cwd), row.seq, isTitle),
      destination: this.#destinations.keyOf(text(data.destination)),
    };
  }

  /** Counts a receipt (`sign` 1), or takes it out of the counts (-1). {@link flush} writes the counts. */
  count(row: IndexedRow, facts: ReceiptFacts, file: string | undefined, sign: 1 | -1): void {
    const key: Counted['key'] = [
      Math.floor(row.received_at / QUARTER_MS),
      row.integration_key,
      facts.project,
      row.event,
      facts.destination,
    ];
    const name = key.join();
    const counted = this.#counted.get(name) ?? { key, events: 0, bytes: 0, secrets: 0, personal: 0 };
    counted.events += sign;
    counted.bytes += sign * row.body_bytes;
    if (facts.secrets > 0) counted.secrets += sign;
    if (facts.personal > 0) counted.personal += sign;
    this.#counted.set(name, counted);
    if (file === undefined) return;
    statement(
      this.#db,
      `INSERT INTO files_touched (project, path, changes, last_seq) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET changes = changes + excluded.changes, last_seq = max(last_seq, excluded.last_seq)`,
    ).run(facts.project, file, sign, sign === 1 ? row.seq : 0);
    if (sign === 1) return;
    const drop = 'DELETE FROM files_touched WHERE project = ? AND path = ? AND changes <= 0';
    statement(this.#db, drop).run(facts.project, file);
  }

  flush(): void {
    const count = statement(
      this.#db,
      `INSERT INTO activity (quarter, integration, project, event, destination, events, bytes, secrets, personal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET events = events + excluded.events, bytes = bytes + excluded.bytes,
         secrets = secrets + excluded.secrets, personal = personal + excluded.personal`,
    );
    const dropEmpty = statement(
      this.#db,
      `DELETE FROM activity
       WHERE quarter = ? AND integration = ? AND project = ? AND event = ? AND destination = ? AND events <= 0`,
    );
    for (const { key, events, bytes, secrets, personal } of this.#counted.values()) {
      count.run(...key, events, bytes, secrets, personal);
      if (events < 0) dropEmpty.run(...key);
    }
    this.#counted.clear();
  }

  /** Deletes the projects, also those of sessions with other receipts, and the providers that no receipt has any more. */
  forgetUnused(): void {
    this.#db.exec(`DELETE FROM projects WHERE NOT (${hasFacet('project', 'projects.key')});
      DELETE FROM destinations WHERE NOT (${hasFacet('destination', 'destinations.key')});
      UPDATE session_stories SET project = 0 WHERE project > 0 AND project NOT IN (SELECT key FROM projects)`);
    this.forget();
  }

  forget(): void {
    this.#counted.clear();
    this.#projects.forget();
    this.#destinations.forget();
  }
}
