import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DoctorFinding } from '../../shared/doctor.ts';
import { incidentSentences } from '../../shared/words/incidents.ts';
import { gapSentence } from '../../shared/words/recording-gaps.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { populate } from '../support/recorded-data.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';

/*
 * The doctor must report stores that were deleted, emptied or replaced, or that lost their key. It never
 * reports them as healthy.
 */

const NAME = 'record-faults';
const RECEIPTS = 5;

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<RunningHost> {
  const host = await startTestHost({ dataDir });
  onTestFinished(() => host.stop());
  return host;
}

type Control = Pick<RunningHost | HostProcess, 'control'>;

const findingsOf = async (host: Control, check: string): Promise<DoctorFinding[]> =>
  (await host.control('doctor.run', {})).findings.filter((finding) => finding.check === check);

let sent = 0;
async function report(baseUrl: string, token: string, count = RECEIPTS, content = 'Why?'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    sent += 1;
    const answer = await fetch(`${baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent(NAME, { sessionId: `s${sent}`, data: { content } })),
    });
    expect(answer.status).toBe(202);
  }
}

function alter(dataDir: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  db.exec(sql);
  db.close();
}

const database = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('receipts.db'))
    .map((name) => join(dataDir, name));

describe('receipts that were removed without Plinth', () => {
  test('an untouched store is complete after restarts, deletions and retention', async () => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    const host = await startTestHost({ dataDir });
    await report(host.baseUrl, token, 2);
    const { receipts } = await host.control('receipts.query', { limit: 1 });
    await host.control('receipts.delete', { scope: { receiptId: receipts[0]!.id } });
    await host.control('retention.run', { dryRun: false });
    expect(await findingsOf(host, 'record')).toEqual([
      { check: 'record', level: 'ok', code: 'record_complete', params: { receipts: 6 } },
    ]);
    await host.stop();
    expect((await findingsOf(await start(dataDir), 'record'))[0]?.level).toBe('ok');
  });

  test.each<[string, (dataDir: string) => void, number]>([
    [
      'deleted',
      (dataDir) => {
        for (const file of database(dataDir)) rmSync(file);
      },
      0,
    ],
    ['emptied', (dataDir) => alter(dataDir, 'DELETE FROM receipts; DELETE FROM sessions'), 0],
    [
      'without one receipt and its count',
      (dataDir) =>
        alter(
          dataDir,
          `DELETE FROM sessions WHERE key = (SELECT session_key FROM receipts ORDER BY seq LIMIT 1);
           DELETE FROM receipts WHERE seq = (SELECT min(seq) FROM receipts)`,
        ),
      4,
    ],
  ])('a store that is %s while no host runs', async (_name, change, left) => {
    const dataDir = newFolder();
    const { token } = await populate(dataDir, NAME);
    change(dataDir);
    const host = await startTestHost({ dataDir });
    const expected = {
      check: 'record',
      level: 'failure',
      code: 'receipts_were_lost',
      params: { noticedAt: expect.any(String), at: expect.any(String), found: left, expected: 5 },
    };
    expect(await findingsOf(host, 'record')).toEqual([expected]);
    // Neither new receipts nor a restart hide the loss.
    await report(host.baseUrl, token, 10);
    await host.stop();
    const again = await start(dataDir);
    expect(await findingsOf(again, 'record')).toEqual([expected]);
    await again.control('receipts.delete', { scope: { everything: true } });
    expect((await findingsOf(again, 'record'))[0]?.level).toBe('ok');
  });

  test.each([
    ['empty', 0],
    ['cut off within its header', 60],
  ])('a store that is %s at the start is set aside with its log', async (_name, bytes) => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    truncateSync(join(dataDir, 'receipts.db'), bytes);
    writeFileSync(join(dataDir, 'receipts.db-wal'), 'the last reports');

    const host = await startTestHost({ dataDir });
    const [aside] = host.host.setAside;
    expect(aside).toMatch(/^receipts\.db\.corrupt-/);
    expect(statSync(join(dataDir, aside!)).size).toBe(bytes);
    expect(readFileSync(join(dataDir, `${aside}-wal`), 'utf8')).toBe('the last reports');
    expect(await findingsOf(host, 'record')).toMatchObject([
      { code: 'receipts_were_lost', params: { found: 0, expected: RECEIPTS } },
    ]);
    expect(await findingsOf(host, 'set-aside')).toMatchObject([{ params: { names: [aside] } }]);
    expect(await findingsOf(host, 'survival')).toMatchObject([{ code: 'files_were_harmed' }]);
    const { incidents } = await host.control('incidents.list', {});
    expect(incidents).toMatchObject([{ harm: 'truncated', restored: [], receipts: 0, lastReports: [] }]);
    expect(incidentSentences(incidents[0]!)).toEqual({
      title: 'The receipt store was empty or cut off.',
      outcome:
        'Plinth renamed this file and started a new store. How many receipts the damaged file contained is not known.',
      lastReport: null,
    });
    await host.stop();
    // The new store is a usual one.
    const again = await start(dataDir);
    expect(again.host.setAside).toEqual([]);
    expect((await again.control('incidents.list', {})).incidents).toHaveLength(1);
  });

  test('a store that is cut off later keeps what is before the cut, and tells what is lost', async () => {
    const dataDir = newFolder();
    const first = await startTestHost({ dataDir });
    const { token } = await first.generateToken(NAME);
    await report(first.baseUrl, token, 120, 'a long prompt. '.repeat(80));
    await first.stop();
    const file = join(dataDir, 'receipts.db');
    truncateSync(file, Math.floor(statSync(file).size * 0.8) + 7);
    const host = await start(dataDir);
    const [aside] = host.host.setAside;
    expect(aside).toMatch(/^receipts\.db\.corrupt-/);
    const kept = (await host.control('host.status', {})).receipts;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(120);
    const { incidents } = await host.control('incidents.list', {});
    expect(incidents).toMatchObject([{ harm: 'truncated', receipts: kept }]);
    expect(incidentSentences(incidents[0]!).outcome).toContain(
      `Plinth renamed this file and wrote what was readable to a new one: ${kept} receipts.`,
    );
    expect(await findingsOf(host, 'record')).toMatchObject([
      { code: 'receipts_were_lost', params: { found: kept, expected: 120 } },
    ]);
    const { check } = await host.control('record.check', {});
    expect(check.faults.filter(({ kind }) => kind === 'altered')).toEqual([]);
    expect(check.faultCount).toBeGreaterThan(0);
  });

  test('rows that are missing while their sessions count them', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    alter(dataDir, 'DELETE FROM receipts WHERE seq = (SELECT max(seq) FROM receipts)');
    expect(await findingsOf(await start(dataDir), 'record')).toMatchObject([
      {
        level: 'failure',
        code: 'receipts_missing',
        params: { found: 4, expected: 5 },
      },
    ]);
  });

  test('a write-ahead log that is missing after a kill', async () => {
    const dataDir = newFolder();
    const killed = await startHostProcess({ dataDir });
    const { token } = await killed.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    await report(killed.baseUrl, token);
    await killed.end('SIGKILL');
    expect(existsSync(join(dataDir, 'receipts.db-wal'))).toBe(true);
    for (const ending of ['-wal', '-shm']) rmSync(join(dataDir, `receipts.db${ending}`), { force: true });
    expect(await findingsOf(await start(dataDir), 'record')).toMatchObject([{ level: 'failure' }]);
  });

  test('a torn end of the log after a crash is a gap, and no change of the record', async () => {
    const dataDir = newFolder();
    const killed = await startHostProcess({ dataDir });
    const { token } = await killed.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    await report(killed.baseUrl, token, 40);
    // The number of receipts is kept a few seconds later.
    const settings = () => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
    await expect.poll(() => settings().witness.receipts, { timeout: 60_000, interval: 200 }).toBe(40);
    await killed.end('SIGKILL');
    const log = join(dataDir, 'receipts.db-wal');
    // The system had written the beginning of the log. Of the rest, there are blocks of zeros.
    const bytes = readFileSync(log);
    writeFileSync(log, bytes.fill(0, Math.floor(bytes.length * 0.6)));

    const host = await start(dataDir);
    const { receipts } = await host.control('host.status', {});
    expect(receipts).toBeGreaterThan(0);
    expect(receipts).toBeLessThan(40);
    expect(host.host.setAside).toEqual([]);
    const gaps = async (from: RunningHost) => (await from.control('recording.gaps', {})).gaps;
    const crashed = (await gaps(host)).find(({ cause }) => cause === 'crashed');
    expect(crashed).toMatchObject({ precision: 'exact', notRecorded: 40 - receipts, scope: null });
    expect(gapSentence(crashed!)).toContain(`at least ${40 - receipts} receipts from `);
    expect(await findingsOf(host, 'record')).toMatchObject([{ level: 'ok' }]);
    const { check } = await host.control('record.check', {});
    expect(check).toMatchObject({ faults: [], receipts });
    await report(host.baseUrl, token, 50);
    await host.stop();
    const again = await start(dataDir);
    expect((await again.control('record.check', {})).check.faults).toEqual([]);
    expect((await gaps(again)).filter(({ cause }) => cause === 'crashed')).toEqual([crashed]);
  });

  test('a kill alone loses nothing, and is not reported as a loss', async () => {
    const dataDir = newFolder();
    const killed = await startHostProcess({ dataDir });
    const { token } = await killed.control('integrations.generate', {
      name: NAME,
      permissions: ['events:write'],
    });
    await report(killed.baseUrl, token);
    await killed.end('SIGKILL');
    const host = await start(dataDir);
    expect(await findingsOf(host, 'record')).toMatchObject([
      { level: 'ok', code: 'record_complete', params: { receipts: 5 } },
    ]);
  });

  test.skipIf(process.platform === 'win32')('a store that is deleted while in use is complete', async () => {
    const dataDir = newFolder();
    const host = await start(dataDir);
    const { token } = await host.generateToken(NAME);
    await report(host.baseUrl, token);
    for (const file of database(dataDir)) rmSync(file);
    await report(host.baseUrl, token, 1);
    expect(await findingsOf(host, 'record')).toMatchObject([{ level: 'ok', params: { receipts: 6 } }]);
    expect(await findingsOf(host, 'survival')).toMatchObject([
      { level: 'attention', code: 'files_were_harmed', params: { incidents: 1 } },
    ]);
    const { keys } = await host.control('incidents.see', {});
    expect(await findingsOf(host, 'survival')).toEqual([]);
    expect(await host.control('incidents.see', { takenBack: keys })).toEqual({ keys });
    expect(await findingsOf(host, 'survival')).toHaveLength(1);
  });
});

describe('the key', () => {
  test('is not reported when it stays the same', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    const host = await start(dataDir);
    expect((await host.control('host.status', {})).vault).toEqual({ backend: 'file', reason: 'chosen' });
    expect(await findingsOf(host, 'keychain')).toMatchObject([{ level: 'ok' }]);
    expect(await findingsOf(host, 'keys')).toEqual([]);
  });

  test.each<[string, (file: string) => void]>([
    ['deleted', (file) => rmSync(file)],
    ['replaced', (file) => writeFileSync(file, 'ab'.repeat(32))],
    ['damaged', (file) => writeFileSync(file, 'no key')],
  ])('that was %s is reported by status and doctor', async (_name, change) => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    change(join(dataDir, 'vault.key'));
    const host = await startTestHost({ dataDir });
    expect((await host.control('host.status', {})).vault).toEqual({
      backend: 'file',
      reason: 'chosen',
      otherKey: 'new',
    });
    expect(await findingsOf(host, 'keychain')).toMatchObject([{ level: 'failure', code: 'key_lost' }]);
    await host.stop();
    // It is then a past incident, reported as long as receipts of the earlier key are stored.
    const again = await start(dataDir);
    expect(await findingsOf(again, 'keychain')).toMatchObject([{ level: 'ok' }]);
    expect(await findingsOf(again, 'keys')).toMatchObject([
      { level: 'attention', code: 'several_keys', params: { keys: 2 } },
    ]);
    await again.control('receipts.delete', { scope: { everything: true } });
    expect(await findingsOf(again, 'keys')).toEqual([]);
  });

  test('is identified in the store without being revealed', async () => {
    const dataDir = newFolder();
    await populate(dataDir, NAME);
    const key = readFileSync(join(dataDir, 'vault.key'), 'utf8').trim();
    const db = new DatabaseSync(join(dataDir, 'receipts.db'));
    const { id } = db.prepare('SELECT id FROM vault_keys').get() as { id: string };
    db.close();
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(key).not.toContain(id);
  });
});

test('a store from an older copy is not accepted as the newest', async () => {
  const dataDir = newFolder();
  const { token } = await populate(dataDir, NAME);
  const file = join(dataDir, 'receipts.db');
  copyFileSync(file, `${file}.copy`);
  const host = await startTestHost({ dataDir });
  await report(host.baseUrl, token);
  await host.stop();
  renameSync(`${file}.copy`, file);
  expect(await findingsOf(await start(dataDir), 'record')).toMatchObject([
    {
      level: 'failure',
      code: 'receipts_were_lost',
      params: { found: 5, expected: 10 },
    },
  ]);
});
