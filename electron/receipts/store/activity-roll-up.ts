import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReceiptType } from '../../../shared/event.ts';
import { ActivityDays, QUARTER_MS } from './activity-days.ts';
import type { IndexedRow, ReceiptFacts } from './indexed-row.ts';
import { KnownNames } from './known-names.ts';
import { hasFacet } from './receipt-facets.ts';
import { SessionProjects } from './session-projects.ts';

const TABLES = [
  ['activity', 'quarter'],
  ['activity_days', 'day'],
] as const;

interface Counted {
  key: [quarter: number, integration: number, project: number, event: number, destination: number];
  events: number;
  bytes: number;
  secrets: number;
  personal: number;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Counts receipts by quarter of an hour and by day, integration, project, event type and provider, and files by project. */
export class ActivityRollUp {
  readonly #projects: SessionProjects;
  readonly #destinations: KnownNames;
  readonly days: ActivityDays;
  readonly #count: readonly StatementSync[];
  readonly #dropEmpty: readonly StatementSync[];
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
    this.days = new ActivityDays(db);
    this.#count = TABLES.map(([table, time]) =>
      db.prepare(
        `INSERT INTO ${table} (${time}, integration, project, event, destination, events, bytes, secrets, personal)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET events = events + excluded.events, bytes = bytes + excluded.bytes,
           secrets = secrets + excluded.secrets, personal = personal + excluded.personal`,
      ),
    );
    this.#dropEmpty = TABLES.map(([table, time]) =>
      db.prepare(
        `DELETE FROM ${table}
         WHERE ${time} = ? AND integration = ? AND project = ? AND event = ? AND destination = ? AND events <= 0`,
      ),
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
    // The sums of the days are made from the counts before they change.
    if (this.#counted.size > 0) this.days.prepare();
    for (const { key, events, bytes, secrets, personal } of this.#counted.values()) {
      const [quarter, ...others] = key;
      [quarter, this.days.dayOf(quarter)].forEach((time, table) => {
        this.#count[table]!.run(time, ...others, events, bytes, secrets, personal);
        if (events < 0) this.#dropEmpty[table]!.run(time, ...others);
      });
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
    this.days.forget();
    this.#projects.forget();
    this.#destinations.forget();
  }
}
