import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { ReceiptClient } from '../worker/receipt-client.ts';

let receipts: ReceiptClient;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-01T12:00:00.000Z');

beforeAll(async () => {
  receipts = new ReceiptClient(new URL('../../host/receipt-worker.ts', import.meta.url), {
    file: join(temporaryFolder(), 'receipts.db'),
    digestKey: new Uint8Array(32),
    fingerprintKey: new Uint8Array(32),
    homeDirectories: [],
    userNames: [],
  });
  await receipts.open();
});
afterAll(() => receipts.close());

const submit = (integrationId: string, event: 'prompt.submitted' | 'session.ended', at: number) =>
  receipts.submit({
    integrationId,
    integrationName: integrationId,
    event,
    sessionId: 'session',
    occurredAt: new Date(at).toISOString(),
    receivedAt: at,
    data: {},
    bodyBytes: 2,
    droppedMembers: 0,
    level: 'text',
    paused: false,
  });
const session = async (integrationId: string) =>
  (await receipts.call('sessions', { integrationId, limit: 1 })).sessions[0]!;

test('a silent session of the named integrations ends at its last event, and its next event reopens it', async () => {
  await submit('bridge', 'prompt.submitted', START);
  await submit('developer', 'prompt.submitted', START);
  expect(await receipts.call('closeSilentSessions', START, ['bridge'])).toBe(0);
  expect(await receipts.call('closeSilentSessions', START + HOUR_MS, ['bridge'])).toBe(1);
  expect(await session('bridge')).toMatchObject({
    endedAt: new Date(START).toISOString(),
    endedBySilence: true,
  });
  expect(await session('developer')).toMatchObject({ endedAt: null, endedBySilence: false });

  await submit('bridge', 'prompt.submitted', START + 2 * HOUR_MS);
  expect(await session('bridge')).toMatchObject({ endedAt: null, endedBySilence: false });
  await submit('bridge', 'session.ended', START + 3 * HOUR_MS);
  expect(await receipts.call('closeSilentSessions', START + 9 * HOUR_MS, ['bridge'])).toBe(0);
  expect(await session('bridge')).toMatchObject({ endedBySilence: false });
});

test('an event after the end reopens its session; a late report of the last moment does not', async () => {
  const start = START + 24 * HOUR_MS;
  await submit('resumed', 'session.ended', start);
  await submit('resumed', 'prompt.submitted', start + 20);
  expect(await session('resumed')).toMatchObject({ endedAt: new Date(start).toISOString() });
  await submit('resumed', 'prompt.submitted', start + 60_000);
  expect(await session('resumed')).toMatchObject({ endedAt: null });
  await submit('resumed', 'session.ended', start + 61_000);
  expect(await session('resumed')).toMatchObject({ endedAt: new Date(start + 61_000).toISOString() });
});
