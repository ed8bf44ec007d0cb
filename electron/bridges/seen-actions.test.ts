import { expect, test } from 'vitest';
import type { AdaptedEvent } from './harnesses/adaptation.ts';
import { SeenActions } from './seen-actions.ts';

const MINUTE_MS = 60_000;
const at = Date.parse('2026-11-22T12:00:00.000Z');
const prompt = (occurredAt?: number): AdaptedEvent => ({
  event: 'prompt.submitted',
  sessionId: 's',
  occurredAt: occurredAt === undefined ? undefined : new Date(occurredAt).toISOString(),
  data: { content: 'continue' },
});
const reporter = { account: 'int' };
const start: AdaptedEvent = { event: 'session.started', sessionId: 's', action: 'start', data: {} };

test('a span that is exported when a long turn ends is the action that its hook reported', () => {
  const seen = new SeenActions();
  const first = seen.enter(prompt(), 'copilot', at, reporter);
  expect(first.isNew).toBe(true);
  const receipt = { integrationId: 'int', receiptId: 'rcpt' };
  if (first.isNew) first.recorded(receipt);
  expect(seen.enter(prompt(at + 200), 'telemetry', at + 10 * MINUTE_MS, reporter)).toEqual({
    isNew: false,
    other: receipt,
  });
  expect(seen.enter(prompt(at + 9 * MINUTE_MS), 'telemetry', at + 10 * MINUTE_MS, reporter).isNew).toBe(true);
});

test('the actions of one account are never displaced by those of another', () => {
  const seen = new SeenActions();
  const call = (action: string): AdaptedEvent => ({
    ...{ event: 'tool.before_use', sessionId: 's', action },
    data: { toolInput: { action } },
  });
  seen.enter(call('own'), 'claude-code', at, reporter);
  for (let each = 0; each < 10_000; each += 1) {
    seen.enter(call(`${each}`), 'telemetry', at, { account: 'stranger', hooks: ['int'] });
  }
  expect(seen.enter(call('own'), 'telemetry', at, reporter).isNew).toBe(false);
});

test('a start that telemetry tells again is none where hooks report the session', () => {
  const seen = new SeenActions();
  seen.enter({ ...start, action: undefined }, 'codex', at, reporter);
  expect(seen.enter(start, 'telemetry', at + 5 * MINUTE_MS, reporter).isNew).toBe(false);
  expect(seen.enter({ ...start, sessionId: 'another' }, 'telemetry', at, reporter).isNew).toBe(true);
});
