import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { IncomingEvent } from '../receipts/event/incoming-event.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';

/** Events that wait together share a transaction. */
const LANES = 256;
const KEY_BYTES = 32;
/** The worker beside this source. A bundle names its own; a literal in the URL would put the source into it. */
const WORKER_SOURCE = '../host/receipt-worker.ts';
const RECEIPT_WORKER = new URL(WORKER_SOURCE, import.meta.url);

/** Events of one session, one after the other. */
function* bySession(events: Iterable<IncomingEvent>): Generator<IncomingEvent[]> {
  let group: IncomingEvent[] = [];
  for (const event of events) {
    if (group.length > 0 && group[0]!.sessionId !== event.sessionId) {
      yield group;
      group = [];
    }
    group.push(event);
  }
  if (group.length > 0) yield group;
}

/**
 * Fills the store of a data directory through its own client, as events would, and waits until all is indexed.
 * Events that wait together are stored in turns of their agents. In order, only events of one session wait together.
 */
export async function fillRecord(
  dataDir: string,
  events: Iterable<IncomingEvent>,
  { inOrder = false, receiptWorker = RECEIPT_WORKER }: { inOrder?: boolean; receiptWorker?: URL } = {},
): Promise<void> {
  const client = new ReceiptClient(receiptWorker, {
    file: join(dataDir, 'receipts.db'),
    digestKey: randomBytes(KEY_BYTES),
    fingerprintKey: randomBytes(KEY_BYTES),
    homeDirectories: [],
    userNames: [],
  });
  await client.open();
  if (inOrder) {
    for (const session of bySession(events)) await Promise.all(session.map((event) => client.submit(event)));
  } else {
    const iterator = events[Symbol.iterator]();
    const lane = async () => {
      for (let next = iterator.next(); !next.done; next = iterator.next()) await client.submit(next.value);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  while ((await client.call('advanceIndex')) !== 'nothing') {
    // Each call indexes one slice.
  }
  await client.close();
}
