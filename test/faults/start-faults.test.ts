import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HostError } from '../../electron/platform/host-error.ts';
import { SCHEMA_VERSION } from '../../electron/receipts/schema/schema.ts';
import { failToStart, startHostProcess } from '../support/host-process.ts';
import { populate } from '../support/recorded-data.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { canBeAnotherUser, STRANGER, WITHOUT_ACCOUNT } from '../support/stranger.ts';

/*
 * A start that the disk, the process or other files prevent. Each refusal has its exact text, and the stores
 * stay unchanged.
 */

const NAME = 'start-faults';
const RECEIPTS = 5;

afterEach(() => {
  vi.restoreAllMocks();
});

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newDisk(mebibytes: number): SmallDisk {
  const disk = mountSmallDisk(mebibytes);
  onTestFinished(() => disk.remove());
  return disk;
}

/** Starts a host again and checks that it finds everything. */
async function expectUntouched(dataDir: string, token: string): Promise<void> {
  expect(readdirSync(dataDir).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  const host = await startTestHost({ dataDir });
  onTestFinished(() => host.stop());
  expect((await host.control('receipts.count', {})).count).toBe(RECEIPTS);
  expect((await host.post(token, sampleEvent(NAME, { sessionId: 'after' }))).status).toBe(202);
}

test('a system that has the call to replace a process, and refuses it, gets a host as it is', async () => {
  // Windows has `process.execve`, which throws there.
  const refuses = "process.execve = () => { throw new Error('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'); };";
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(refuses)}`;
  const host = await startHostProcess({ dataDir: newFolder(), env: { NODE_OPTIONS } });
  expect((await host.control('host.status', {})).pid).toBe(host.child.pid);
  expect(await host.end('SIGTERM')).toBe(0);
});

async function refusal(dataDir: string): Promise<{ code: string; message: string }> {
  const error: unknown = await startTestHost({ dataDir }).then(
    async (host) => {
      await host.stop();
      return new Error('the host came up');
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof HostError)) throw error;
  return { code: error.code, message: error.message };
}

if (!canMountDisks) console.warn('Skipped in part: only the superuser can mount a small disk.');

describe.skipIf(!canMountDisks)('a full disk', () => {
  const fullDisk = (dataDir: string) => ({
    code: 'disk_full',
    message: `The disk that holds ${dataDir} is full. Free some space and start again.`,
  });

  test('refuses the start, and does not change a healthy store', async () => {
    const disk = newDisk(8);
    const { token } = await populate(disk.path, NAME);
    disk.fill();
    expect(await refusal(disk.path)).toEqual(fullDisk(disk.path));
    const { output, exitCode } = await failToStart({ dataDir: disk.path });
    expect(output).toBe(`${fullDisk(disk.path).message}\n`);
    expect(exitCode).toBe(1);
    disk.free();
    await expectUntouched(disk.path, token);
  });

  test('with a write-ahead log left by a kill refuses the start, and loses no receipt', async () => {
    const disk = newDisk(8);
    const { token } = await populate(disk.path, NAME);
    const db = new DatabaseSync(join(disk.path, 'receipts.db'));
    db.exec('PRAGMA wal_autocheckpoint = 0; UPDATE receipts SET repeats = repeats + 1');
    const left = ['receipts.db', 'receipts.db-wal'].map((name) => readFileSync(join(disk.path, name)));
    db.close();
    rmSync(join(disk.path, 'receipts.db-shm'), { force: true });
    writeFileSync(join(disk.path, 'receipts.db'), left[0]!);
    writeFileSync(join(disk.path, 'receipts.db-wal'), left[1]!);
    disk.fill();
    expect(await refusal(disk.path)).toEqual(fullDisk(disk.path));
    // SQLite may move the log into the file when it closes it, which takes no space. Both forms hold every receipt.
    disk.free();
    await expectUntouched(disk.path, token);
  });

  test('that fills up gradually refuses or starts, and never sets a store aside', async () => {
    const disk = newDisk(8);
    const { token } = await populate(disk.path, NAME);
    disk.fill();
    for (let freed = 0; freed <= 112; freed += 16) {
      disk.free(freed * 1024);
      const host = await startTestHost({ dataDir: disk.path }).catch((error: unknown) => error);
      if (host instanceof HostError) expect(host.code).toBe('disk_full');
      else if (host instanceof Error) throw host;
      else await (host as Awaited<ReturnType<typeof startTestHost>>).stop();
      disk.fill();
    }
    disk.free();
    await expectUntouched(disk.path, token);
  });

  test('that is read-only refuses the start', async () => {
    const disk = newDisk(8);
    await populate(disk.path, NAME);
    disk.makeReadOnly();
    expect(await refusal(disk.path)).toEqual({
      code: 'data_dir_unwritable',
      message: `The disk that holds ${disk.path} is read-only. Make it writable, or choose another folder with PLINTH_DATA_DIR.`,
    });
  });
});

test.skipIf(process.platform === 'win32')(
  'too few file descriptors refuse the start with their own message, and do not change a healthy store',
  async () => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    const probe = fileURLToPath(new URL('../support/few-files-probe.ts', import.meta.url));
    const run = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -n 128; exec "$@"', 'sh', process.execPath, probe, dataDir],
      { encoding: 'utf8' },
    );
    const attempts = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { free: number; code: string | null; message: string | null });
    expect(attempts.at(-1)?.code).toBeNull();
    expect(attempts.length).toBeGreaterThan(4);
    for (const { code, message } of attempts.slice(0, -1)) {
      expect({ code, message }).toEqual({
        code: 'too_many_files',
        message:
          'Plinth cannot open its files, because too many files are open. Close other programs or raise the limit (ulimit -n), and start again.',
      });
    }
    await expectUntouched(dataDir, token);
  },
);

test('a store that another program has locked refuses the start', async () => {
  const dataDir = newFolder();
  const { token } = await populate(dataDir, NAME);
  const other = new DatabaseSync(join(dataDir, 'receipts.db'));
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  expect(await refusal(dataDir)).toEqual({
    code: 'receipts_locked',
    message: `Another program holds receipts.db in ${dataDir} open and locked. Close that program and start again.`,
  });
  other.close();
  await expectUntouched(dataDir, token);
});

test('another program’s database under our file name refuses the start and stays unchanged', async () => {
  const dataDir = newFolder();
  mkdirSync(dataDir, { recursive: true });
  await populate(dataDir, NAME);
  const file = join(dataDir, 'receipts.db');
  rmSync(file);
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE receipts (mine TEXT); PRAGMA user_version = ${SCHEMA_VERSION}`);
  db.close();
  const before = readFileSync(file);
  expect(await refusal(dataDir)).toEqual({
    code: 'receipts_unopenable',
    message: `Plinth cannot open receipts.db in ${dataDir}, and has not changed it. Check this file and its permissions, then start again.`,
  });
  expect(readFileSync(file).length).toBe(before.length);
  expect(readdirSync(dataDir).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  // The cause is an error of the thread: without its frames, nobody could tell what failed.
  expect(readFileSync(join(dataDir, 'logs', 'plinth.log'), 'utf8')).toMatch(
    /"operation":"receipts".*"frames":\["/,
  );
});

describe.skipIf(process.platform === 'win32')('a folder that Plinth does not own', () => {
  const modes = (folder: string) =>
    ['.', ...readdirSync(folder)].map((name) => [name, statSync(join(folder, name)).mode & 0o777]);

  test('with other files in it is refused, and its content stays unchanged', async () => {
    const dataDir = newFolder();
    for (const name of ['notes.txt', 'settings.json', 'host.lock']) {
      writeFileSync(join(dataDir, name), '{}');
      chmodSync(join(dataDir, name), 0o644);
    }
    chmodSync(dataDir, 0o755);
    const before = modes(dataDir);
    const foreign = {
      code: 'data_dir_foreign',
      message: `${dataDir} holds files that are not Plinth’s, and Plinth has changed nothing there. Choose an empty folder with PLINTH_DATA_DIR.`,
    };
    expect(await refusal(dataDir)).toEqual(foreign);
    const { output, exitCode } = await failToStart({ dataDir });
    expect(output).toBe(`${foreign.message}\n`);
    expect(exitCode).toBe(1);
    expect(modes(dataDir)).toEqual(before);
  });

  test('but that Plinth uses stays Plinth’s, and the user’s files in it stay unchanged', async () => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    const notes = join(dataDir, 'notes.txt');
    writeFileSync(notes, 'mine');
    chmodSync(notes, 0o644);
    chmodSync(join(dataDir, 'settings.json'), 0o644);
    await expectUntouched(dataDir, token);
    expect(statSync(notes).mode & 0o777).toBe(0o644);
    expect(statSync(join(dataDir, 'settings.json')).mode & 0o777).toBe(0o600);
  });

  test('but a restored backup of one is accepted, also without the lock', async () => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    rmSync(join(dataDir, 'host.lock'));
    await expectUntouched(dataDir, token);
  });

  test.skipIf(!canBeAnotherUser)('but that belongs to another user is refused', async () => {
    const dataDir = newFolder();
    chownSync(dataDir, STRANGER.uid, STRANGER.gid);
    expect(await refusal(dataDir)).toEqual({
      code: 'data_dir_unwritable',
      message: `${dataDir} belongs to another user, who could read what Plinth keeps there. Choose a folder of your own with PLINTH_DATA_DIR.`,
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe.skipIf(!canBeAnotherUser)('a user without an account, as in a container,', () => {
  const asNobodyKnown = { user: WITHOUT_ACCOUNT, env: { HOME: undefined, XDG_DATA_HOME: undefined } };

  test('has a host that records', async () => {
    const dataDir = newFolder();
    chownSync(dataDir, WITHOUT_ACCOUNT.uid, WITHOUT_ACCOUNT.gid);
    const host = await startHostProcess({ ...asNobodyKnown, dataDir });
    onTestFinished(async () => void (await host.end('SIGKILL')));
    const { token } = await host.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    const answer = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent(NAME)),
    });
    expect(answer.status).toBe(202);
    expect((await host.control('bundle.make', { filter: {} })).shown).toHaveLength(1);
    expect(await host.end('SIGTERM')).toBe(0);
  });
});
