import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/running-host.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { ReceiptClient } from './receipt-client.ts';

const COMMIT_TIMEOUT_MS = 400;

let folder: string;
let client: ReceiptClient;

beforeEach(async () => {
  folder = temporaryFolder();
  client = new ReceiptClient(
    new URL('../testing/stuck-redactor-worker.ts', import.meta.url),
    {
      file: join(folder, 'receipts.db'),
      digestKey: randomBytes(32),
      fingerprintKey: randomBytes(32),
      homeDirectories: [],
      userNames: [],
    },
    COMMIT_TIMEOUT_MS,
  );
  await client.open();
});
afterEach(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
function prompt(content: string): IncomingEvent {
  count += 1;
  return {
    integrationId: 'int_1',
    integrationName: 'one',
    event: 'prompt.submitted',
    sessionId: `session-${count}`,
    occurredAt: new Date().toISOString(),
    receivedAt: Date.now(),
    data: { content },
    bodyBytes: 100,
    droppedMembers: 0,
    level: 'text',
    paused: false,
  };
}

const filesContain = (text: string) =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

test.each(['broken', 'endless'])('a redactor that is %s leaves sizes only', async (word) => {
  const content = `${word} plain-words-of-the-prompt`;
  const outcome = await client.submit(prompt(content));
  expect(outcome).toMatchObject({ recorded: true, replayed: false });
  const receipt = await client.call('get', outcome.receiptId);
  expect(receipt?.redaction.state).toBe('failed');
  expect(receipt?.data).toEqual({});
  expect(receipt?.sizes).toEqual({ content: { bytes: Buffer.byteLength(content) } });
  expect(receipt?.session.id).not.toContain('session-');
  expect(filesContain('plain-words-of-the-prompt')).toBe(false);

  const next = await client.submit(prompt('ordinary'));
  expect((await client.call('get', next.receiptId))?.data).toEqual({ content: 'ordinary' });
});

test('events beside one that does not end are answered, and each is recorded once', async () => {
  const outcomes = await Promise.all(
    [
      'ordinary',
      'endless',
      'ordinary too',
      ...Array.from({ length: 20 }, (_, index) => `later ${index}`),
    ].map((content) => client.submit(prompt(content))),
  );
  expect(outcomes.every(({ recorded }) => recorded)).toBe(true);
  expect(await client.call('count', {})).toBe(outcomes.length);
});
