import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ReceiptClient } from '../electron/receipts/worker/receipt-client.ts';
import type { ReceiptWorkerData } from '../electron/receipts/worker/worker-protocol.ts';

const INTEGRATIONS = 20;
const SESSIONS = 4000;
const LANES = 256;
const words =
  'parser module import test rename update build deploy review cache index query listener token'.split(' ');

/** Fills a store through its own client, as events would, and waits until every receipt is indexed. */
export async function fillStore(
  dataDir: string,
  receiptCount: number,
  extra: Partial<ReceiptWorkerData> = {},
) {
  const client = new ReceiptClient(
    new URL('../electron/receipts/worker/receipt-worker.ts', import.meta.url),
    {
      file: join(dataDir, 'receipts.db'),
      digestKey: randomBytes(32),
      fingerprintKey: randomBytes(32),
      homeDirectories: [],
      userNames: [],
      ...extra,
    },
  );
  await client.open();
  const base = Date.now() - receiptCount;
  let next = 0;
  const lane = async () => {
    for (;;) {
      const index = next;
      next += 1;
      if (index >= receiptCount) return;
      const at = base + index;
      const word = words[index % words.length]!;
      await client.submit({
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
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  while (!(await client.call('advanceIndex'))) {
    // Each call indexes one slice.
  }
  await client.close();
}
