import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HostError } from '../../electron/platform/host-error.ts';
import { readRuntimeInfo } from '../../electron/platform/runtime-file.ts';
import { BURST } from '../../shared/limits.ts';
import { contractFault } from '../support/contract-answer.ts';
import { RequestWriter } from '../support/event-request.ts';
import { failToStart, type HostProcess, startHostProcess } from '../support/host-process.ts';
import { type RawAnswer, RawConnection } from '../support/raw-connection.ts';
import { governedReceiptWorker, ReceiptWorkerGovernor } from '../support/receipt-worker-governor.ts';
import { populate } from '../support/recorded-data.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const NAME = 'faults';
const isWindows = process.platform === 'win32';
const WAIT = { timeout: 60_000, interval: 25 };

afterEach(() => {
  vi.restoreAllMocks();
});

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(...[options]: Parameters<typeof startTestHost>): Promise<RunningHost> {
  const host = await startTestHost(options);
  onTestFinished(() => host.stop());
  return host;
}

let sessions = 0;
function newEvent(overrides: Record<string, unknown> = {}) {
  sessions += 1;
  return sampleEvent(NAME, { sessionId: `session ${sessions}`, ...overrides });
}

/** A client on one connection. It records the events that were acknowledged. */
class Reporter {
  readonly acknowledged: string[] = [];
  readonly #port: number;
  readonly #writer: RequestWriter;
  #connection: RawConnection | undefined;

  constructor(port: number, token: string) {
    this.#port = port;
    this.#writer = new RequestWriter(port, token);
    onTestFinished(() => this.#connection?.close());
  }

  async report(event: unknown = newEvent()): Promise<RawAnswer | undefined> {
    if (this.#connection === undefined || this.#connection.isClosed) {
      this.#connection = await RawConnection.open(this.#port);
    }
    const answer = await this.#connection.send(this.#writer.event(event)).answer();
    if (answer === undefined) return undefined;
    expect(contractFault(answer)).toBeUndefined();
    if (answer.status === 202) this.acknowledged.push(JSON.parse(answer.body).receiptId);
    return answer;
  }

  async expectStatus(status: number): Promise<RawAnswer> {
    const answer = await this.report();
    expect(answer?.status).toBe(status);
    return answer!;
  }

  untilStatus(status: number): Promise<RawAnswer> {
    return vi.waitFor(() => this.expectStatus(status), WAIT);
  }
}

function storedIds(dataDir: string, file = 'receipts.db'): string[] {
  const db = new DatabaseSync(join(dataDir, file));
  const rows = db.prepare('SELECT id FROM receipts ORDER BY seq').all() as { id: string }[];
  db.close();
  return rows.map(({ id }) => id);
}

async function hostFault(options: Parameters<typeof startTestHost>[0]): Promise<HostError> {
  const error: unknown = await startTestHost(options).then(
    async (host) => {
      await host.stop();
      return new Error('the host came up');
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof HostError)) throw error;
  // One or two sentences for the user, without a stack.
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.message).not.toMatch(/\n|node:|Error:/);
  return error;
}

/** Returns the offset of the page with the middle one of a text's places. Only receipts hold their text. */
function pageOfTextInMiddle(file: string, text: string): number {
  const bytes = readFileSync(file);
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at);
  const middle = places[Math.floor(places.length / 2)];
  if (middle === undefined) throw new Error('no receipt in the file');
  return Math.floor(middle / 4096) * 4096;
}

const corruptNames = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('.corrupt-'));

