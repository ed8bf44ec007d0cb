import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleForNode } from '../../../scripts/build-host.ts';
import { UNREADABLE } from '../../../shared/event.ts';
import { sampleEvent, temporaryFolder } from '../../../test/support/running-host.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import { ReceiptClient } from './receipt-client.ts';
import type { ReceiptStoreError } from './receipt-events.ts';

const COMMIT_TIMEOUT_MS = 1000;
/** Long enough for a large event, and for the answers to other events, also on a busy machine. */
const PATIENT_TIMEOUT_MS = 5000;

let folder: string;
let client: ReceiptClient;
let bundle: string;

async function open(commitTimeoutMs: number): Promise<void> {
  client = new ReceiptClient(
    pathToFileURL(join(bundle, 'worker.cjs')),
    {
      file: join(folder, 'receipts.db'),
      digestKey: randomBytes(32),
      fingerprintKey: randomBytes(32),
      homeDirectories: [],
      userNames: [],
    },
    { commitTimeoutMs },
  );
  await client.open();
}

beforeAll(async () => {
  folder = temporaryFolder();
  bundle = temporaryFolder();
  // From its sources the worker takes most of the time of these tests to start.
  await bundleForNode('worker', 'test/support/stuck-redactor-worker.ts', bundle);
  await open(COMMIT_TIMEOUT_MS);
});
afterAll(async () => {
  await client.close();
  for (const each of [folder, bundle]) rmSync(each, { recursive: true, force: true });
});

let count = 0;
function prompt(content: string, change: Partial<IncomingEvent> = {}): IncomingEvent {
  count += 1;
  return {
    integrationId: 'int_1',
    integrationName: 'one',
    event: 'prompt.submitted',
    sessionId: `session-${count}`,
    occurredAt: new Date().toISOString(),
    receivedAt: Date.now(),
    data: { content },
    bodyBytes: content.length + 100,
    droppedMembers: 0,
    level: 'text',
    paused: false,
    ...change,
  };
}

const filesContain = (text: string) =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

