import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../../test/support/running-host.ts';
import { ReceiptClient } from '../../receipts/worker/receipt-client.ts';
import { ReceiptStoreError } from '../../receipts/worker/receipt-events.ts';

let host: RunningHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => host.remove());

/** Makes the receipt store fail every call. */
function failStore(): void {
  vi.spyOn(ReceiptClient.prototype, 'call').mockRejectedValue(new ReceiptStoreError('storage_failed'));
}

test('a token is generated although the store cannot count', async () => {
  failStore();
  const issued = await host.control('integrations.generate', { name: 'kept', permissions: ['events:write'] });
  expect(issued.integration.events).toBeNull();
  vi.restoreAllMocks();
  expect((await host.post(issued.token, sampleEvent('kept'))).status).toBe(202);
  const { integrations } = await host.control('integrations.list', {});
  expect(integrations.find(({ name }) => name === 'kept')?.events).toBe(1);
});

test('a token is rotated although the store cannot count', async () => {
  const { token, id } = await host.generateToken('rotated');
  failStore();
  const issued = await host.control('integrations.rotate', { id });
  expect(issued.integration.events).toBeNull();
  vi.restoreAllMocks();
  expect((await host.post(token, sampleEvent('rotated'))).status).toBe(401);
  expect((await host.post(issued.token, sampleEvent('rotated'))).status).toBe(202);
});

test('a token can be found and revoked although the store cannot count', async () => {
  const { token, id } = await host.generateToken('revoked');
  failStore();
  const { integrations } = await host.control('integrations.list', {});
  expect(integrations.find(({ name }) => name === 'revoked')?.events).toBeNull();
  expect((await host.control('integrations.revoke', { id })).integration.revokedAt).not.toBeNull();
  expect((await host.post(token, sampleEvent('revoked'))).status).toBe(401);
});

test('a connected bridge is reported as connected although the store does not answer', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.claude'));
  const environment = { HOME: home, USERPROFILE: home, PATH: '' };
  failStore();
  const connected = await host.control('bridges.connect', { harness: 'claude-code', environment });
  expect(connected.change.kind).toBe('create');
  expect(connected.status).toMatchObject({ state: 'silent', lastEventAt: null });
  const gone = await host.control('bridges.disconnect', { harness: 'claude-code', environment });
  expect(gone.status.connectedAt).toBeNull();
});

test('the status of all bridges takes one call to the store', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.claude'));
  const environment = { HOME: home, USERPROFILE: home, PATH: '' };
  await host.control('bridges.connect', { harness: 'claude-code', environment });
  const call = vi.spyOn(ReceiptClient.prototype, 'call');
  const { bridges } = await host.control('bridges.status', { environment });
  expect(call.mock.calls.map(([method]) => method)).toEqual(['lastReceipts']);
  expect(bridges.map(({ state }) => state)).toContain('silent');
});
