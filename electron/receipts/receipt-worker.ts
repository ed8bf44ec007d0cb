import { parentPort, workerData } from 'node:worker_threads';
import { createRedactor } from '../redaction/redactor.ts';
import { EventDigests } from './event-digests.ts';
import { serveReceipts } from './receipt-service.ts';
import { openReceiptStore } from './receipt-store.ts';
import { storeFailure } from './store-failure.ts';
import type { FromWorker, ReceiptWorkerData } from './worker-protocol.ts';

const port = parentPort!;
const { file, digestKey, fingerprintKey, homeDirectories, userNames } = workerData as ReceiptWorkerData;

function send(message: FromWorker): void {
  port.postMessage(message);
}

try {
  const redactor = createRedactor({ fingerprintKey, homeDirectories, userNames });
  const store = openReceiptStore(file, new EventDigests(digestKey), redactor, (setAside) =>
    send({ kind: 'set_aside', file: setAside }),
  );
  serveReceipts(port, store);
} catch (error) {
  const newer = error instanceof Error && error.message === 'receipts_from_newer_version';
  send({ kind: 'unopened', failure: newer ? 'newer_version' : storeFailure(error) });
  port.close();
}
