import { expect, test, vi } from 'vitest';
import type { ControlEnvelope, ControlEvent } from '../../shared/control.ts';
import { controlFailure } from '../../shared/failure.ts';
import type { ConnectionState, HostConnection } from './host-connection.ts';
import { QueryCache } from './query-cache.ts';

/** A host that counts its queries and answers when the test tells it to. */
function connect(first: ConnectionState = 'connected') {
  const subscribers = new Set<(event: ControlEvent) => void>();
  const states = new Set<() => void>();
  let state = first;
  const asked: { channel: string; answer(envelope: ControlEnvelope<unknown>): void }[] = [];
  const requests: number[] = [];
  const call = (channel: string) => new Promise((resolve) => asked.push({ channel, answer: resolve }));
  const connection = {
    call,
    callAll: (questions: readonly [string][]) => {
      requests.push(questions.length);
      return Promise.all(questions.map(([channel]) => call(channel)));
    },
    subscribe: (listener: (event: ControlEvent) => void) => {
      subscribers.add(listener);
      return () => subscribers.delete(listener);
    },
    state: () => state,
    onState: (listener: () => void) => {
      states.add(listener);
      return () => states.delete(listener);
    },
  } as unknown as HostConnection;
  return {
    cache: new QueryCache(connection),
    asked,
    requests,
    notify: (event: ControlEvent) => subscribers.forEach((listener) => void listener(event)),
    change: (next: ConnectionState) => {
      state = next;
      states.forEach((listener) => void listener());
    },
    listeners: () => subscribers.size + states.size,
  };
}

const settled = () => Promise.resolve().then(() => Promise.resolve());
const ok = (result: unknown): ControlEnvelope<unknown> => ({ ok: true, result });

test('components that ask the same share one query and its answer', async () => {
  const { cache, asked, listeners } = connect();
  const [first, second] = [vi.fn(), vi.fn()];
  const stops = [first, second].map((changed) =>
    cache.query('host.status', '{}').subscribe(changed, ['recording']),
  );
  cache.query('receipts.count', '{}').subscribe(vi.fn(), [])();
  expect(asked.map(({ channel }) => channel)).toEqual(['host.status', 'receipts.count']);
  asked[0]!.answer(ok({ receipts: 1 }));
  await settled();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  expect(cache.query('host.status', '{}').answer().value).toEqual({ receipts: 1 });
  for (const stop of stops) stop();
  expect(listeners()).toBe(0);
  // No subscriber updates the value any more, so the next one queries.
  cache.query('host.status', '{}').subscribe(vi.fn(), []);
  expect(asked).toHaveLength(3);
});

test('control events cost one query for all, and only where somebody wants them', async () => {
  vi.useFakeTimers();
  try {
    const answered = async () => {
      asked.at(-1)!.answer(ok({}));
      await vi.runAllTimersAsync();
    };
    const { cache, asked, notify, change } = connect();
    const query = cache.query('settings.get', '{}');
    query.subscribe(vi.fn(), []);
    query.subscribe(vi.fn(), ['settings']);
    notify({ kind: 'bridges' });
    await answered();
    expect(asked).toHaveLength(1);
    for (let n = 0; n < 10; n += 1) notify({ kind: 'settings' });
    vi.runAllTimers();
    expect(asked).toHaveLength(2);
    await answered();
    change('reconnecting');
    change('connected');
    vi.runAllTimers();
    expect(asked).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('the first connection costs no second query, a restored one does', async () => {
  vi.useFakeTimers();
  try {
    const { cache, asked, change } = connect('connecting');
    cache.query('settings.get', '{}').subscribe(vi.fn(), []);
    change('connected');
    asked[0]!.answer(ok({}));
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
    change('reconnecting');
    change('connected');
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a change while the host answers leaves that answer, and costs one query after it', async () => {
  vi.useFakeTimers();
  try {
    const { cache, asked, notify, change } = connect();
    const query = cache.query('settings.get', '{}');
    const stop = query.subscribe(vi.fn(), ['settings']);
    change('reconnecting');
    change('connected');
    notify({ kind: 'settings' });
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
    asked[0]!.answer(ok('first'));
    await vi.runAllTimersAsync();
    expect(query.answer().value).toBe('first');
    expect(asked).toHaveLength(2);
    notify({ kind: 'settings' });
    stop();
    asked[1]!.answer(ok('second'));
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer that was overtaken changes nothing, and a failure keeps the value', async () => {
  const { cache, asked } = connect();
  const query = cache.query('settings.get', '{}');
  query.subscribe(vi.fn(), []);
  const reloaded = query.reload();
  asked[1]!.answer(ok('new'));
  asked[0]!.answer(ok('old'));
  expect(await reloaded).toBe('new');
  await settled();
  expect(query.answer()).toEqual({ value: 'new', failure: undefined, loading: false, isCurrent: true });
  const failed = query.reload();
  const error = controlFailure('store_unavailable');
  asked[2]!.answer({ ok: false, error });
  expect(await failed).toBeUndefined();
  expect(query.answer()).toEqual({ value: 'new', failure: error, loading: false, isCurrent: false });
});

test('reports cost one request of all queries every two seconds, and a change of the user none of that wait', async () => {
  vi.useFakeTimers();
  try {
    const { cache, asked, requests, notify } = connect();
    const answered = async () => {
      for (const { answer } of asked.splice(0)) answer(ok({}));
      await vi.advanceTimersByTimeAsync(0);
    };
    for (const channel of ['receipts.count', 'sessions.query', 'projects.list'] as const) {
      cache.query(channel, '{}').subscribe(vi.fn(), ['receipts', 'settings']);
    }
    await answered();
    // Twenty reports in ten seconds.
    for (let half = 0; half < 20; half += 1) {
      notify({ kind: 'receipts', added: 1, deleted: false });
      await vi.advanceTimersByTimeAsync(500);
      await answered();
    }
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(requests.every((questions) => questions === 3)).toBe(true);
    notify({ kind: 'receipts', added: 1, deleted: false });
    const before = requests.length;
    notify({ kind: 'settings' });
    await vi.advanceTimersByTimeAsync(250);
    expect(requests.length).toBe(before + 1);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer is current until the connection is lost, and again after the next one', async () => {
  vi.useFakeTimers();
  try {
    const { cache, asked, change } = connect();
    const query = cache.query('settings.get', '{}');
    const changed = vi.fn();
    query.subscribe(changed, []);
    const isCurrent = () => query.answer().isCurrent;
    expect(isCurrent()).toBe(false);
    asked[0]!.answer(ok('old'));
    await vi.runAllTimersAsync();
    expect(isCurrent()).toBe(true);
    changed.mockClear();
    change('reconnecting');
    expect([isCurrent(), query.answer().value, changed.mock.calls.length]).toEqual([false, 'old', 1]);
    change('connected');
    expect(isCurrent()).toBe(false);
    await vi.runAllTimersAsync();
    asked[1]!.answer(ok('new'));
    await vi.runAllTimersAsync();
    expect(isCurrent()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