describe('a full disk', () => {
  async function fillAndFree(dataDir: string, fill: () => unknown, free: () => unknown, host: RunningHost) {
    const { token } = await host.generateToken(NAME);
    const reporter = new Reporter(host.port, token);
    for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);

    await fill();
    const refused = await reporter.untilStatus(503);
    expect(JSON.parse(refused.body).code).toBe('unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const fault = expect.objectContaining({
      code: 'event_not_recorded',
      level: 'failure',
      params: { at: expect.any(String), isDiskFull: true },
    });
    expect((await host.control('diagnostics.get', {})).failures).toContainEqual(fault);
    expect((await host.control('doctor.run', {})).findings).toContainEqual(fault);
    // Existing receipts are still readable, and the capabilities still answer.
    expect((await host.control('receipts.count', {})).count).toBe(reporter.acknowledged.length);
    expect((await host.control('receipts.query', { limit: 1 })).receipts).toHaveLength(1);
    for (let index = 0; index < 20; index += 1)
      expect([202, 503]).toContain((await reporter.report())?.status);

    await free();
    await reporter.untilStatus(202);
    expect((await host.control('diagnostics.get', {})).failures).not.toContainEqual(fault);
    for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);
    await host.stop();
    expect(storedIds(dataDir)).toEqual(reporter.acknowledged);
  }

  test('as SQLite reports it: 503 while it lasts, and no acknowledged event is lost', async () => {
    const dataDir = newFolder();
    const host = await start({ dataDir, receiptWorker: governedReceiptWorker });
    const governor = new ReceiptWorkerGovernor(dataDir);
    onTestFinished(() => governor.close());
    await fillAndFree(
      dataDir,
      () => governor.fill(),
      () => governor.free(),
      host,
    );
  });

  describe.skipIf(!canMountDisks)('of its own (needs the permission to mount one)', () => {
    function newDisk(mebibytes: number): SmallDisk {
      const disk = mountSmallDisk(mebibytes);
      onTestFinished(() => disk.remove());
      return disk;
    }

    test('503 while it lasts, and no acknowledged event is lost', async () => {
      const disk = newDisk(4);
      const host = await start({ dataDir: disk.path });
      await fillAndFree(disk.path, disk.fill, disk.free, host);
    });

    test('settings that cannot be saved are not reported as saved', async () => {
      const disk = newDisk(4);
      const host = await start({ dataDir: disk.path });
      const { token, id } = await host.generateToken(NAME);
      disk.fill();
      const another = { name: 'another', permissions: ['events:write'] };
      expect(await host.host.dispatch('integrations.generate', another)).toEqual({
        ok: false,
        error: { code: 'unavailable', reason: 'disk_full', params: {} },
      });
      await expect(host.control('integrations.rotate', { id })).rejects.toThrow();
      disk.free();
      const { integrations } = await host.control('integrations.list', {});
      expect(integrations.map(({ name }) => name)).toEqual([NAME]);
      await new Reporter(host.port, token).expectStatus(202);
    });

    test('a pause and a revocation apply at once, say that they are not saved, and are saved later', async () => {
      const disk = newDisk(4);
      const host = await start({ dataDir: disk.path });
      const { token, id } = await host.generateToken(NAME);
      disk.fill();
      const notKept = { ok: false, error: { code: 'unavailable', reason: 'not_kept_yet', params: {} } };
      expect(await host.host.dispatch('integrations.revoke', { id })).toEqual(notKept);
      await new Reporter(host.port, token).expectStatus(401);
      expect(await host.host.dispatch('recording.pause', { minutes: null })).toEqual(notKept);
      const { status, failures } = await host.control('diagnostics.get', {});
      expect(status.recording.state).toBe('paused');
      expect(failures.map(({ code }) => code)).toContain('change_not_kept');
      disk.free();
      const settings = () => JSON.parse(readFileSync(join(disk.path, 'settings.json'), 'utf8'));
      await vi.waitFor(() => expect(settings().recording.pausedAt).not.toBeNull(), WAIT);
      expect(settings().integrations[0].revokedAt).not.toBeNull();
      expect((await host.control('diagnostics.get', {})).failures.map(({ code }) => code)).not.toContain(
        'change_not_kept',
      );
    });

    test('a host that starts on it reports it', async () => {
      const disk = newDisk(1);
      disk.fill();
      const error = await hostFault({ dataDir: disk.path });
      expect(error.message).toMatch(/space|full/);
    });

    test('a host whose other files find it full reports it', async () => {
      const disk = newDisk(2);
      await populate(disk.path, NAME);
      for (const name of readdirSync(disk.path)) {
        if (name.startsWith('receipts.db')) rmSync(join(disk.path, name));
      }
      disk.fill();
      expect((await hostFault({ dataDir: disk.path })).message).toMatch(/space|full/);
    });

    test('a host that starts in a read-only folder reports it', async () => {
      const disk = newDisk(4);
      await populate(disk.path, NAME);
      disk.makeReadOnly();
      expect((await hostFault({ dataDir: disk.path })).code).toBe('data_dir_unwritable');
      const { output, exitCode } = await failToStart({ dataDir: disk.path });
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(disk.path);
      expect(exitCode).toBe(1);
    });
  });
});

