import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NoteSigner } from '../electron/proof/signed-note.ts';
import { EventDigests } from '../electron/receipts/event/event-digests.ts';
import type { IncomingEvent } from '../electron/receipts/event/incoming-event.ts';
import { openReceiptStore } from '../electron/receipts/worker/receipt-store.ts';
import type { ReceiptWorkerData } from '../electron/receipts/worker/worker-protocol.ts';
import { createRedactor } from '../electron/redaction/redactor.ts';

const INTEGRATIONS = 20;
const SESSIONS = 4000;
/** Events of one transaction. Larger ones are no faster, and the write-ahead log grows. */
const BATCH = 2000;
const words =
  'parser module import test rename update build deploy review cache index query listener token'.split(' ');

function eventAt(index: number, at: number): IncomingEvent {
  const word = words[index % words.length]!;
  return {
    integrationId: `int_filled_${index % INTEGRATIONS}`,
    integrationName: `filled ${index % INTEGRATIONS}`,
    event: 'prompt.submitted',
    sessionId: `session ${index % SESSIONS} ${word}`,
    occurredAt: new Date(at).toISOString(),
    receivedAt: at,
    data: {
      content: `${index} please ${word} the ${words[(index * 7) % words.length]} and run it`,
      cwd: '/srv/project',
    },
    bodyBytes: 300,
    droppedMembers: 0,
    level: 'text',
    paused: false,
  };
}

function* events(receiptCount: number): Generator<IncomingEvent> {
  const base = Date.now() - receiptCount;
  for (let index = 0; index < receiptCount; index += 1) yield eventAt(index, base + index);
}

/** Fills a store with short prompts of many sessions, as {@link storeEvents} does. */
export function fillStore(
  dataDir: string,
  receiptCount: number,
  extra: Partial<ReceiptWorkerData> = {},
  isIndexed = true,
): void {
  storeEvents(dataDir, events(receiptCount), extra, isIndexed);
}

/**
 * Stores events in their order with the writer's own code, redaction included, in large transactions. Then indexes every
 * receipt, unless the indexes are not wanted.
 */
export function storeEvents(
  dataDir: string,
  incoming: Iterable<IncomingEvent>,
  extra: Partial<ReceiptWorkerData> = {},
  isIndexed = true,
): void {
  const { digestKey = randomBytes(32), fingerprintKey = randomBytes(32), signing } = extra;
  const store = openReceiptStore(
    join(dataDir, 'receipts.db'),
    new EventDigests(digestKey),
    { redactor: createRedactor({ fingerprintKey, homeDirectories: [], userNames: [] }) },
    () => {},
    undefined,
    signing && new NoteSigner(signing.origin, signing.seed),
  );
  let batch: IncomingEvent[] = [];
  for (const event of incoming) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    store.commit(batch);
    store.checkpointIfDue();
    batch = [];
  }
  if (batch.length > 0) store.commit(batch);
  while (isIndexed && store.calls.advanceIndex() !== 'nothing') store.checkpointIfDue();
  store.calls.signCheckpoint();
  store.calls.close();
}
