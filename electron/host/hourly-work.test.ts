import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issueManagedCredential } from '../../test/support/managed-credential.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const WAIT = { timeout: 60_000, interval: 25 };

let running: RunningHost;
let credential: string;

beforeEach(async () => {
  // The test advances the hour. Other timers keep the real clock.
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

/** Simulates a sleep of the computer, then the hour after it, in which the due work runs. */
const passes = (ms: number) => {
  vi.setSystemTime(Date.now() + ms - HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
};
const sessions = async () => (await running.control('sessions.query', { limit: 10 })).sessions;

test('closes a bridge’s session after a day of silence, and not a program’s own session', async () => {
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
  }, WAIT);
});

const count = async () => (await running.control('receipts.count', {})).count;
async function report(token: string, receipts: number): Promise<void> {
  for (let index = 0; index < receipts; index += 1) {
    const event = sampleEvent('program', { sessionId: `${Date.now()} ${index}` });
    expect((await running.post(token, event)).status).toBe(202);
  }
}

test('deletes receipts over the age limit', async () => {
  const { token } = await running.generateToken('program');
  await report(token, 1);
  passes(89 * DAY_MS);
  await report(token, 2);
  expect(await count()).toBe(3);
  passes(2 * DAY_MS);
  await vi.waitFor(async () => expect(await count()).toBe(2), WAIT);
  expect(await running.control('retention.status', {})).toEqual({ held: null });
});

test('holds a run that would delete more than half after a clock step, and the user can run it', async () => {
  const { token } = await running.generateToken('program');
  await report(token, 3);
  const settingsEvent = vi.fn();
  running.host.hub.subscribe(settingsEvent);
  const year = 365 * DAY_MS;
  passes(year);
  await vi.waitFor(
    async () =>
      expect(await running.control('retention.status', {})).toEqual({
        held: { since: expect.any(String), receipts: 3, of: 3 },
      }),
    WAIT,
  );
  await vi.waitFor(() => expect(settingsEvent).toHaveBeenCalledWith({ kind: 'settings' }), WAIT);
  const { findings } = await running.control('doctor.run', {});
  expect(findings.find(({ check }) => check === 'retention')).toEqual({
    check: 'retention',
    level: 'attention',
    code: 'retention_waits',
    params: { receipts: 3, of: 3 },
  });
  const clock = findings.find(({ check }) => check === 'clock');
  expect(clock?.code === 'clock_was_set' && Math.round(clock.params.byMs / DAY_MS)).toBe(365);
  // Two hours later it still waits: a day must pass without a step.
  vi.advanceTimersByTime(2 * HOUR_MS);
  await running.control('host.status', {});
  expect(await count()).toBe(3);

  passes(HOUR_MS - year);
  await vi.waitFor(
    async () => expect(await running.control('retention.status', {})).toEqual({ held: null }),
    WAIT,
  );
  expect(await count()).toBe(3);

  passes(year);
  await vi.waitFor(
    async () => expect((await running.control('retention.status', {})).held).toMatchObject({ receipts: 3 }),
    WAIT,
  );
  expect((await running.control('retention.run', { dryRun: false })).receipts).toBe(3);
  expect(await count()).toBe(0);
  expect(await running.control('retention.status', {})).toEqual({ held: null });
});

test('checks the record once a day', async () => {
  const { token } = await running.generateToken('program');
  await report(token, 2);
  const checked = async () => (await running.control('diagnostics.get', {})).recordCheck;
  expect(await checked()).toMatchObject({ code: 'record_not_checked' });
  passes(2 * HOUR_MS);
  await vi.waitFor(async () => expect(await checked()).toMatchObject({ code: 'record_unchanged' }), WAIT);
  const first = await checked();
  passes(2 * HOUR_MS);
  expect(await checked()).toEqual(first);
  passes(DAY_MS);
  await vi.waitFor(async () => expect(await checked()).not.toEqual(first), WAIT);
});
