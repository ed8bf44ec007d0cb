import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningHost, sampleEvent, startTestHost } from '../../test/support/running-host.ts';

const MIB = 1_048_576;
const LIMIT = 2 * MIB;
/** With the log, the leaves of the tree, and what is written between two looks. */
const MOST = LIMIT + 6 * MIB;
/** Below the size that has a thread of its own. */
const CONTENT = 'words of a long report '.repeat(650);
const EVENTS = 900;

/** The first run of the hourly work comes later. */
const BEFORE_THE_HOUR = { timeout: 60_000 };

let host: RunningHost;
let token: string;

beforeEach(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('agent'));
});
afterEach(() => host.remove());

const size = () => {
  const file = join(host.dataDir, 'receipts.db');
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};
async function flood(from: number): Promise<void> {
  for (let index = from; index < from + EVENTS; index += 20) {
    const events = Array.from({ length: 20 }, (_, each) =>
      host.post(token, sampleEvent('agent', { data: { content: `${index + each} ${CONTENT}` } })),
    );
    for (const answer of await Promise.all(events)) expect(answer.status).toBe(202);
  }
}

async function record(): Promise<unknown> {
  const { findings } = await host.control('doctor.run', {});
  return findings.filter(({ check }) => check === 'record').map(({ code }) => code);
}

test('the size limit holds from the moment it is set, and after a restart', async () => {
  await host.control('settings.set', { settings: { retention: { maxAgeDays: null, maxBytes: LIMIT } } });
  await flood(0);
  await expect.poll(size, BEFORE_THE_HOUR).toBeLessThan(MOST);
  const { dataDir } = host;
  await host.stop();
  host = await startTestHost({ dataDir });
  expect(await record()).toEqual(['record_complete']);
  await flood(EVENTS);
  await expect.poll(size, BEFORE_THE_HOUR).toBeLessThan(MOST);
  await expect.poll(record, { timeout: 60_000 }).toEqual(['record_complete']);
  expect((await host.control('record.check', {})).check).toMatchObject({ faultCount: 0 });
  expect((await host.control('receipts.count', {})).count).toBeLessThan(EVENTS);
});
