import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { acquireHostMark } from '../../electron/platform/host-mark.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent } from '../support/running-host.ts';

/* Another program harms the data directory of a running host: no acknowledged receipt is lost. */

const NAME = 'survivor';
const WAIT = { timeout: 60_000, interval: 25 };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Scene {
  /** The folder above the data directory. */
  root: string;
  dataDir: string;
  host: HostProcess;
  /** Reports one event and returns the answer. */
  report(): Promise<{ recorded: boolean; receiptId: string }>;
  acknowledged: string[];
}

async function scene(): Promise<Scene> {
  const root = mkdtempSync(join(tmpdir(), 'plinth-survival-'));
  cleanUps.push(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = join(root, 'data');
  const host = await startHostProcess({ dataDir, env: { PLINTH_CONSOLE_PORT: 'off' } });
  cleanUps.push(() => host.end('SIGKILL'));
  const { token } = await host.control('integrations.generate', {
    name: NAME,
    permissions: ['events:write'],
  });
  const acknowledged: string[] = [];
  let sent = 0;
  const report = async () => {
    sent += 1;
    const response = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent(NAME, { sessionId: `s${sent}` })),
    });
    expect(response.status).toBe(202);
    const answer = (await response.json()) as { recorded: boolean; receiptId: string };
    if (answer.recorded) acknowledged.push(answer.receiptId);
    return answer;
  };
  return { root, dataDir, host, report, acknowledged };
}

function storedIds(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  const rows = db.prepare('SELECT id FROM receipts').all() as { id: string }[];
  const integrity = db.prepare('PRAGMA integrity_check').get();
  db.close();
  expect(integrity).toEqual({ integrity_check: 'ok' });
  return rows.map(({ id }) => id);
}

const filesOf = (dataDir: string) => readdirSync(dataDir).map((name) => join(dataDir, name));
const databaseOf = (dataDir: string) => filesOf(dataDir).filter((file) => /receipts\.db(-wal)?$/.test(file));

/** Removes a folder as `rm -rf` does: it does not mind that Plinth writes new files meanwhile. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

const harms: [string, (scene: Scene) => void][] = [
  ['deletes the data directory', ({ dataDir }) => removeFolder(dataDir)],
  ['deletes the folder above', ({ root }) => removeFolder(root)],
  ['renames the data directory', ({ root, dataDir }) => renameSync(dataDir, join(root, 'moved'))],
  [
    'empties every file',
    ({ dataDir }) => {
      for (const file of filesOf(dataDir)) if (statSync(file).isFile()) truncateSync(file, 0);
    },
  ],
  ['empties the database', ({ dataDir }) => truncateSync(join(dataDir, 'receipts.db'), 0)],
  ['deletes the write-ahead log', ({ dataDir }) => rmSync(join(dataDir, 'receipts.db-wal'))],
  [
    'puts an older copy in the place of the data directory',
    ({ root, dataDir }) => {
      renameSync(dataDir, join(root, 'deleted'));
      renameSync(join(root, 'copy'), dataDir);
    },
  ],
  [
    'writes an older copy over the files',
    ({ root, dataDir }) => {
      for (const file of databaseOf(dataDir))
        writeFileSync(file, readFileSync(file.replace(dataDir, join(root, 'copy'))));
    },
  ],
  [
    'takes away every permission',
    ({ dataDir }) => {
      for (const file of filesOf(dataDir)) chmodSync(file, 0);
      chmodSync(dataDir, 0);
    },
  ],
];

test.each(harms)('a program that %s loses no acknowledged receipt', async (_name, harm) => {
  const current = await scene();
  const { root, dataDir, host, report, acknowledged } = current;
  await report();
  cpSync(dataDir, join(root, 'copy'), { recursive: true, filter: (source) => !source.endsWith('.sock') });
  for (let index = 0; index < 5; index += 1) await report();
  harm(current);
  // A deletion that is still going on can delete the new file too. Plinth says so, and tries again.
  await vi.waitFor(async () => expect((await report()).recorded).toBe(true), WAIT);
  for (let index = 0; index < 5; index += 1) expect((await report()).recorded).toBe(true);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'receipts.db')).mode & 0o777).toBe(0o600);
  await host.end('SIGKILL');
  expect(storedIds(dataDir)).toEqual(expect.arrayContaining(acknowledged));

  // The token, the key and the settings are those of before.
  const again = await startHostProcess({ dataDir, env: { PLINTH_CONSOLE_PORT: 'off' } });
  cleanUps.push(() => again.end('SIGKILL'));
  const { integrations } = await again.control('integrations.list', {});
  expect(integrations.map(({ name }) => name)).toEqual([NAME]);
  const { incidents } = await again.control('incidents.list', {});
  expect(incidents).toHaveLength(1);
  expect(incidents[0]!.lastReports[0]).toMatchObject({ integration: { name: NAME } });
  expect((await again.control('host.status', {})).vault).not.toHaveProperty('otherKey');
});

test('everything in the data directory is there again, and the incident says so', async () => {
  const { dataDir, host, report, acknowledged } = await scene();
  await report();
  const before = readdirSync(dataDir).sort();
  const runtime = readFileSync(join(dataDir, 'runtime.json'), 'utf8');
  removeFolder(dataDir);
  await vi.waitFor(() => expect(readdirSync(dataDir).sort()).toEqual(before), WAIT);
  expect(readFileSync(join(dataDir, 'runtime.json'), 'utf8')).toBe(runtime);
  await vi.waitFor(async () => {
    const { incidents } = await host.control('incidents.list', {});
    expect(incidents).toHaveLength(1);
    expect(incidents[0]).toMatchObject({ harm: 'deleted', receipts: 1, waited: 0, isSeen: false });
    expect(incidents[0]!.restored).toEqual(
      expect.arrayContaining(['receipts', 'lock', 'settings', 'key', 'log', 'runtime', 'control', 'bridges']),
    );
    expect(incidents[0]!.lastReports.map(({ id }) => id)).toEqual(acknowledged);
  }, WAIT);
  await host.control('incidents.see', {});
  expect((await host.control('incidents.list', {})).incidents[0]!.isSeen).toBe(true);
  expect((await host.control('doctor.run', {})).findings).toContainEqual(
    expect.objectContaining({ check: 'record', level: 'ok' }),
  );
  expect(await host.end('SIGTERM')).toBe(0);
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
});

test('receipts wait while the folder cannot be created, and are written when it can', async () => {
  const { dataDir, host, report } = await scene();
  const first = await report();
  renameSync(dataDir, `${dataDir}-deleted`);
  writeFileSync(dataDir, 'a file in the place of the folder');
  const waiting = [await report(), await report()];
  expect(waiting.map(({ recorded }) => recorded)).toEqual([false, false]);
  // The command line begins no store beside the running host.
  rmSync(dataDir);
  symlinkSync('/proc/self/fd/no-such-folder', dataDir);
  expect(() => acquireHostMark(dataDir)).not.toThrow();
  expect(acquireHostMark(dataDir)).toBeUndefined();
  rmSync(dataDir);
  await vi.waitFor(async () => expect((await host.control('host.status', {})).waiting).toBe(0), WAIT);
  const { incidents } = await host.control('incidents.list', {});
  expect(incidents[0]).toMatchObject({ waited: 2, unrecorded: 0 });
  await host.end('SIGKILL');
  const ids = [first, ...waiting].map(({ receiptId }) => receiptId);
  expect(storedIds(dataDir).sort()).toEqual(ids.sort());
});
