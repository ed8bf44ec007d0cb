import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReceiptType } from '../../../shared/event.ts';
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
  readonly #projects: SessionProjects;
  readonly #destinations: KnownNames;
  readonly #count: StatementSync;
  readonly #dropEmpty: StatementSync;
  readonly #countFile: StatementSync;
  readonly #dropFile: StatementSync;
  readonly #counted = new Map<string, Counted>();

  constructor(db: DatabaseSync) {
    this.#projects = new SessionProjects(db);
    this.#destinations = new KnownNames(
      db,
      'destinations',
      'name',
      hasFacet('destination', 'destinations.key'),
    );
    this.#count = db.prepare(
      `INSERT INTO activity (quarter, integration, project, event, destination, events, bytes, secrets, personal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET events = events + excluded.events, bytes = bytes + excluded.bytes,
         secrets = secrets + excluded.secrets, personal = personal + excluded.personal`,
    );
    this.#dropEmpty = db.prepare(
      `DELETE FROM activity
       WHERE quarter = ? AND integration = ? AND project = ? AND event = ? AND destination = ? AND events <= 0`,
    );
    this.#countFile = db.prepare(
      `INSERT INTO files_touched (project, path, changes, last_seq) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET changes = changes + excluded.changes, last_seq = max(last_seq, excluded.last_seq)`,
    );
    this.#dropFile = db.prepare('DELETE FROM files_touched WHERE project = ? AND path = ? AND changes <= 0');
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
    this.#countFile.run(facts.project, file, sign, sign === 1 ? row.seq : 0);
    if (sign === -1) this.#dropFile.run(facts.project, file);
  }

  flush(): void {
    for (const { key, events, bytes, secrets, personal } of this.#counted.values()) {
      this.#count.run(...key, events, bytes, secrets, personal);
      if (events < 0) this.#dropEmpty.run(...key);
    }
    this.#counted.clear();
  }

  forgetUnused(): void {
    this.#projects.names.forgetUnused();
    this.#destinations.forgetUnused();
    this.forget();
  }

  forget(): void {
    this.#counted.clear();
    this.#projects.forget();
    this.#destinations.forget();
  }
}