describe('files in wrong places', () => {
  test('a file in place of the data directory', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, 'mine');
    expect((await hostFault({ dataDir: file })).code).toBe('data_dir_unwritable');
    expect((await hostFault({ dataDir: join(file, 'below') })).code).toBe('data_dir_unwritable');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test.each([
    ...['host.lock', 'settings.json', 'receipts.db', 'vault.key', 'runtime.json'],
    // A named pipe of Windows is in no folder.
    ...(isWindows ? [] : ['control.sock']),
  ])('a folder in place of %s', async (name) => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, name));
    writeFileSync(join(dataDir, name, 'mine'), '');
    await hostFault({ dataDir });
    expect(existsSync(join(dataDir, name, 'mine'))).toBe(true);
    // Everything that was opened was released.
    rmSync(join(dataDir, name), { recursive: true });
    await start({ dataDir });
  });

  test('a folder that everybody uses, or the home folder', async () => {
    const shared = newFolder();
    chmodSync(shared, 0o1777);
    // Windows knows no such mode.
    const open = isWindows ? [] : [shared];
    for (const dataDir of [...open, homedir(), dirname(homedir()), parse(homedir()).root]) {
      const { mode } = statSync(dataDir);
      expect((await hostFault({ dataDir })).message).toContain('folder of its own');
      expect(statSync(dataDir).mode).toBe(mode);
    }
    expect(readdirSync(shared)).toEqual([]);
  });

  test.skipIf(isWindows)('files that others can read are made private', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    const files = () =>
      readdirSync(dataDir)
        .map((name) => join(dataDir, name))
        .filter((file) => statSync(file).isFile());
    for (const file of files()) chmodSync(file, 0o644);
    await start({ dataDir });
    for (const file of files()) expect(statSync(file).mode & 0o077, file).toBe(0);
  });

  test('a file in place of the logs folder', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'logs'), 'mine');
    await hostFault({ dataDir });
  });
});

