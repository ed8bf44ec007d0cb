import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BodyOf, type BodyRoute, readBody } from '../bridges/body-readers.ts';
import { faultOf } from '../platform/fault-log.ts';
import { collectWhenIdle } from '../platform/idle-memory.ts';
import { NoteSigner } from '../proof/signed-note.ts';
import { serveCopies } from '../receipts/copy/copy-service.ts';
import { EventDigests } from '../receipts/event/event-digests.ts';
import { OtherVersion } from '../receipts/schema/schema.ts';
import { storeFailure } from '../receipts/store/store-failure.ts';
import { serveReceipts } from '../receipts/worker/receipt-service.ts';
import { openReceiptStore } from '../receipts/worker/receipt-store.ts';
import { serveRedaction } from '../receipts/worker/redaction-service.ts';
import type { FromWorker, ReceiptWorkerData, RoutedBody } from '../receipts/worker/worker-protocol.ts';
import { createFingerprint, createRedactor, SessionSecrets } from '../redaction/redactor.ts';

/** Redaction of large events has a lower priority than all other threads. A thread that only reads has not: hooks wait. */
const LANE_NICENESS = 10;

/** Lowers the priority of this thread. Only Linux has priorities for threads: elsewhere, the whole process would be slow. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(LANE_NICENESS);
}

const port = parentPort!;

function send(message: FromWorker): void {
  port.postMessage(message);
}

const createRedaction = ({ fingerprintKey, secretsKey, homeDirectories, userNames }: ReceiptWorkerData) => ({
  redactor: createRedactor({ fingerprintKey, homeDirectories, userNames }),
  secrets: new SessionSecrets(
    secretsKey,
    (learnt) => send({ kind: 'learnt', learnt }),
    createFingerprint(fingerprintKey),
  ),
  onFault: (error: unknown) => send({ kind: 'redaction_fault', fault: faultOf(error) }),
});

function serveStore(data: ReceiptWorkerData): void {
  try {
    const redaction = createRedaction(data);
    const { file, digestKey, keyId, signing, history, reads, redacting } = data;
    const digests = new EventDigests(digestKey);
    const signer = signing && new NoteSigner(signing.origin, signing.seed);
    const store = openReceiptStore(file, digests, redaction, send, keyId, signer, history, reads);
    serveReceipts(port, store, redaction.secrets, redacting);
    collectWhenIdle(() => store.releaseMemory());
  } catch (error) {
    const failure = error instanceof OtherVersion ? 'other_version' : storeFailure(error);
    send({ kind: 'unopened', failure, fault: faultOf(error) });
    port.close();
  }
}

function serve(data: ReceiptWorkerData): void {
  if (data.role === 'redaction') {
    const read = ({ route, body }: RoutedBody) => readBody(route as BodyRoute, body as BodyOf<BodyRoute>);
    serveRedaction(port, createRedaction(data), new EventDigests(data.digestKey), { read, giveWay });
  } else if (data.role === 'copy') {
    serveCopies(port, data.signing);
  } else {
    serveStore(data);
  }
}

// A thread that was started early has its program before its data.
if (workerData === null) port.once('message', serve);
else serve(workerData as ReceiptWorkerData);
