import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';

const RESTARTS = 3;
/** Events that a host must have acknowledged before the next one replaces it. */
const EVENTS_PER_RUN = 30;
const RETRY_PAUSE_MS = 20;

test('a service that restarts while events arrive loses none that it acknowledged', {
  timeout: 240_000,
}, async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PLINTH_CONSOLE_PORT: 'off' };
  let host: HostProcess = await startHostProcess({ dataDir, env });
  const { baseUrl, port } = host;
  const { token } = await host.control('integrations.generate', {
    name: 'stream',
    permissions: ['events:write'],
  });

  const acknowledged = new Set<string>();
  let isEnding = false;
  /** Reports one event after another, and repeats one that nobody acknowledged, as the SDKs do. */
  async function report(session: string): Promise<void> {
    for (let number = 0; !isEnding; number += 1) {
      const body = JSON.stringify(
        sampleEvent('stream', { sessionId: session, data: { content: `${number}` } }),
      );
      for (;;) {
        const answer = await fetch(`${baseUrl}/api/developer/v1/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body,
        }).catch(() => undefined);
        if (answer?.status === 202) {
          acknowledged.add((await answer.json()).receiptId);
          break;
        }
        if (isEnding) return;
        await delay(RETRY_PAUSE_MS);
      }
    }
  }
  const reporters = ['a', 'b', 'c', 'd'].map(report);

  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + EVENTS_PER_RUN);
    expect(await host.end('SIGTERM')).toBe(0);
    // The same port: reporters and the hooks of agents go on without a change.
    host = await startHostProcess({ dataDir, port, env });
    expect(host.baseUrl).toBe(baseUrl);
  }
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + EVENTS_PER_RUN);
  isEnding = true;
  await Promise.all(reporters);

  const stored = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await host.control('receipts.query', {
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { id } of page.receipts) stored.add(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await host.end('SIGTERM');
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(EVENTS_PER_RUN * (RESTARTS + 1));
});