describe('corrupt stores', () => {
  test.each([
    ['not JSON', '{"version":1,'],
    ['NULs', '\0'.repeat(512)],
    ['nothing', ''],
    ['JSON of another shape', '{"version":1,"integrations":"none"}'],
    ['an array', '[1,2]'],
  ])(
    'settings that are %s are set aside and reported, and the last good ones apply',
    async (_name, content) => {
      const dataDir = newFolder();
      const { token, ids } = await populate(dataDir, NAME);
      writeFileSync(join(dataDir, 'settings.json'), content);

      const host = await start({ dataDir });
      const [aside] = corruptNames(dataDir);
      expect(aside).toMatch(/^settings\.json\.corrupt-/);
      expect(readFileSync(join(dataDir, aside!), 'utf8')).toBe(content);
      expect(host.host.setAside).toEqual([aside]);
      expect((await host.control('diagnostics.get', {})).setAside).toEqual([aside]);
      const { findings } = await host.control('doctor.run', {});
      expect(findings).toContainEqual(
        expect.objectContaining({ code: 'files_set_aside', params: { names: [aside] } }),
      );
      expect(findings.find(({ check }) => check === 'settings')).toMatchObject({ level: 'attention' });

      await new Reporter(host.port, token).expectStatus(202);
      expect((await host.control('receipts.count', {})).count).toBe(ids.length + 1);
    },
  );

  test('settings of a newer version stay unchanged', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    const file = join(dataDir, 'settings.json');
    const newer = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: 2 });
    writeFileSync(file, newer);
    const message =
      'The settings were written by a newer Plinth. Update Plinth, or choose another folder with PLINTH_DATA_DIR.';
    expect(await hostFault({ dataDir })).toMatchObject({ code: 'settings_newer', message });
    const { output, exitCode } = await failToStart({ dataDir });
    expect(output).toBe(`${message}\n`);
    expect(exitCode).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(newer);
    expect(corruptNames(dataDir)).toEqual([]);
  });

  test.skipIf(isWindows)(
    'a database that is deleted while in use is replaced, and keeps the events acknowledged afterwards',
    async () => {
      const dataDir = newFolder();
      const database = join(dataDir, 'receipts.db');
      const host = await start({ dataDir });
      const { token } = await host.generateToken(NAME);
      expect((await host.post(token, newEvent())).status).toBe(202);
      for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
      await vi.waitFor(async () => {
        expect((await host.post(token, newEvent())).status).toBe(202);
        expect(existsSync(database)).toBe(true);
      }, WAIT);
      const response = await host.post(token, newEvent());
      const { receiptId } = (await response.json()) as { receiptId: string };
      expect(statSync(database).mode & 0o777).toBe(0o600);
      await host.stop();
      const again = await start({ dataDir });
      expect((await again.control('receipts.get', { id: receiptId })).receipt?.id).toBe(receiptId);
      expect(corruptNames(dataDir)).toEqual([]);
    },
  );

  test('a store with a damaged page keeps all other receipts, and tells what is lost', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME, 400);
    const file = join(dataDir, 'receipts.db');
    overwrite(file, pageOfTextInMiddle(file, 'Explain this function.'), 4096);
    const host = await start({ dataDir });
    const { receipts } = await host.control('receipts.export', { limit: 500 });
    const lost = 400 - receipts.length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(40);
    const { incidents } = await host.control('incidents.list', {});
    expect(incidents).toMatchObject([{ harm: 'damaged', lost, receipts: 400 - lost }]);
    const { check } = await host.control('record.check', {});
    expect(check).toMatchObject({ receipts: 400 - lost, faultCount: 1, faults: [{ kind: 'lost' }] });
    // The damaged file is reported as long as it exists.
    expect(corruptNames(dataDir)).toHaveLength(1);
    await host.stop();
    const again = await start({ dataDir });
    const { findings } = await again.control('doctor.run', {});
    expect(findings.find(({ check }) => check === 'set-aside')?.params).toEqual({
      names: corruptNames(dataDir),
    });
  });

  test('a key file without a key is set aside and reported', async () => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    writeFileSync(join(dataDir, 'vault.key'), 'no key');
    const host = await start({ dataDir });
    const [aside] = corruptNames(dataDir);
    expect(aside).toMatch(/^vault\.key\.corrupt-/);
    expect(readFileSync(join(dataDir, aside!), 'utf8')).toBe('no key');
    expect((await host.control('diagnostics.get', {})).setAside).toEqual([aside]);
    await new Reporter(host.port, token).expectStatus(202);
  });

  function overwrite(file: string, from: number, bytes: number): void {
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
    closeSync(descriptor);
  }

  test.each([
    [
      'is not a database',
      (file: string) => writeFileSync(file, 'no database, but long enough to look at'.repeat(100)),
      0,
    ],
    ['has a damaged header', (file: string) => overwrite(file, 16, 84), 0],
    [
      'is damaged after its first page',
      (file: string) => overwrite(file, 4096, statSync(file).size - 4096),
      0,
    ],
    ['is truncated', (file: string) => truncateSync(file, 5000), 0],
  ])('a database that %s at the start is set aside, and the host continues', async (_name, damage, kept) => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME, 50);
    const file = join(dataDir, 'receipts.db');
    damage(file);
    const damaged = readFileSync(file);

    const host = await startHostProcess({ dataDir });
    onTestFinished(async () => void (await host.end('SIGKILL')));
    const reporter = new Reporter(host.port, token);
    await reporter.untilStatus(202);
    for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);
    const { setAside } = await host.control('diagnostics.get', {});
    expect(setAside).toHaveLength(1);
    expect(readFileSync(join(dataDir, setAside[0]!)).length).toBe(damaged.length);
    expect(await host.end('SIGTERM')).toBe(0);
    const stored = storedIds(dataDir);
    expect(stored).toHaveLength(kept + reporter.acknowledged.length);
    expect(stored).toEqual(expect.arrayContaining(reporter.acknowledged));
  });

  test.each([
    ['overwritten', (file: string) => overwrite(file, 0, statSync(file).size)],
    ['overwritten after its first page', (file: string) => overwrite(file, 4096, statSync(file).size - 4096)],
  ])(
    'a database that is %s while in use is restored or set aside, and the host continues',
    async (_name, damage) => {
      const dataDir = newFolder();
      const { token } = await populate(dataDir, NAME, 50);
      const host = await startHostProcess({ dataDir });
      onTestFinished(async () => void (await host.end('SIGKILL')));
      const reporter = new Reporter(host.port, token);
      await reporter.expectStatus(202);

      damage(join(dataDir, 'receipts.db'));
      // A read must not crash the host either.
      await host.control('receipts.query', {}).catch(() => {});
      await vi.waitFor(async () => {
        await reporter.report(newEvent({ sessionId: 'after the damage' }));
        expect((await host.control('incidents.list', {})).incidents).toHaveLength(1);
      }, WAIT);
      const before = reporter.acknowledged.length;
      for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);
      expect(host.child.exitCode).toBeNull();
      const { setAside } = await host.control('diagnostics.get', {});
      expect(await host.end('SIGTERM')).toBe(0);
      // The pages that were in memory decide whether the whole store could be written again.
      const isRestored = setAside.length === 0;
      const stored = storedIds(dataDir);
      expect(stored).toEqual(expect.arrayContaining(reporter.acknowledged.slice(isRestored ? 0 : before)));
      if (isRestored) expect(stored.length).toBeGreaterThan(50 + before);
    },
  );

  test('a database of another version stays unchanged', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    const file = join(dataDir, 'receipts.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const bytes = readFileSync(file);
    expect((await hostFault({ dataDir })).code).toBe('receipts_other_version');
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(corruptNames(dataDir)).toEqual([]);
    expect(storedIds(dataDir)).toHaveLength(5);
    const { output, exitCode } = await failToStart({ dataDir });
    expect(output).toContain('Another version of Plinth wrote receipts.db');
    expect(output).toContain('plinth receipts export');
    expect(exitCode).toBe(1);
  });
});

