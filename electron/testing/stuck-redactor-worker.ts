import { parentPort, workerData } from 'node:worker_threads';
import { EventDigests } from '../receipts/event-digests.ts';
import { serveReceipts } from '../receipts/receipt-service.ts';
import { openReceiptStore } from '../receipts/receipt-store.ts';
import { serveRedaction } from '../receipts/redaction-service.ts';
import { retainRedacted } from '../receipts/retained-content.ts';
import type { ReceiptWorkerData } from '../receipts/worker-protocol.ts';
import { createRedactor } from '../redaction/redactor.ts';

/**
 * A receipt worker whose redactor never ends on the word "endless", throws on the word "broken" and takes all
 * memory on the word "gluttonous".
 */
const { role, file, digestKey, fingerprintKey } = workerData as ReceiptWorkerData;
const redactor = createRedactor({ fingerprintKey, homeDirectories: [], userNames: [] });
const treacherous: typeof redactor = {
  ...redactor,
  redactValue(value) {
    const text = JSON.stringify(value);
    if (text.includes('broken')) throw new Error(text);
    while (text.includes('endless')) {
      // As an engine that found an input it cannot finish.
    }
    const eaten: string[][] = [];
    while (text.includes('gluttonous')) eaten.push(new Array(1_000_000).fill('eaten'));
    return redactor.redactValue(value);
  },
};
const digests = new EventDigests(digestKey);
if (role === 'redaction') {
  serveRedaction(parentPort!, retainRedacted(treacherous, digests), digests);
} else {
  serveReceipts(
    parentPort!,
    openReceiptStore(file, digests, treacherous, {
      setAside: () => {},
      replaced: () => {},
      indexRebuilt: () => {},
    }),
  );
}
