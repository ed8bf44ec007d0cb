import { parentPort, workerData } from 'node:worker_threads';
import { faultOf } from '../../electron/platform/fault-log.ts';
import { EventDigests } from '../../electron/receipts/event/event-digests.ts';
import { serveReceipts } from '../../electron/receipts/worker/receipt-service.ts';
import { openReceiptStore } from '../../electron/receipts/worker/receipt-store.ts';
import { serveRedaction } from '../../electron/receipts/worker/redaction-service.ts';
import type { FromWorker, ReceiptWorkerData } from '../../electron/receipts/worker/worker-protocol.ts';
import { createRedactor, SessionSecrets } from '../../electron/redaction/redactor.ts';

/**
 * A receipt worker whose redactor never ends on the word "endless", throws on the word "broken" and uses all
 * memory on the word "gluttonous".
 */
const { role, file, digestKey, fingerprintKey, secretsKey, redacting } = workerData as ReceiptWorkerData;
const redactor = createRedactor({ fingerprintKey, homeDirectories: [], userNames: [] });
// The time limits of the tests are shorter than the making of the tables.
redactor.redactText('The password of the door is 7hK!x2Qp.');
/** Simulates an engine with an input that it cannot finish. */
function hangOn(text: string): void {
  while (text.includes('endless'));
}
const treacherous: typeof redactor = {
  ...redactor,
  shorten(text) {
    hangOn(text);
    return redactor.shorten(text);
  },
  redactValue(value, options) {
    const text = JSON.stringify(value);
    if (text.includes('broken')) throw new Error(text);
    hangOn(text);
    const eaten: string[][] = [];
    while (text.includes('gluttonous')) eaten.push(new Array(1_000_000).fill('eaten'));
    return redactor.redactValue(value, options);
  },
};
const send = (message: FromWorker) => parentPort!.postMessage(message);
const redaction = {
  redactor: treacherous,
  secrets: new SessionSecrets(secretsKey, (learnt) => send({ kind: 'learnt', learnt })),
  onFault: (error: unknown) => send({ kind: 'redaction_fault', fault: faultOf(error) }),
};
const digests = new EventDigests(digestKey);
if (role === 'redaction') {
  serveRedaction(parentPort!, redaction, digests, { read: () => undefined, giveWay: () => {} });
} else {
  serveReceipts(
    parentPort!,
    openReceiptStore(file, digests, redaction, () => {}),
    redaction.secrets,
    redacting,
  );
}
