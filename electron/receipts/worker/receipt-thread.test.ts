import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtReceiptWorker } from '../../../test/support/built-receipt-worker.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { ReceiptClient } from './receipt-client.ts';
import { prepareReceiptThread } from './receipt-thread.ts';

test('a prepared thread opens the store when it has its data', async () => {
  const prepared = prepareReceiptThread(builtReceiptWorker);
  const data = {
    file: join(temporaryFolder(), 'receipts.db'),
    digestKey: randomBytes(32),
    fingerprintKey: randomBytes(32),
    homeDirectories: [],
    userNames: [],
  };
  const client = new ReceiptClient(builtReceiptWorker, data, { prepared });
  await client.open();
  expect((await client.call('statistics')).receipts).toBe(0);
  await client.close();
  // The thread of the client is the prepared one.
  expect(prepared.threadId).toBe(-1);
});
