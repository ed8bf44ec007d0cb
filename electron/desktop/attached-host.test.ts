import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtReceiptWorker } from '../../test/support/built-receipt-worker.ts';
import { startTestHost } from '../../test/support/running-host.ts';
import { createHost } from '../host/create-host.ts';
import { nodeHostOptions } from '../host/headless-options.ts';
import { openShellHost } from './attached-host.ts';

const LONG_MS = 120_000;

vi.mock('./electron-host.ts', () => ({
  startElectronHost: (dataDir: string) =>
    createHost({
      ...nodeHostOptions('headless', { dataDir, port: '0' }),
      host: 'electron',
      useKeychain: false,
      receiptWorker: builtReceiptWorker,
    }),
}));

test('an attached app takes over when the service is gone for good', { timeout: LONG_MS }, async () => {
  const service = await startTestHost();
  onTestFinished(() => rmSync(service.dataDir, { recursive: true, force: true }));
  const app = await openShellHost(service.dataDir, 0);
  onTestFinished(async () => void (await app.stop()));
  const host = async () => {
    const answer = await app.dispatch('host.status', {});
    return answer.ok ? (answer.result as { host: string }).host : undefined;
  };
  expect(await host()).toBe('headless');
  const heard = vi.fn();
  app.hub.subscribe(heard);
  await service.stop();
  await vi.waitFor(async () => expect(await host()).toBe('electron'), { timeout: LONG_MS, interval: 100 });
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ kind: 'integrations' }), LONG_MS);
  await app.stop();
  // The data directory is free for the next host.
  await (await startTestHost({ dataDir: service.dataDir })).stop();
});
