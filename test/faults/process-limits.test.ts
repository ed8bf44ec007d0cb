import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';

const LONG_MS = 120_000;
const NAME = 'limits';
/** Blocks of 1,024 bytes: room for the files of a start, and not for many receipts. */
const LARGEST_FILE_BLOCKS = 2000;

async function start(before: string[] = []): Promise<HostProcess> {
  const dataDir = temporaryFolder();
  const host = await startHostProcess({ dataDir, before, env: { PLINTH_CONSOLE_PORT: 'off' } });
  onTestFinished(async () => {
    await host.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return host;
}

async function report(host: HostProcess, token: string, content = 'one'): Promise<number> {
  const { status } = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent(NAME, { sessionId: content.slice(0, 16), data: { content } })),
  });
  return status;
}

const newToken = async (host: HostProcess) =>
  (await host.control('integrations.generate', { name: NAME, permissions: ['events:write'] })).token;

test.skipIf(process.platform === 'win32')('SIGUSR1 opens no debugger', { timeout: LONG_MS }, async () => {
  const host = await start();
  for (let times = 0; times < 3; times += 1) {
    host.child.kill('SIGUSR1');
    await host.control('host.status', {});
  }
  expect(await report(host, await newToken(host))).toBe(202);
  expect(await host.end('SIGTERM')).toBe(0);
  expect(host.output()).not.toMatch(/debugger/i);
});

test.skipIf(process.platform !== 'linux')(
  'a file over the limit of its size refuses events, and the host goes on',
  { timeout: LONG_MS },
  async () => {
    const host = await start(['bash', '-c', `ulimit -f ${LARGEST_FILE_BLOCKS}; exec "$@"`, 'bash']);
    const token = await newToken(host);
    let events = 0;
    await vi.waitFor(
      async () => {
        events += 1;
        const words = Array.from({ length: 2000 }, (_, at) => ((events * 7919 + at) * 104_729).toString(36));
        expect(await report(host, token, words.join(' '))).toBe(503);
      },
      { timeout: LONG_MS, interval: 1 },
    );
    const { failures } = await host.control('diagnostics.get', {});
    expect(failures).toMatchObject([{ code: 'event_not_recorded', params: { isDiskFull: false } }]);
    expect(await host.end('SIGTERM')).toBe(0);
  },
);
