import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MirrorState } from '../../shared/mirror.ts';
import { readDatabaseCopy } from '../support/database-copy.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';

const NAME = 'mirror';
const WAIT = { timeout: 60_000, interval: 25 };

const folders: string[] = [];
// When every host has stopped: Windows removes no file that one has open.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  folders.push(temporaryFolder());
  return folders.at(-1)!;
}

/** Windows has no modes. */
const expectMode = (path: string, mode: number) =>
  process.platform === 'win32' || expect(statSync(path).mode & 0o777).toBe(mode);

async function start(dataDir = newFolder()): Promise<RunningHost> {
  const host = await startTestHost({ dataDir });
  onTestFinished(() => host.stop());
  return host;
}

let sent = 0;
async function report(
  host: RunningHost,
  token: string,
  sessionId = 'one',
  content = 'words',
): Promise<string> {
  sent += 1;
  const event = sampleEvent(NAME, { sessionId, data: { content: `${content} ${sent}` } });
  const answer = await host.post(token, event);
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { receiptId: string }).receiptId;
}

const mirrorOf = (folder: string) => join(folder, 'plinth-mirror', 'record.db');

const idsIn = (file: string) =>
  readDatabaseCopy(file, (db) =>
    db
      .prepare('SELECT id FROM receipts ORDER BY seq')
      .all()
      .map(({ id }) => id as string),
  );

const untilState = (host: RunningHost, state: MirrorState) =>
  vi.waitFor(async () => expect((await host.control('mirror.status', {})).state).toBe(state), WAIT);

const untilIn = (folder: string, ids: readonly string[]) =>
  vi.waitFor(() => expect(idsIn(mirrorOf(folder))).toEqual(ids), WAIT);

const turnOn = (host: RunningHost, folder: string, maxAgeDays: number | null = null) =>
  host.control('mirror.on', { folder, maxAgeDays, maxBytes: null });

async function started() {
  const host = await start();
  const { token } = await host.generateToken(NAME);
  const folder = newFolder();
  return { host, token, folder };
}

test('has every receipt, earlier ones included, in private files', async () => {
  const { host, token, folder } = await started();
  const ids = [await report(host, token), await report(host, token, 'two')];
  expect((await turnOn(host, folder)).state).toBe('current');
  ids.push(await report(host, token));
  await untilIn(folder, ids);
  expectMode(mirrorOf(folder), 0o600);
  expectMode(join(folder, 'plinth-mirror'), 0o700);
  const status = await host.control('mirror.status', {});
  expect(status).toMatchObject({ state: 'current', isOnSameVolume: true, isOpenToOthers: false });
});

test('refuses a folder in the data directory, and one that does not exist', async () => {
  const { host, folder } = await started();
  await expect(turnOn(host, host.dataDir)).rejects.toThrow('refused');
  await expect(turnOn(host, join(folder, 'none'))).rejects.toThrow('not_found');
  expect((await host.control('mirror.status', {})).state).toBe('off');
});

test('loses what the user deletes, and keeps what the retention of the record deletes', async () => {
  const { host, token, folder } = await started();
  await turnOn(host, folder);
  const gone = await report(host, token, 'one', 'plinthsecretword');
  const kept = await report(host, token, 'two');
  await untilIn(folder, [gone, kept]);
  await host.control('receipts.delete', { scope: { receiptId: gone } });
  expect(idsIn(mirrorOf(folder))).toEqual([kept]);
  expect(readFileSync(mirrorOf(folder)).includes('plinthsecretword')).toBe(false);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await host.control('retention.run', { dryRun: false })).receipts).toBe(1);
  vi.useRealTimers();
  const last = await report(host, token, 'three');
  await untilIn(folder, [kept, last]);

  const restored = await host.control('record.restore', { source: null, dryRun: false });
  expect(restored).toMatchObject({ receipts: 2, check: { faultCount: 0 } });
  expect((await host.control('receipts.count', {})).count).toBe(2);
  expect((await host.control('record.check', {})).check).toMatchObject({
    faultCount: 0,
    receipts: 2,
    erased: 1,
  });
  const next = await report(host, token, 'two');
  await untilIn(folder, [kept, last, next]);
});