describe('ports and other hosts', () => {
  async function occupy(host: string, port = 0): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return (server.address() as { port: number }).port;
  }

  test.each(['127.0.0.1', '::1'])(
    'a port taken on %s: the host uses the next free one, and writes it to runtime.json',
    async (address) => {
      const taken = await occupy(address);
      const dataDir = newFolder();
      const host = await start({ dataDir, port: taken });
      expect(host.port).toBeGreaterThan(taken);
      expect(host.host.movedFrom).toBe(taken);
      const runtime = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'));
      expect(runtime).toMatchObject({ port: host.port, baseUrl: host.baseUrl, pid: process.pid });
      const { token } = await host.generateToken(NAME);
      await new Reporter(host.port, token).expectStatus(202);
      const manifest = await fetch(`${host.baseUrl}/api/developer/v1/capabilities`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect((await manifest.json()).endpoints.events).toBe(`${host.baseUrl}/api/developer/v1/events`);
      await host.stop();
      expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
    },
  );

  test('no port is free', async () => {
    await occupy('127.0.0.1', 65_535).catch(() => {});
    expect((await hostFault({ dataDir: newFolder(), port: 65_535 })).code).toBe('no_free_port');
  });

  test('the runtime.json of a dead host is ignored and replaced', async () => {
    const dataDir = newFolder();
    const killed = await startHostProcess({ dataDir });
    await killed.end('SIGKILL');
    expect(JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')).pid).toBe(killed.child.pid);
    expect(readRuntimeInfo(dataDir)).toBeUndefined();
    const host = await start({ dataDir });
    expect(readRuntimeInfo(dataDir)).toMatchObject({ pid: process.pid, port: host.port });
  });

  test('a second host reports where the first one runs, and does not disturb it', async () => {
    const dataDir = newFolder();
    const first = await startHostProcess({ dataDir });
    onTestFinished(async () => void (await first.end('SIGKILL')));
    const { token } = await first.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    const runtime = readFileSync(join(dataDir, 'runtime.json'), 'utf8');
    const error = await hostFault({ dataDir });
    expect(error.code).toBe('already_running');
    expect(error.message).toContain(first.baseUrl);
    expect(error.message).toContain(String(first.child.pid));
    const { output, exitCode } = await failToStart({ dataDir });
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(first.baseUrl);
    expect(exitCode).toBe(3);
    expect(readFileSync(join(dataDir, 'runtime.json'), 'utf8')).toBe(runtime);
    await new Reporter(first.port, token).expectStatus(202);
  });

  test('a host that locks twice in one process does not lose the lock to a third', async () => {
    const dataDir = newFolder();
    await start({ dataDir });
    expect((await hostFault({ dataDir })).code).toBe('already_running');
    expect((await failToStart({ dataDir })).exitCode).toBe(3);
  });
});

describe('the clock', () => {
  const DAY = 86_400_000;

  test('jumps forward and back: ids still increase, skew is marked, and the rate limit is unaffected', async () => {
    const dataDir = newFolder();
    let host = await start({ dataDir });
    const { token } = await host.generateToken(NAME);
    const realNow = Date.now.bind(Date);
    const acknowledged: string[] = [];
    const skewed: string[] = [];
    for (const jump of [0, -DAY, 365 * DAY, -30 * DAY, 0]) {
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() + jump);
      const reporter = new Reporter(host.port, token);
      for (let index = 0; index < 5; index += 1) {
        await reporter
          .expectStatus(202)
          .then(() => reporter.report(newEvent({ occurredAt: new Date(realNow()).toISOString() })));
      }
      acknowledged.push(...reporter.acknowledged);
      if (jump !== 0) skewed.push(...reporter.acknowledged);
      if (jump === -DAY) {
        await host.stop();
        host = await start({ dataDir });
      }
    }
    const { receipts } = await host.control('receipts.query', { limit: 500 });
    expect(receipts.map(({ id }) => id).reverse()).toEqual(acknowledged);
    expect([...acknowledged].sort()).toEqual(acknowledged);
    const flagged = receipts.filter(({ flags }) => flags.includes('clock_skew')).map(({ id }) => id);
    expect(new Set(flagged)).toEqual(new Set(skewed));
  });

  test('jumps do not fill or empty the bucket of a token', async () => {
    const host = await start({ dataDir: newFolder() });
    const { token } = await host.generateToken(NAME);
    const writer = new RequestWriter(host.port, token);
    const connection = await RawConnection.open(host.port);
    onTestFinished(() => connection.close());
    const realNow = Date.now.bind(Date);
    const send = async (count: number) => {
      connection.send(Buffer.from(writer.capabilities().repeat(count)));
      const statuses: (number | undefined)[] = [];
      for (let index = 0; index < count; index += 1) statuses.push((await connection.answer())?.status);
      return statuses;
    };
    // The monotonic clock that fills buckets stands still, whatever the calendar clock does.
    const monotonic = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    expect((await send(BURST)).every((status) => status === 200)).toBe(true);
    expect(await send(1)).toEqual([429]);
    for (const jump of [3_600_000, -3_600_000]) {
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() + jump);
      expect(await send(2)).toEqual([429, 429]);
    }
    monotonic.mockRestore();
    await vi.waitFor(async () => expect(await send(1)).toEqual([200]), WAIT);
  });
});

