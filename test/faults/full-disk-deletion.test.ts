import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseCopy } from '../support/database-copy.ts';
import { type RunningHost, sampleEvent, startTestHost } from '../support/running-host.ts';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const NAME = 'full disk';
const WAIT = { timeout: 60_000, interval: 25 };
/** Text that is too varied for SQLite to store it in a few pages. */
const words = (index: number) =>
  Array.from({ length: 120 }, (_, at) => `plinthword${index}x${at * index}`).join(' ');

interface FullDisk {
  disk: SmallDisk;
  host: RunningHost;
  token: string;
  salts: Buffer[];
}

let sent = 0;
const send = (host: RunningHost, token: string) => {
  sent += 1;
  const event = sampleEvent(NAME, { sessionId: `s ${sent % 7}`, data: { content: words(sent) } });
  return host.post(token, event).then(({ status }) => status);
};

const database = (disk: SmallDisk) => join(disk.path, 'receipts.db');

function contains(disk: SmallDisk, needle: Buffer | string): boolean {
  return readdirSync(disk.path).some((name) => {
    const file = join(disk.path, name);
    return existsSync(file) && name.startsWith('receipts.db') && readFileSync(file).includes(needle);
  });
}

async function indexed(host: RunningHost): Promise<void> {
  await vi.waitFor(async () => {
    const { stores } = await host.control('diagnostics.get', {});
    expect(stores.unindexedReceipts).toBe(0);
  }, WAIT);
}

/** Fills a host's disk, so that events are refused. */
async function fillDisk(events: number): Promise<FullDisk> {
  const disk = mountSmallDisk(16);
  onTestFinished(() => disk.remove());
  const host = await startTestHost({ dataDir: disk.path });
  onTestFinished(() => host.stop());
  const { token } = await host.generateToken(NAME);
  for (let index = 0; index < events; index += 1) expect(await send(host, token)).toBe(202);
  await indexed(host);
  disk.fill();
  await vi.waitFor(async () => expect(await send(host, token)).toBe(503), WAIT);
  const salts = readDatabaseCopy(database(disk), (db) =>
    db
      .prepare('SELECT salt FROM receipts')
      .all()
      .map(({ salt }) => Buffer.from(salt as Uint8Array)),
  );
  expect(salts.length).toBeGreaterThanOrEqual(events);
  expect(contains(disk, salts[0]!)).toBe(true);
  return { disk, host, token, salts };
}

async function expectNothingLeft({ disk, salts }: FullDisk): Promise<void> {
  expect(salts.filter((salt) => contains(disk, salt))).toEqual([]);
  expect(contains(disk, 'plinthword')).toBe(false);
}

describe.skipIf(!canMountDisks)('deletion on a full disk (needs the permission to mount one)', () => {
  test('of everything makes room, leaves no salt, and recording resumes', async () => {
    const full = await fillDisk(300);
    const { host, token, salts } = full;
    const deleted = await host.control('receipts.delete', { scope: { everything: true } });
    expect(deleted.receipts).toBe(salts.length);
    await expectNothingLeft(full);
    expect(await host.control('receipts.count', {})).toEqual({ count: 0 });
    for (let index = 0; index < 20; index += 1) expect(await send(host, token)).toBe(202);
    const { check } = await host.control('record.check', {});
    expect(check).toMatchObject({ faultCount: 0, receipts: 20, erased: salts.length });
    const { findings } = await host.control('doctor.run', {});
    const ofRecord = findings.filter((finding) =>
      ['record', 'survival', 'set-aside'].includes(finding.check),
    );
    expect(ofRecord.map(({ code }) => code)).toEqual(['record_complete']);
  });

  test('of everything just after a start, when the write-ahead log has no room of its own', async () => {
    const first = await fillDisk(60);
    first.disk.free();
    await first.host.stop();
    const host = await startTestHost({ dataDir: first.disk.path });
    onTestFinished(() => host.stop());
    first.disk.fill();
    const { receipts } = await host.control('receipts.delete', { scope: { everything: true } });
    expect(receipts).toBeGreaterThan(0);
    await expectNothingLeft(first);
    await vi.waitFor(async () => expect(await send(host, first.token)).toBe(202), WAIT);
  });
});
