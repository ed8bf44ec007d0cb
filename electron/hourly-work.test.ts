import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issueManagedCredential } from './testing/managed-credential.ts';
import { type RunningHost, sampleEvent, startTestHost, temporaryFolder } from './testing/running-host.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let running: RunningHost;
let credential: string;

beforeEach(async () => {
  // The hour passes when a test says so; everything else keeps the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const dataDir = temporaryFolder();
  credential = issueManagedCredential(dataDir, 'Claude Code', 'claude-code');
  running = await startTestHost({ dataDir });
});
afterEach(async () => {
  vi.useRealTimers();
  await running.stop();
  await running.remove();
});

/** The computer sleeps for a time, and an hour after it woke up comes what is due. */
const passes = (ms: number) => {
  vi.setSystemTime(Date.now() + ms - HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
};
const sessions = async () => (await running.control('sessions.query', { limit: 10 })).sessions;

test('a bridge’s session that has been silent for a day is closed, a program’s own is not', async () => {
  const response = await fetch(`${running.baseUrl}/api/bridges/v1/claude-code`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: 'killed', hook_event_name: 'UserPromptSubmit', prompt: 'hello' }),
  });
  expect(response.status).toBe(202);
  const { token } = await running.generateToken('program');
  expect((await running.post(token, sampleEvent('program', { sessionId: 'open' }))).status).toBe(202);

  passes(DAY_MS - HOUR_MS);
  expect((await sessions()).some(({ endedBySilence }) => endedBySilence)).toBe(false);
  passes(2 * HOUR_MS);
  await vi.waitFor(async () => {
    const closed = (await sessions()).filter(({ endedBySilence }) => endedBySilence);
    expect(closed.map(({ id }) => id)).toEqual(['killed']);
  });
});

test('receipts beyond the limit of age are deleted', async () => {
  const { token } = await running.generateToken('program');
  expect((await running.post(token, sampleEvent('program'))).status).toBe(202);
  passes(89 * DAY_MS);
  expect((await running.control('receipts.count', {})).count).toBe(1);
  passes(2 * DAY_MS);
  await vi.waitFor(async () => expect((await running.control('receipts.count', {})).count).toBe(0));
});
