import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

const RECEIPTS = 9;

let host: RunningHost;
let original: string;
let integrationId: string;
let newest: string;

beforeAll(async () => {
  host = await startTestHost();
  original = host.dataDir;
  const { token, id } = await host.generateToken('agent');
  integrationId = id;
  for (let index = 0; index < RECEIPTS; index += 1) {
    await host.post(token, sampleEvent('agent', { data: { content: `needle ${index}`, cwd: '/srv/a' } }));
  }
  expect(await shown()).toEqual(Array(5).fill(RECEIPTS));
  newest = (await host.control('receipts.query', {})).receipts[0]!.id;
  await host.stop();
});
afterAll(() => rmSync(original, { recursive: true, force: true }));
afterEach(() => host.remove());

async function shown() {
  const filters = [
    { text: 'needle' },
    { integrationId },
    { event: 'prompt.submitted' as const },
    { sessionId: 'session-1' },
    { project: '/srv/a' },
  ];
  const answers = filters.map((filter) => host.control('receipts.count', { filter }));
  return (await Promise.all(answers)).map(({ count }) => count);
}
const incidents = async () => (await host.control('incidents.list', {})).incidents.map(({ harm }) => harm);

async function startChanged(sql: string): Promise<void> {
  const dataDir = temporaryFolder();
  cpSync(original, dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'receipts.db'));
  db.enableDefensive(false);
  db.exec(sql);
  db.close();
  host = await startTestHost({ dataDir });
}

test.each([
  ['all facets', 'DELETE FROM receipt_facets'],
  ['some facets', 'DELETE FROM receipt_facets WHERE leaf > 1'],
  ['all facts', 'DELETE FROM receipt_facts'],
  ['the texts', "INSERT INTO receipt_text_0 (receipt_text_0) VALUES ('delete-all')"],
  ['some texts', 'DELETE FROM receipt_text_0 WHERE rowid > 1'],
  ['the activity', 'DELETE FROM activity'],
  ['a part', 'DROP TABLE receipt_text_0'],
])('an index that lost %s is made anew at the start, and that is told', async (_name, sql) => {
  await startChanged(sql);
  // The counts need no activity, so they are right before it is made anew.
  await expect.poll(incidents, { timeout: 60_000 }).toEqual(['indexes']);
  await expect.poll(shown, { timeout: 60_000 }).toEqual(Array(5).fill(RECEIPTS));
  const { findings } = await host.control('doctor.run', {});
  expect(findings).toContainEqual(expect.objectContaining({ code: 'files_were_harmed' }));
  expect((await host.control('record.check', {})).check).toMatchObject({ faultCount: 0, receipts: RECEIPTS });
});

test('an index that is whole is left alone', async () => {
  await startChanged('SELECT 1');
  await host.control('receipts.delete', { scope: { receiptId: newest } });
  const { dataDir } = host;
  await host.stop();
  host = await startTestHost({ dataDir });
  await host.control('doctor.run', {});
  expect(await shown()).toEqual(Array(5).fill(RECEIPTS - 1));
  expect(await incidents()).toEqual([]);
});
