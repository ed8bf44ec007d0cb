import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { EventDigests } from '../electron/receipts/event/event-digests.ts';
import type { IncomingEvent } from '../electron/receipts/event/incoming-event.ts';
import { type SelectFields, selectRedacted } from '../electron/receipts/event/stored-fields.ts';
import type { StoredFields } from '../electron/receipts/event/stored-row.ts';
import { BackgroundIndex } from '../electron/receipts/store/background-index.ts';
import { openDatabase } from '../electron/receipts/store/database.ts';
import { ReceiptWriter } from '../electron/receipts/store/receipt-writer.ts';
import { RecordTree } from '../electron/receipts/store/record-tree.ts';
import { createRedactor } from '../electron/redaction/redactor.ts';

/*
 * Fills a store with millions of receipts. The writer, the tree and the indexes of the product write them. Two
 * things differ from the life of a store: many batches share a transaction, and events that differ only in a number share
 * one redaction.
 */

const INTEGRATIONS = 20;
const EVENTS_OF_SESSION = 250;
const PROJECTS = 40;
const BATCH = 2000;
/** Batches of one transaction. The text index then gets one segment where it would get a hundred. */
const BATCHES_OF_TRANSACTION = 10;
/** The page cache of the filling connection: each transaction touches pages in all indexes. */
const CACHE_KIB = 524_288;
/** Receipts between two reports of the progress. */
const REPORT_EVERY = 500_000;
const DIGITS = 8;
/** Stands for the number of an event in the text that is redacted. */
const PLACEHOLDER = '10203040';
const words =
  'parser module import test rename update build deploy review cache index query listener token'.split(' ');

/** How many receipts, their distance in time, and the time of the last one. */
interface BulkOrder {
  receipts: number;
  spacingMs: number;
  until: number;
}

function eventAt(index: number, at: number): IncomingEvent {
  const number = String(index).padStart(DIGITS, '0');
  const integration = index % INTEGRATIONS;
  const session = Math.floor(index / (EVENTS_OF_SESSION * INTEGRATIONS)) * INTEGRATIONS + integration;
  const word = words[index % words.length]!;
  return {
    integrationId: `int_filled_${integration}`,
    integrationName: `filled ${integration}`,
    event: 'prompt.submitted',
    sessionId: `s${session}`,
    occurredAt: new Date(at).toISOString(),
    receivedAt: at,
    data: {
      content: `${word} ${words[(index * 5 + session) % words.length]} ${number}`,
      cwd: `/srv/p${session % PROJECTS}`,
    },
    bodyBytes: 250,
    droppedMembers: 0,
    level: 'text',
    paused: false,
  };
}

/** Redacts one event of those that differ in their number, and writes the number of each into the result. */
function selectByTemplate(select: SelectFields): SelectFields {
  const templates = new Map<string, StoredFields>();
  return (event) => {
    const { content, cwd } = event.data as { content: string; cwd: string };
    const number = /\d{8}/.exec(content)![0];
    const text = content.replace(number, PLACEHOLDER);
    const key = `${cwd} ${text}`;
    let template = templates.get(key);
    if (template === undefined) {
      template = select({ ...event, data: { content: text, cwd } });
      const isWhole = template.json.found === null && template.json.data.includes(PLACEHOLDER);
      if (!isWhole || template.canonical.data !== undefined) throw new Error('the text was masked');
      templates.set(key, template);
    }
    return {
      ...template,
      sessionLabel: event.sessionId,
      json: { ...template.json, data: template.json.data.replace(PLACEHOLDER, number) },
    };
  };
}

/** A connection whose transactions last until the caller ends them. */
function inOneTransaction(db: DatabaseSync): DatabaseSync {
  const { prepare, exec } = db;
  return Object.assign(Object.create(db, { isOpen: { value: true } }), {
    prepare: prepare.bind(db),
    function: db.function.bind(db),
    exec: (sql: string) => {
      if (!/^(?:BEGIN|COMMIT)\b/.test(sql)) exec.call(db, sql);
    },
  }) as DatabaseSync;
}

/** Fills a new store. A million receipts take some three minutes of one processor. */
export function bulkFill(dataDir: string, { receipts, spacingMs, until }: BulkOrder): void {
  const digests = new EventDigests(randomBytes(32));
  const redactor = createRedactor({ fingerprintKey: randomBytes(32), homeDirectories: [], userNames: [] });
  const select = selectByTemplate(selectRedacted({ redactor }, digests));
  const db = openDatabase(join(dataDir, 'receipts.db'), (opened) => opened);
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  const grouped = inOneTransaction(db);
  const writer = new ReceiptWriter(grouped, digests, select, new RecordTree(grouped));
  const index = new BackgroundIndex(grouped);
  const start = until - receipts * spacingMs;
  let stored = 0;
  while (stored < receipts) {
    db.exec('BEGIN IMMEDIATE');
    for (let batch = 0; batch < BATCHES_OF_TRANSACTION && stored < receipts; batch += 1) {
      const first = stored;
      const length = Math.min(BATCH, receipts - first);
      writer.commit(Array.from({ length }, (_, at) => eventAt(first + at, start + (first + at) * spacingMs)));
      stored += length;
    }
    while (index.advanceOrMerge('idle') !== 'nothing') {
      // Each call indexes or merges one slice.
    }
    db.exec('COMMIT');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    if (stored % REPORT_EVERY === 0) console.log(`${stored.toLocaleString('en')} receipts`);
  }
  // FTS5 writes a segment at each of these commits. A store that lives merges them as it grows.
  const merging = new BackgroundIndex(db);
  while (merging.advanceOrMerge('idle') !== 'nothing') {
    // Each call merges one slice.
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
