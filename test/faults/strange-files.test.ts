import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
/** No file of a group has another of it as its substitute, so that one host shows what becomes of each. */
const GROUPS = [
  ['settings.json', 'vault.key', 'alive.json'],
  ['settings.last-good.json', 'runtime.json'],
];
const STRANGE: [string, (path: string) => void][] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to an endless file', (path) => symlinkSync('/dev/zero', path)],
];

/** In one step: a running host writes a file that is missing. */
function replace(file: string, put: (path: string) => void): void {
  const strange = join(temporaryFolder(), 'strange');
  put(strange);
  renameSync(strange, file);
}

describe.skipIf(process.platform === 'win32').each(STRANGE)('%s', (_kind, put) => {
  let used: string;
  beforeAll(async () => {
    used = temporaryFolder();
    const host = await startTestHost({ dataDir: used });
    await host.generateToken('agent');
    await host.stop();
  });

  test.each(GROUPS)('in the place of %s, %s … at the start', async (...files) => {
    const dataDir = temporaryFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    cpSync(used, dataDir, { recursive: true });
    for (const file of files) replace(join(dataDir, file), put);
    // A process: a host that waits for a pipe would stop the test too.
    const host = await startHostProcess({ dataDir });
    expect(await host.end('SIGTERM')).toBe(0);
    for (const file of files) {
      if (file !== 'runtime.json') expect(statSync(join(dataDir, file)).isFile(), file).toBe(true);
    }
  });

  test('in the place of each file of a running host', async () => {
    const dataDir = temporaryFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const host = await startHostProcess({ dataDir });
    onTestFinished(async () => void (await host.end('SIGKILL')));
    const { token } = await host.control('integrations.generate', {
      name: 'agent',
      permissions: ['events:write'],
    });
    const post = () =>
      fetch(`${host.baseUrl}${EVENTS_PATH}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(sampleEvent('agent')),
      });
    for (const [at, file] of GROUPS.flat().entries()) {
      replace(join(dataDir, file), put);
      await expect.poll(async () => (await post()).status, { ...WAIT, message: file }).toBe(202);
      await host.control('settings.set', { settings: { theme: at % 2 === 0 ? 'dark' : 'light' } });
      // The host writes the sign of life once a minute, and at its end.
      if (file === 'alive.json') continue;
      await expect.poll(() => statSync(join(dataDir, file)).isFile(), { ...WAIT, message: file }).toBe(true);
    }
    expect(await host.end('SIGTERM')).toBe(0);
    expect(statSync(join(dataDir, 'alive.json')).isFile()).toBe(true);
  });
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