describe('the death of the receipt worker', () => {
  async function governed(): Promise<{
    dataDir: string;
    host: RunningHost;
    governor: ReceiptWorkerGovernor;
    reporter: Reporter;
  }> {
    const dataDir = newFolder();
    const host = await start({ dataDir, receiptWorker: governedReceiptWorker });
    const governor = new ReceiptWorkerGovernor(dataDir);
    onTestFinished(() => governor.close());
    const { token } = await host.generateToken(NAME);
    return { dataDir, host, governor, reporter: new Reporter(host.port, token) };
  }

  test.each(['exit', 'throw'] as const)(
    'by %s: 503 until the next worker runs, and no acknowledged event is lost',
    async (death) => {
      const { dataDir, host, governor, reporter } = await governed();
      for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);
      void governor[death]();
      await reporter.untilStatus(503);
      await reporter.untilStatus(202);
      for (let index = 0; index < 20; index += 1) await reporter.expectStatus(202);
      await host.stop();
      expect(storedIds(dataDir)).toEqual(expect.arrayContaining(reporter.acknowledged));
    },
  );

  test('with events in progress: every client gets an answer', async () => {
    const { dataDir, host, governor } = await governed();
    const { token } = await host.generateToken('crowd');
    const reporters = Array.from({ length: 100 }, () => new Reporter(host.port, token));
    const event = () => ({ ...newEvent(), integration: 'crowd' });
    const answers = reporters.map((reporter) => reporter.report(event()));
    governor.exit();
    answers.push(...reporters.map((reporter) => reporter.report(event())));
    const statuses = new Set((await Promise.all(answers)).map((answer) => answer?.status));
    for (const status of statuses) expect([202, 503]).toContain(status);
    await vi.waitFor(async () => expect((await reporters[0]!.report(event()))?.status).toBe(202), WAIT);
    await host.stop();
    const acknowledged = reporters.flatMap((reporter) => reporter.acknowledged);
    expect(storedIds(dataDir)).toEqual(expect.arrayContaining(acknowledged));
  });

  test('by an event whose redaction does not end: only this event waits, and is stored by its sizes', async () => {
    const receiptWorker = new URL('../support/stuck-redactor-worker.ts', import.meta.url);
    const host = await start({ dataDir: newFolder(), receiptWorker });
    const { token } = await host.generateToken(NAME);
    const other = await host.generateToken('other');
    const textOf = async (answer: Response) => {
      expect(answer.status).toBe(202);
      const { receiptId } = (await answer.json()) as { receiptId: string };
      return (await host.control('receipts.get', { id: receiptId })).receipt.data.content;
    };
    let answered = false;
    const endless = host.post(token, sampleEvent(NAME, { data: { content: 'endless' } })).then((answer) => {
      answered = true;
      return answer;
    });
    for (const content of ['beside it', 'after it']) {
      const event = sampleEvent('other', { sessionId: content, data: { content } });
      expect(await textOf(await host.post(other.token, event))).toBe(content);
    }
    expect(answered).toBe(false);
    expect(await textOf(await endless)).toBeUndefined();
  });

  test('when the next worker cannot open the store at first', async () => {
    const { dataDir, host, governor, reporter } = await governed();
    await reporter.expectStatus(202);
    const file = join(dataDir, 'receipts.db');
    const refusals = () => readFileSync(logFile(dataDir), 'utf8').split('receipt store refused').length;
    governor.exit();
    await reporter.untilStatus(503);
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const before = refusals();
    await vi.waitFor(() => expect(refusals()).toBeGreaterThan(before), WAIT);
    rmSync(file, { recursive: true });
    renameSync(`${file}.away`, file);
    await reporter.untilStatus(202);
    await host.stop();
    expect(storedIds(dataDir)).toEqual(reporter.acknowledged);
  });
});

