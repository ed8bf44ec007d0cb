import { parentPort, workerData } from 'node:worker_threads';
import { EventDigests } from '../receipts/event-digests.ts';
import { serveReceipts } from '../receipts/receipt-service.ts';
import { openReceiptStore } from '../receipts/receipt-store.ts';
import type { ReceiptWorkerData } from '../receipts/worker-protocol.ts';
import { createRedactor } from '../redaction/redactor.ts';

/** A receipt worker whose redactor never ends on the word "endless" and throws on the word "broken". */
const { file, digestKey, fingerprintKey } = workerData as ReceiptWorkerData;
const redactor = createRedactor({ fingerprintKey, homeDirectories: [], userNames: [] });
const treacherous: typeof redactor = {
  ...redactor,
  redactValue(value) {
    const text = JSON.stringify(value);
    if (text.includes('broken')) throw new Error(text);
    while (text.includes('endless')) {
      // As an engine that found an input it cannot finish.
    }
    return redactor.redactValue(value);
  },
};
serveReceipts(
  parentPort!,
  openReceiptStore(file, new EventDigests(digestKey), treacherous, () => {}),
);
