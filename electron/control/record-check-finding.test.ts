import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

/** A data directory with nine receipts, of which every test gets a copy. */
const recorded = temporaryFolder();
let host: RunningHost;

beforeAll(async () => {
  const first = await startTestHost({ dataDir: recorded });
  const { token } = await first.generateToken('agent');
  for (let index = 0; index < 9; index += 1) {
    await first.post(token, sampleEvent('agent', { data: { content: `prompt ${index}`, cwd: '/srv/a' } }));
  }
  await first.stop();
});
afterEach(() => host.remove());
afterAll(() => rmSync(recorded, { recursive: true, force: true }));

/** Starts a host on a copy of the record, after a change of it. */
async function startWith(change = ''): Promise<void> {
  const dataDir = temporaryFolder();
  cpSync(recorded, dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  db.exec(change);
  db.close();
  host = await startTestHost({ dataDir });
}

async function restart(): Promise<void> {
  const { dataDir } = host;
  await host.stop();
  host = await startTestHost({ dataDir });
}

/** Returns what the doctor says of the record, and whether Diagnostics and Problems say the same. */
async function told(): Promise<string[]> {
  const { findings } = await host.control('doctor.run', {});
  const { recordCheck } = await host.control('diagnostics.get', {});
  expect(findings).toContainEqual(recordCheck);
  return findings.filter(({ check }) => check === 'record' || check === 'check').map(({ code }) => code);
}

test('a record that was never checked needs attention, and the newest check is kept', async () => {
  await startWith();
  expect(await told()).toEqual(['record_complete', 'record_not_checked']);
  await host.control('record.check', {});
  expect(await told()).toEqual(['record_complete', 'record_unchanged']);
  await restart();
  expect(await told()).toEqual(['record_complete', 'record_unchanged']);
});

test.each([
  ['text', "UPDATE receipts SET data = json_set(data, '$.content', 'nothing') WHERE leaf = 4"],
  ['time', 'UPDATE receipts SET occurred_at = occurred_at + 1 WHERE leaf = 4'],
  ['flag', 'UPDATE receipts SET flags = 2 WHERE leaf = 4'],
  ['salt', 'UPDATE receipts SET salt = zeroblob(32) WHERE leaf = 4'],
  ['leaf', 'UPDATE tree_leaves SET hash = zeroblob(32) WHERE i = 4'],
  ['order', 'UPDATE receipts SET leaf = iif(leaf = 2, 3, 2) WHERE leaf IN (2, 3)'],
  ['session', "UPDATE sessions SET label = 'another'"],
  ['agent', "UPDATE integrations SET name = 'another'"],
  ['mark', 'INSERT INTO tree_marks VALUES (4, \'{"erased":[[1,2]],"v":1,"why":"user"}\')'],
])('a record with another %s is a failure once a check ran, also after a restart', async (name, change) => {
  await startWith(change);
  await host.control('record.check', {});
  expect(await told()).toEqual(['record_changed']);
  // What a check found is kept in one way, whatever it is.
  if (name === 'text') await restart();
  expect(await told()).toEqual(['record_changed']);
});

test('a check that is too old says nothing more', async () => {
  await startWith();
  await host.control('record.check', {});
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 8 * 86_400_000);
  expect(await told()).toEqual(['record_complete', 'record_not_checked']);
});
