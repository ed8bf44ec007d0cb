import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

const ASIDE = 'receipts.db.replaced-2026-06-01T12-00-00-000Z';
const DAMAGED = 'receipts.db.corrupt-2026-06-02T12-00-00-000Z';
const RECEIPTS = 3;
const LONG_MS = 120_000;
const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

let dataDir: string;
let host: RunningHost;

/** Records receipts, and starts a host whose store was set aside with them. */
beforeEach(async () => {
  dataDir = temporaryFolder();
  const earlier = await startTestHost({ dataDir });
  const { token } = await earlier.generateToken('agent');
  for (let index = 0; index < RECEIPTS; index += 1) {
    await earlier.post(token, sampleEvent('agent', { data: { content: `prompt ${index}`, cwd: '/srv/a' } }));
  }
  await earlier.stop();
  renameSync(join(dataDir, 'receipts.db'), join(dataDir, ASIDE));
  host = await startTestHost({ dataDir });
}, LONG_MS);
afterEach(async () => {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, LONG_MS);

const count = async () => (await host.control('receipts.count', {})).count;
const lossesFound = async () =>
  (await host.control('doctor.run', {})).findings.filter(({ code }) => code === 'receipts_were_lost');
const copies = () => readdirSync(dataDir).filter((name) => name.includes('merging'));

function runs(args: string[]): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(process.execPath, [plinth, ...args], {
    env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_KEYCHAIN: 'off', PLINTH_PORT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout })));
}

test('a store that was set aside is merged by the name that the host lists, and by no other', async () => {
  const { storesSetAside } = await host.control('diagnostics.get', {});
  expect(storesSetAside).toEqual([ASIDE]);
  for (const setAside of [
    `../${ASIDE}`,
    'receipts.db',
    'settings.json',
    `./${ASIDE}`,
    join(dataDir, ASIDE),
  ]) {
    await expect(host.control('record.merge', { setAside, dryRun: true })).rejects.toThrow('not_found');
  }
  expect(await lossesFound()).toHaveLength(1);
  const [dryRun, merged] = await Promise.all([
    host.control('record.merge', { setAside: ASIDE, dryRun: true }),
    host.control('record.merge', { setAside: ASIDE, dryRun: false }),
  ]);
  expect(dryRun).toMatchObject({ added: RECEIPTS });
  expect(merged).toMatchObject({ added: RECEIPTS, proven: RECEIPTS, lost: 0 });
  expect(await count()).toBe(RECEIPTS);
  expect(copies()).toEqual([]);
  expect(await lossesFound()).toEqual([]);
});

test('a deletion while a merge runs also deletes what the merge adds after it', async () => {
  const merging = host.control('record.merge', { setAside: ASIDE, dryRun: false });
  const deleting = host.control('receipts.delete', { scope: { project: '/srv/a' } });
  expect((await merging).added).toBe(RECEIPTS);
  await deleting;
  expect(await count()).toBe(0);
  expect((await host.control('record.merge', { setAside: ASIDE, dryRun: true })).added).toBe(0);
});

test('a merge that fails leaves no copy', async () => {
  writeFileSync(join(dataDir, DAMAGED), 'no store');
  await expect(host.control('record.merge', { setAside: DAMAGED, dryRun: false })).rejects.toThrow('refused');
  expect(copies()).toEqual([]);
  expect((await host.control('record.progress', {})).progress).toBeNull();
});

test('plinth merge tells what it adds, adds it, and keeps the file', { timeout: LONG_MS }, async () => {
  const told = await runs(['merge', '--dry-run']);
  expect(told).toMatchObject({ status: 0, stdout: expect.stringContaining('A merge adds 3 receipts') });
  expect(await count()).toBe(0);
  const done = await runs(['merge', '--yes']);
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('Merged 3 receipts.') });
  expect(await count()).toBe(RECEIPTS);
  expect(existsSync(join(dataDir, ASIDE))).toBe(true);
  expect(await runs(['verify'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 receipts merged'),
  });
});