function logFile(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.log'))!);
}

describe('a graceful stop', () => {
  /** Reports continuously on many connections until the host closes them. */
  function load(
    port: number,
    token: string,
  ): { reporters: Reporter[]; statuses: Set<number | undefined>; done: Promise<unknown> } {
    const reporters = Array.from({ length: 40 }, () => new Reporter(port, token));
    const statuses = new Set<number | undefined>();
    const done = Promise.all(
      reporters.map(async (reporter) => {
        for (;;) {
          const answer = await reporter.report().catch(() => undefined);
          if (answer === undefined) return;
          statuses.add(answer.status);
        }
      }),
    );
    return { reporters, statuses, done };
  }

  const acknowledgedBy = (reporters: Reporter[]) => reporters.flatMap(({ acknowledged }) => acknowledged);

  test('answers or refuses every event in flight, and keeps the acknowledged ones', async () => {
    const dataDir = newFolder();
    const host = await start({ dataDir });
    const { token } = await host.generateToken(NAME);
    const writer = new RequestWriter(host.port, token);
    const half = await RawConnection.open(host.port);
    const request = writer.event(newEvent());
    half.send(request.subarray(0, request.length - 5));
    const { reporters, statuses, done } = load(host.port, token);
    await vi.waitFor(() => expect(acknowledgedBy(reporters).length).toBeGreaterThan(200), WAIT);
    const stopped = host.stop();
    half.send(request.subarray(request.length - 5));
    const last = await half.answer();
    expect([202, 503]).toContain(last?.status);
    if (last?.status === 202) reporters[0]!.acknowledged.push(JSON.parse(last.body).receiptId);
    await stopped;
    await done;
    for (const status of statuses) expect([202, 429, 503]).toContain(status);
    expect(new Set(storedIds(dataDir))).toEqual(new Set(acknowledgedBy(reporters)));
    expect(existsSync(join(dataDir, 'receipts.db-wal'))).toBe(false);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s', async (signal) => {
    const dataDir = newFolder();
    const host: HostProcess = await startHostProcess({ dataDir });
    const { token } = await host.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    const { reporters, done } = load(host.port, token);
    await vi.waitFor(() => expect(acknowledgedBy(reporters).length).toBeGreaterThan(200), WAIT);
    expect(await host.end(signal)).toBe(0);
    await done;
    expect(storedIds(dataDir)).toEqual(expect.arrayContaining(acknowledgedBy(reporters)));
    expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  });
});
