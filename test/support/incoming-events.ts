import { randomBytes } from 'node:crypto';
import { NoteSigner } from '../../electron/proof/signed-note.ts';
import { EventDigests } from '../../electron/receipts/event/event-digests.ts';
import type { IncomingEvent } from '../../electron/receipts/event/incoming-event.ts';
import type { StoreHistory } from '../../electron/receipts/store/store-parts.ts';
import { openReceiptStore, type ReceiptStore } from '../../electron/receipts/worker/receipt-store.ts';
import { createRedactor, type Redactor } from '../../electron/redaction/redactor.ts';

let made = 0;

/** Returns a validated event. By default it is no retry of another. */
export function incomingEvent(overrides: Partial<IncomingEvent> = {}): IncomingEvent {
  made += 1;
  const receivedAt = overrides.receivedAt ?? 1_780_000_000_000 + made;
  return {
    integrationId: 'int_1',
    integrationName: 'one',
    event: 'prompt.submitted',
    sessionId: 'session-1',
    occurredAt: new Date(receivedAt).toISOString(),
    receivedAt,
    data: { content: `prompt ${made}` },
    bodyBytes: 200,
    droppedMembers: 0,
    level: 'text',
    paused: false,
    ...overrides,
  };
}

/** Signs the checkpoints of the test stores. */
export const testSigner = new NoteSigner('plinth.local/test', randomBytes(32));
const digestKey = randomBytes(32);
/** Makes a redactor of a user with this home folder, or of nobody. */
export const testRedactor = (homeDirectories: string[] = [], userNames: string[] = []): Redactor =>
  createRedactor({ fingerprintKey: randomBytes(32), homeDirectories, userNames });

const nobodysRedactor = testRedactor();

/** Opens a store on this thread, with the same keys each time. */
export function openTestStore(
  file: string,
  onSetAside: (file: string) => void = () => {},
  redactor: Redactor = nobodysRedactor,
  history?: StoreHistory,
): ReceiptStore {
  const observer = {
    setAside: onSetAside,
    salvaging: () => {},
    restoring: () => {},
    restored: () => {},
    waiting: () => {},
    indexRebuilt: () => {},
    trimming: () => {},
  };
  const digests = new EventDigests(digestKey);
  return openReceiptStore(file, digests, { redactor }, observer, undefined, testSigner, history);
}

/** Updates the indexes to the last receipt. */
export function indexAll(store: ReceiptStore): void {
  while (store.calls.advanceIndex() !== 'nothing');
}
