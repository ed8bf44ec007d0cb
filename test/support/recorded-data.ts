import { cpSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { sampleEvent, startTestHost } from './running-host.ts';

const WAIT = { timeout: 60_000, interval: 25 };

interface RecordedData {
  token: string;
  /** The receipts' ids, the oldest first. */
  ids: string[];
}

const originals = new Map<string, Promise<RecordedData & { folder: string }>>();

async function record(name: string, receipts: number) {
  const host = await startTestHost();
  const { token } = await host.generateToken(name);
  const ids: string[] = [];
  for (let index = 0; index < receipts; index += 1) {
    const answer = await host.post(token, sampleEvent(name, { sessionId: `recorded ${index}` }));
    expect(answer.status).toBe(202);
    ids.push(((await answer.json()) as { receiptId: string }).receiptId);
  }
  // Waits for the index. The next host would otherwise read the file into its memory, where damage to the file
  // is not visible.
  await vi.waitFor(async () => {
    const { stores } = await host.control('diagnostics.get', {});
    expect(stores.unindexedReceipts).toBe(0);
  }, WAIT);
  await host.stop();
  return { folder: host.dataDir, token, ids };
}

/**
 * Fills a folder with the data of a host that has ended: a token, and receipts of sessions of their own. A file of tests runs
 * one such host, and copies its data.
 */
export async function populate(dataDir: string, name: string, receipts = 5): Promise<RecordedData> {
  const key = `${receipts} ${name}`;
  if (!originals.has(key)) originals.set(key, record(name, receipts));
  const { folder, token, ids } = await originals.get(key)!;
  cpSync(folder, dataDir, { recursive: true });
  return { token, ids: [...ids] };
}