test.each(['broken', 'endless'])('a redactor that is %s stores only sizes', async (word) => {
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

test('events beside an endless one keep their text, and each is recorded once', async () => {
  const contents = ['ordinary', 'endless', 'ordinary too'];
  contents.push(...Array.from({ length: 20 }, (_, index) => `later ${index}`));
  const integrations = ['int_1', 'int_1', 'int_2'];
  const before = await client.call('count');
  const outcomes = await Promise.all(
    contents.map((content, index) =>
      client.submit(prompt(content, { integrationId: integrations[index] ?? 'int_1' })),
    ),
  );
  expect(outcomes.every(({ recorded }) => recorded)).toBe(true);
  expect(await client.call('count')).toBe(before + outcomes.length);
  const stored = await Promise.all(outcomes.map(({ receiptId }) => client.call('get', receiptId)));
  expect(stored.map((receipt) => receipt?.data.content ?? 'endless')).toEqual(contents);
});

test('events behind other work that does not end keep their text', async () => {
  const work = client.call('query', { text: 'endless' }, undefined, 1);
  const outcomes = Promise.all(['one', 'two'].map((content) => client.submit(prompt(content))));
  await expect(work).rejects.toThrow();
  const stored = (await outcomes).map(({ receiptId }) => client.call('get', receiptId));
  expect((await Promise.all(stored)).map((receipt) => receipt?.data)).toEqual([
    ...[{ content: 'one' }, { content: 'two' }],
  ]);
});

describe('large events', () => {
  beforeAll(async () => {
    await client.close();
    await open(PATIENT_TIMEOUT_MS);
  });

  const large = (word: string) => `${word} ${`a long ${word} prompt `.repeat(2500)}`;
  // A failure must not print the whole text.
  const fingerprintOf = (content: string) => `${content.slice(0, 20)} … ${content.length}`;
  const contentOf = async ({ receiptId }: { receiptId: string }) =>
    fingerprintOf(String((await client.call('get', receiptId))?.data.content));

  test.each(['broken', 'endless', 'gluttonous'])(
    'a redactor that is %s on one stores only sizes',
    async (word) => {
      const outcome = await client.submit(prompt(large(word)));
      const receipt = await client.call('get', outcome.receiptId);
      expect(receipt?.redaction.state).toBe('failed');
      expect(receipt?.data).toEqual({});
      expect(receipt?.sizes).toEqual({ content: { bytes: large(word).length } });
      expect(filesContain(`a long ${word} prompt`)).toBe(false);
      const next = await client.submit(prompt(large('ordinary')));
      expect(await contentOf(next)).toBe(fingerprintOf(large('ordinary')));
    },
  );

  test.each(['endless', 'gluttonous'])('gives no result for a body that is %s', async (word) => {
    const event = { ...sampleEvent('one'), data: { content: large(word) } };
    const body = Buffer.from(JSON.stringify(event));
    expect(
      await client.lane.inspect({ integrationId: 'int_1', body, levelOf: () => 'text' }),
    ).toBeUndefined();
    expect(body.toString()).toContain(word);
  });

  test('an endless one does not delay other events', async () => {
    let ended = false;
    const endless = client.submit(prompt(large('endless'))).then(() => {
      ended = true;
    });
    await Promise.all(Array.from({ length: 20 }, (_, index) => client.submit(prompt(`small ${index}`))));
    expect(ended).toBe(false);
    await endless;
  });

  test('a value that is only masked, and does not end, keeps no event waiting', async () => {
    let failure: unknown;
    const masked = client.lane.mask('endless').catch((error: unknown) => {
      failure = (error as ReceiptStoreError).failure;
    });
    await client.submit(prompt('beside a masked value'));
    expect(failure).toBeUndefined();
    await masked;
    expect(failure).toBe('redaction_timed_out');
    expect(await client.lane.mask('ordinary')).toBe('ordinary');
  });

  test('values that wait together are each masked, and keep no event of others', async () => {
    const busy = client.submit(prompt(large('ordinary')));
    const masked = ['one', 'two'].map((value) => client.lane.mask(value));
    const shown = client.lane.preview('');
    const event = client.submit(prompt(large('ordinary'), { integrationId: 'int_2' }));
    expect(await Promise.all(masked)).toEqual(['one', 'two']);
    expect((await shown).text).toBe('');
    expect((await Promise.all([busy, event])).every(({ recorded }) => recorded)).toBe(true);
  });

  test('only the first small endless event of an integration takes the store with it', async () => {
    const submit = (content: string) => client.submit(prompt(content, { integrationId: 'int_3' }));
    const textOf = async ({ receiptId }: { receiptId: string }) =>
      (await client.call('get', receiptId))?.data.content;
    const first = submit('endless');
    // It shares the batch of the first, or waits for the thread that replaces the one that the first has stopped.
    await client.submit(prompt('beside'));
    let ended = false;
    const second = submit('endless again').then((outcome) => {
      ended = true;
      return outcome;
    });
    const behind = submit('ordinary');
    await Promise.all(Array.from({ length: 20 }, (_, index) => client.submit(prompt(`beside ${index}`))));
    // A call to a thread that is ended would be refused.
    expect(await client.call('count')).toBeGreaterThan(20);
    expect(ended).toBe(false);
    for (const outcome of [await first, await second]) expect(await textOf(outcome)).toBeUndefined();
    expect(await textOf(await behind)).toBe('ordinary');
  });

  test('keep their place in their session, and a retry is the same event', async () => {
    const session = { sessionId: 'one session' };
    const before = await client.call('count');
    const contents = ['first', large('second'), 'third', large('fourth'), 'fifth', 'sixth'];
    const outcomes = await Promise.all(contents.map((content) => client.submit(prompt(content, session))));
    const ids = outcomes.map(({ receiptId }) => receiptId);
    expect([...ids].sort()).toEqual(ids);
    for (const [index, { receiptId }] of outcomes.entries()) {
      expect(await contentOf({ receiptId })).toBe(fingerprintOf(contents[index]!));
    }
    const event = prompt(large('again'), session);
    const first = await client.submit({ ...event });
    expect(await client.submit({ ...event })).toEqual({ ...first, replayed: true });
    expect(await client.call('count')).toBe(before + contents.length + 1);
  });

  test('are committed before the store closes', async () => {
    const outcome = client.submit(prompt(large('last')));
    await client.close();
    expect((await outcome).recorded).toBe(true);
    await open(PATIENT_TIMEOUT_MS);
  });
});

test('a flood of one integration is refused before it fills the shared queue', async () => {
  const flood = Array.from({ length: 6000 }, (_, index) => client.submit(prompt(`flood ${index}`)));
  const other = client.submit(prompt('other', { integrationId: 'int_2' }));
  const results = await Promise.allSettled(flood);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1000);
  expect((await other).recorded).toBe(true);
});

test('reports that were too large to read take no room of the queue', async () => {
  const unread = ['int_3', 'int_4', 'int_5'].map((integrationId) =>
    client.submit(prompt('', { integrationId, event: UNREADABLE, data: {}, bodyBytes: 24 * 1_048_576 })),
  );
  expect((await client.submit(prompt('beside them'))).recorded).toBe(true);
  expect((await Promise.all(unread)).every(({ recorded }) => recorded)).toBe(true);
});
