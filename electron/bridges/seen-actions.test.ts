import { describe, expect, test } from 'vitest';
import type { AdaptedEvent } from './harnesses/adaptation.ts';
import { SeenActions } from './seen-actions.ts';
import type { Route } from './sighting.ts';

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
  const receipt = { integrationId: 'int', receiptId: 'rcpt', call: 'call' };
  if (first.isNew) first.recorded(receipt);
  expect(seen.enter(prompt(at + 200), 'telemetry', at + 10 * MINUTE_MS, reporter)).toEqual({
    isNew: false,
    joins: true,
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

test('a call that an editor and hooks report is one by its content and its id together, at any time', () => {
  const seen = new SeenActions();
  const enter = (account: string, action: string, text: string, after: number) => {
    const observers = account === 'int' ? ['editor'] : ['int'];
    const call: AdaptedEvent = {
      ...{ event: 'tool.before_use', sessionId: 's', action },
      data: { toolInput: { text } },
    };
    const route = account === 'int' ? 'opencode' : 'acp';
    return seen.enter(call, route, at + after, { account, observers }).isNew;
  };
  expect(enter('int', 'one', 'x', 0)).toBe(true);
  expect(enter('editor', 'one', 'x', MINUTE_MS)).toBe(false);
  expect(enter('editor', 'one', 'y', MINUTE_MS)).toBe(true);
  expect(enter('editor', 'two', 'x', MINUTE_MS)).toBe(true);
});

test('an end that hooks report is the editor’s, unless the agent went on without it', () => {
  const agent = { account: 'int', editors: ['editor'] };
  const editor = { account: 'editor' };
  const event = (type: AdaptedEvent['event'], cwd = '/srv', sessionId = 's'): AdaptedEvent => ({
    ...{ event: type, sessionId, data: { cwd } },
  });
  const seen = new SeenActions();
  const enter = (
    type: AdaptedEvent['event'],
    who: typeof agent | typeof editor,
    after: number,
    cwd?: string,
  ) => seen.enter(event(type, cwd), who === editor ? 'acp' : 'gemini', at + after, who).isNew;
  // Without a word of the editor, such as after a restart, the hooks tell the end.
  expect(enter('session.ended', agent, 0)).toBe(true);
  expect(enter('session.started', agent, MINUTE_MS)).toBe(true);
  enter('session.started', editor, MINUTE_MS + 100);
  expect(enter('session.ended', agent, 2 * MINUTE_MS)).toBe(false);
  expect(enter('session.ended', agent, 2 * MINUTE_MS, '/other')).toBe(true);
  enter('tool.before_use', agent, 3 * MINUTE_MS);
  expect(seen.sharing('s', 'editor')).toEqual(['int']);
  expect(enter('session.ended', editor, 4 * MINUTE_MS)).toBe(true);
  // A service of the agent can live on for long.
  expect(enter('session.ended', agent, 60 * MINUTE_MS)).toBe(false);
  // A session with nothing but an end, of an agent that the editor runs, and one of a terminal.
  const endOf = (id: string, after: number) =>
    seen.enter(event('session.ended', '/srv', id), 'gemini', at + after, agent).isNew;
  expect(endOf('beside', 4 * MINUTE_MS + 100)).toBe(false);
  expect(endOf('later', 5 * MINUTE_MS)).toBe(true);
  seen.enter(event('tool.before_use', '/srv', 'own'), 'gemini', at + 4 * MINUTE_MS, agent);
  expect(endOf('own', 4 * MINUTE_MS + 100)).toBe(true);
  // The session is resumed in a terminal, and later in the editor.
  expect(enter('tool.before_use', agent, 70 * MINUTE_MS)).toBe(true);
  expect(enter('session.ended', agent, 71 * MINUTE_MS)).toBe(true);
  enter('tool.before_use', editor, 80 * MINUTE_MS);
  expect(enter('session.ended', agent, 81 * MINUTE_MS)).toBe(false);
});

describe('a prompt', () => {
  const REPEAT_MS = 1000;
  const typed = (content: string | undefined, turnId?: string): AdaptedEvent => ({
    event: 'prompt.submitted',
    sessionId: 's',
    data: { content, turnId },
  });
  /** Enters reports in order, and gives `new`, `joins` or `repeats` for each. */
  const enter = (...reports: [AdaptedEvent, Route, number][]) => {
    const seen = new SeenActions();
    return reports.map(([event, route, after]) => {
      const entered = seen.enter(event, route, at + after, reporter);
      return entered.isNew ? 'new' : entered.joins ? 'joins' : 'repeats';
    });
  };

  test('that is typed while the agent works has the turn of the first, and is new', () => {
    for (const route of ['claude-code', 'cursor', 'qwen-code'] as const) {
      const reports = ['one', 'two', 'three'].map(
        (text, index) => [typed(text, 't'), route, 7000 * index] as [AdaptedEvent, Route, number],
      );
      expect(enter(...reports)).toEqual(['new', 'new', 'new']);
    }
  });

  test('is one by two entries of a hook, and two if it is typed twice', () => {
    const go = typed('go', 't');
    expect(
      enter(
        [go, 'claude-code', 0],
        [go, 'claude-code', REPEAT_MS - 1],
        [go, 'claude-code', REPEAT_MS],
        [go, 'claude-code', REPEAT_MS + 1],
      ),
    ).toEqual(['new', 'repeats', 'new', 'repeats']);
    const stamped = (second: number) => ({ ...go, occurredAt: new Date(at + second * 1000).toISOString() });
    // Its own clock tells more than when a report arrives.
    expect(enter([stamped(0), 'gemini', 0], [stamped(2), 'gemini', 10])).toEqual(['new', 'new']);
    expect(enter([stamped(0), 'gemini', 0], [stamped(0), 'gemini', 5000])).toEqual(['new', 'repeats']);
  });

  test('of one route joins the equal one of another, each the one of its own number', () => {
    const go = typed('go', 't');
    expect(
      enter(
        [go, 'cursor', 0],
        [go, 'claude-code', 30],
        [go, 'claude-code', 60],
        [go, 'cursor', 4000],
        [go, 'claude-code', 4030],
      ),
    ).toEqual(['new', 'joins', 'repeats', 'new', 'joins']);
    expect(
      enter(
        [go, 'claude-code', 0],
        [go, 'claude-code', 7000],
        [go, 'telemetry', 9000],
        [go, 'telemetry', 90_000],
        [go, 'telemetry', 180_000],
      ),
    ).toEqual(['new', 'new', 'joins', 'joins', 'new']);
  });

  test('whose text one route cuts or withholds is the same', () => {
    expect(
      enter(
        [typed('See @x\n[Plinth left out the contents of referenced files: 12 bytes]'), 'gemini', 0],
        [typed('See @x'), 'telemetry', 100],
      ),
    ).toEqual(['new', 'joins']);
    expect(
      enter(
        [typed('one', 't'), 'claude-code', 0],
        [typed('two', 't'), 'claude-code', 100],
        [typed(undefined, 't'), 'telemetry', 9000],
        [typed(undefined, 't'), 'telemetry', 19_000],
        [typed(undefined, 'another'), 'telemetry', 19_000],
      ),
    ).toEqual(['new', 'new', 'joins', 'joins', 'new']);
  });

  test('of two accounts that observe each other is one, as often as it is typed', () => {
    const seen = new SeenActions();
    const own = { account: 'own', observers: ['through'] };
    const through = { account: 'through', hooks: ['own'] };
    const go = typed('go', 't');
    const reports = [
      ...([
        [go, 'cursor', 0, own],
        [go, 'claude-code', 20, through],
      ] as const),
      ...([
        [go, 'claude-code', 4000, through],
        [go, 'cursor', 4020, own],
      ] as const),
    ];
    expect(
      reports.map(([event, route, after, who]) => seen.enter(event, route, at + after, who).isNew),
    ).toEqual([true, false, true, false]);
    // A stranger who names the session and the turn makes no prompt of another known.
    seen.enter(typed('next', 't'), 'telemetry', at + 9000, { account: 'stranger', hooks: ['own'] });
    expect(seen.enter(typed('next', 't'), 'cursor', at + 9000, own).isNew).toBe(true);
  });

  test('whose receipt could not be written is new again', () => {
    const seen = new SeenActions();
    const first = seen.enter(typed('go', 't'), 'claude-code', at, reporter);
    if (first.isNew) first.forget();
    expect(seen.enter(typed('go', 't'), 'claude-code', at + 1, reporter).isNew).toBe(true);
  });
});
