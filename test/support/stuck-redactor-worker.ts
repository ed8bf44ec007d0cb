import { parentPort, workerData } from 'node:worker_threads';
import { faultOf } from '../../electron/platform/fault-log.ts';
import { EventDigests } from '../../electron/receipts/store/event-digests.ts';
import { openReceiptStore } from '../../electron/receipts/store/receipt-store.ts';
import { selectRedacted } from '../../electron/receipts/stored-fields.ts';
import { serveReceipts } from '../../electron/receipts/worker/receipt-service.ts';
import { serveRedaction } from '../../electron/receipts/worker/redaction-service.ts';
import type { FromWorker, ReceiptWorkerData } from '../../electron/receipts/worker/worker-protocol.ts';
import { createRedactor } from '../../electron/redaction/redactor.ts';

/**
 * A receipt worker whose redactor never ends on the word "endless", throws on the word "broken" and uses all
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
      // Simulates an engine with an input that it cannot finish.
    }
    const eaten: string[][] = [];
    while (text.includes('gluttonous')) eaten.push(new Array(1_000_000).fill('eaten'));
    return redactor.redactValue(value);
  },
};
const sendFault = (error: unknown) =>
  parentPort!.postMessage({ kind: 'redaction_fault', fault: faultOf(error) } satisfies FromWorker);
const digests = new EventDigests(digestKey);
if (role === 'redaction') {
  serveRedaction(parentPort!, selectRedacted(treacherous, digests, sendFault), digests);
} else {
  serveReceipts(
    parentPort!,
    openReceiptStore(
      file,
      digests,
      treacherous,
      {
        setAside: () => {},
        restoring: () => {},
        restored: () => {},
        waiting: () => {},
        indexRebuilt: () => {},
      },
      undefined,
      sendFault,
    ),
  );
}
