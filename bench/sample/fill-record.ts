import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { IncomingEvent } from '../../electron/receipts/incoming-event.ts';
import { ReceiptClient } from '../../electron/receipts/worker/receipt-client.ts';

const LANES = 256;

/**
 * Fills the store of a data directory through its own client, as events would, and waits until all is indexed.
 * Events that wait together are stored in turns of their agents. With one lane they keep their order.
 */
export async function fillRecord(
  dataDir: string,
  events: Iterable<IncomingEvent>,
  lanes = LANES,
): Promise<void> {
  const client = new ReceiptClient(
    new URL('../../electron/receipts/worker/receipt-worker.ts', import.meta.url),
    {
      file: join(dataDir, 'receipts.db'),
      digestKey: randomBytes(32),
      fingerprintKey: randomBytes(32),
      homeDirectories: [],
      userNames: [],
    },
  );
  await client.open();
  const iterator = events[Symbol.iterator]();
  const lane = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await client.submit(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  while (!(await client.call('advanceIndex'))) {
    // Each call indexes one slice.
  }
  await client.close();
}
