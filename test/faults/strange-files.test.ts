import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EVENTS_PATH } from '../../shared/limits.ts';
import { startHostProcess } from '../support/host-process.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';

/*
 * Somebody puts something else in the place of a file of Plinth: to open a pipe waits for a writer, and /dev/zero never
 * ends.
 */

const WAIT = { timeout: 60_000, interval: 25 };
const FILES = ['settings.json', 'settings.last-good.json', 'vault.key', 'runtime.json', 'alive.json'];
const STRANGE: Record<string, (path: string) => void> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to an endless file': (path) => symlinkSync('/dev/zero', path),
};
const cases = FILES.flatMap((file) => Object.keys(STRANGE).map((kind) => [file, kind] as const));

describe.skipIf(process.platform === 'win32')('at the start', () => {
  let used: string;
  beforeAll(async () => {
    used = temporaryFolder();
    const host = await startTestHost({ dataDir: used });
    await host.generateToken('agent');
    await host.stop();
  });

  test.each(cases)('%s is %s', async (file, kind) => {
    const dataDir = temporaryFolder();
    rmSync(dataDir, { recursive: true });
    execFileSync('cp', ['-a', used, dataDir]);
    rmSync(join(dataDir, file), { force: true });
    STRANGE[kind]!(join(dataDir, file));
    // A process: a host that waits for a pipe would stop the test too.
    const host = await startHostProcess({ dataDir });
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    expect(await host.end('SIGTERM')).toBe(0);
    if (file !== 'runtime.json') expect(statSync(join(dataDir, file)).isFile()).toBe(true);
  });
});

test.skipIf(process.platform === 'win32').each(cases)('while it runs: %s is %s', async (file, kind) => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const host = await startHostProcess({ dataDir });
  const { token } = await host.control('integrations.generate', {
    name: 'agent',
    permissions: ['events:write'],
  });
  rmSync(join(dataDir, file));
  STRANGE[kind]!(join(dataDir, file));
  const post = () =>
    fetch(`${host.baseUrl}${EVENTS_PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent('agent')),
    });
  await expect.poll(async () => (await post()).status, WAIT).toBe(202);
  await host.control('settings.set', { settings: { theme: 'dark' } });
  await expect.poll(() => statSync(join(dataDir, file)).isFile(), WAIT).toBe(true);
  expect(await host.end('SIGTERM')).toBe(0);
});

test.skipIf(process.platform === 'win32')('a link to settings elsewhere is followed', async () => {
  const dataDir = temporaryFolder();
  const elsewhere = join(temporaryFolder(), 'my-settings.json');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let host = await startTestHost({ dataDir });
  await host.stop();
  const file = join(dataDir, 'settings.json');
  writeFileSync(elsewhere, readFileSync(file));
  chmodSync(elsewhere, 0o644);
  rmSync(file);
  symlinkSync(elsewhere, file);
  host = await startTestHost({ dataDir });
  await host.control('settings.set', { settings: { theme: 'dark' } });
  await host.stop();
  expect(JSON.parse(readFileSync(elsewhere, 'utf8')).settings.theme).toBe('dark');
  // The settings hold digests of tokens, wherever they are.
  expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
  expect(existsSync(file)).toBe(true);
});