test('deletes by its own retention, and a restored record says so', async () => {
  const { host, token, folder } = await started();
  const old = await report(host, token);
  await turnOn(host, folder);
  await untilIn(folder, [old]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await turnOn(host, folder, 5);
  await untilIn(folder, []);
  vi.useRealTimers();
  expect((await host.control('receipts.count', {})).count).toBe(1);
  const restored = await host.control('record.restore', { source: folder, dryRun: true });
  expect(restored).toMatchObject({ receipts: 0, check: { faultCount: 0, erased: 1 } });
});

test('says that its volume is gone, and catches up when it is back, deletions included', async () => {
  const { host, token, folder } = await started();
  await turnOn(host, folder);
  const gone = await report(host, token, 'one');
  await untilIn(folder, [gone]);
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder);
  onTestFinished(() => rmSync(`${folder}-away`, { recursive: true, force: true }));
  const kept = await report(host, token, 'two');
  await untilState(host, 'away');
  await host.control('receipts.delete', { scope: { receiptId: gone } });
  const status = await host.control('mirror.status', {});
  expect(status.settings?.hasDeleted).toBe(true);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  await untilState(host, 'current');
  expect(idsIn(mirrorOf(folder))).toEqual([kept]);
  expect((await host.control('mirror.status', {})).settings?.hasDeleted).toBe(false);
});

test('of a lost record stays, and restores it with every receipt', async () => {
  const { host, token, folder } = await started();
  await turnOn(host, folder);
  const ids = [await report(host, token), await report(host, token, 'two', 'findable')];
  await untilIn(folder, ids);
  await host.stop();
  for (const suffix of ['', '-wal']) rmSync(join(host.dataDir, `receipts.db${suffix}`), { force: true });
  const again = await start(host.dataDir);
  const later = await report(again, token, 'three');
  await untilState(again, 'other_record');
  expect(idsIn(mirrorOf(folder))).toEqual(ids);

  const restored = await again.control('record.restore', { source: null, dryRun: false });
  expect(restored).toMatchObject({ receipts: 2, check: { faultCount: 0 } });
  expect(idsIn(join(again.dataDir, restored.aside!))).toEqual([later]);
  const { receipts } = await again.control('receipts.query', { filter: { text: 'findable' } });
  expect(receipts.map(({ id }) => id)).toEqual([ids[1]]);
  const { sessions } = await again.control('sessions.query', {});
  expect(sessions.map(({ events }) => events)).toEqual([1, 1]);
  await untilState(again, 'current');
});

describe('a backup', () => {
  test('is complete and checked while events arrive, and never replaces a file', async () => {
    const { host, token, folder } = await started();
    const ids: string[] = [];
    for (let index = 0; index < 600; index += 1) ids.push(await report(host, token, `s ${index % 5}`));
    const file = join(folder, 'backup.db');
    const [backup, during] = await Promise.all([
      host.control('record.backup', { file }),
      Promise.all(Array.from({ length: 20 }, () => report(host, token))),
    ]);
    expect(backup.check.faultCount).toBe(0);
    expectMode(file, 0o600);
    const inFile = idsIn(file);
    expect(inFile.slice(0, ids.length)).toEqual(ids);
    expect([...ids, ...during]).toEqual(expect.arrayContaining(inFile));
    await expect(host.control('record.backup', { file })).rejects.toThrow('refused');

    const other = await start();
    const restored = await other.control('record.restore', { source: file, dryRun: false });
    expect(restored).toMatchObject({ receipts: inFile.length, aside: null, check: { faultCount: 0 } });
    expect((await other.control('receipts.count', {})).count).toBe(inFile.length);
    expect((await other.control('record.check', {})).check.faultCount).toBe(0);
  });

  test('with an altered receipt is named before it is restored', async () => {
    const { host, token, folder } = await started();
    await report(host, token);
    const file = join(folder, 'backup.db');
    await host.control('record.backup', { file });
    expect(readdirSync(folder).filter((name) => name.startsWith('backup.db'))).toEqual(['backup.db']);
    const db = new DatabaseSync(file);
    db.exec("UPDATE receipts SET data = json_set(data, '$.content', 'another')");
    db.close();
    const { check } = await host.control('record.restore', { source: file, dryRun: true });
    expect(check.faults.map(({ kind }) => kind)).toEqual(['altered']);
  });

  test('of another version, and a file that is none, are refused and change nothing', async () => {
    const { host, token, folder } = await started();
    const id = await report(host, token);
    const file = join(folder, 'backup.db');
    await host.control('record.backup', { file });
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE later (value); PRAGMA user_version = 999');
    db.close();
    const before = readFileSync(file);
    const refusal = await host.host.dispatch('record.restore', { source: file, dryRun: false });
    expect(refusal).toMatchObject({ ok: false, error: { reason: 'copy_other_version' } });
    expect(readFileSync(file).equals(before)).toBe(true);
    const none = await host.host.dispatch('record.restore', { source: import.meta.filename, dryRun: false });
    expect(none).toMatchObject({ ok: false, error: { reason: 'copy_unreadable' } });
    const { receipts } = await host.control('receipts.query', {});
    expect(receipts.map((receipt) => receipt.id)).toEqual([id]);
  });
});
