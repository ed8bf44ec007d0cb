import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleForNode } from '../../../scripts/build-host.ts';
import { builtReceiptWorker } from '../../../test/support/built-receipt-worker.ts';
import { incomingEvent } from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import { ReceiptClient } from './receipt-client.ts';

/** A redactor that never ends is stopped after this time. */
const SHORT_TIMEOUT_MS = 2000;
/** More than the receipt worker redacts by itself. */
const LARGE = 20_000;
const SECRET = 'quartz.harbour.71.meadow';
const FILLER = 'plain words of an ordinary report. '.repeat(LARGE / 35);

let folder: string;
let client: ReceiptClient;

const LABELLED = `DB_PASSWORD="${SECRET}"`;
const BARE = `it says ${SECRET} there`;

const [DIGEST_KEY, FINGERPRINT_KEY] = [randomBytes(32), randomBytes(32)];

async function open(worker: URL = builtReceiptWorker, commitTimeoutMs?: number): Promise<void> {
  client = new ReceiptClient(
    worker,
    {
      file: join(folder, 'receipts.db'),
      digestKey: DIGEST_KEY,
      fingerprintKey: FINGERPRINT_KEY,
      homeDirectories: [],
      userNames: [],
    },
    { commitTimeoutMs },
  );
  await client.open();
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function storedText(content: string, sessionId = 'one'): Promise<string> {
  count += 1;
  const event: IncomingEvent = incomingEvent({
    event: 'prompt.submitted',
    sessionId,
    occurredAt: new Date(Date.UTC(2026, 0, 1) + count).toISOString(),
    data: { content },
    bodyBytes: content.length + 100,
  });
  const { receiptId } = await client.submit(event);
  return JSON.stringify((await client.call('get', receiptId))!.data);
}

const onDisk = (text: string) =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

test('a secret that a small event names is masked when a large event repeats it', async () => {
  await open();
  expect(await storedText(LABELLED)).toContain('[password]');
  const text = await storedText(`${BARE} ${FILLER}`);
  expect(text).toContain('plain words');
  expect(text).not.toContain(SECRET);
  expect(onDisk(SECRET)).toBe(false);
});

test('a secret that a large event names is masked when a small event and another large one repeat it', async () => {
  await open();
  expect(await storedText(`${LABELLED}\n${FILLER}`)).toContain('[password]');
  expect(await storedText(BARE)).not.toContain(SECRET);
  expect(await storedText(`${FILLER} ${BARE}`)).not.toContain(SECRET);
  expect(onDisk(SECRET)).toBe(false);
});

test('another session does not know the secret', async () => {
  await open();
  await storedText(LABELLED);
  expect(await storedText(BARE, 'two')).toContain(SECRET);
  expect(await storedText(`${BARE} ${FILLER}`, 'two')).toContain(SECRET);
});

test('a receipt worker that replaces one which did not answer knows the secrets', async () => {
  await bundleForNode('worker', 'test/support/stuck-redactor-worker.ts', folder);
  await open(pathToFileURL(join(folder, 'worker.cjs')), SHORT_TIMEOUT_MS);
  expect(await storedText(LABELLED)).toContain('[password]');
  expect(await storedText('endless')).toBe('{}');
  expect(await storedText(BARE)).not.toContain(SECRET);
});

test('a host that starts again knows the secrets of its receipts, also encoded, and forgets deleted ones', async () => {
  await open();
  const encoded = ['base64', 'base64url', 'hex'].map((form) => Buffer.from(SECRET).toString(form as 'hex'));
  expect(await storedText(`${LABELLED} password = Sunrise`)).toContain('[password]');
  await client.close();
  await open();
  expect(await storedText(`${BARE} Sunrise`)).toMatch(/it says \[password\] there Sunrise/);
  expect(await storedText(`${BARE} ${FILLER}`)).not.toContain(SECRET);
  for (const form of encoded) expect(await storedText(`see ${form}, x-${form}`)).not.toContain(form);
  expect(await storedText(BARE, 'two')).toContain(SECRET);
  expect(encoded.some(onDisk)).toBe(false);
  await client.call('erase', { everything: true }, false);
  await client.close();
  await open();
  expect(await storedText(BARE)).toContain(SECRET);
});

test('a start does not fail on a damaged receipt of a session', async () => {
  await open();
  await storedText(LABELLED);
  await client.close();
  const db = new DatabaseSync(join(folder, 'receipts.db'));
  db.exec("UPDATE receipts SET found = '{'");
  db.close();
  await open();
  expect(await storedText('plain words')).toContain('plain words');
});
