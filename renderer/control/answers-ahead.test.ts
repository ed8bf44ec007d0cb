import { expect, test, vi } from 'vitest';
import type { ControlEvent } from '../../shared/control.ts';
import { askAhead } from './answers-ahead.ts';
import type { ConnectionState, HostConnection } from './host-connection.ts';

/** A connection whose answers are the number of the call. */
function connect() {
  let state: ConnectionState = 'connected';
  let notify = (_event: ControlEvent): void => {};
  let change = (): void => {};
  const call = vi.fn(async () => ({ ok: true, result: call.mock.calls.length }));
  const connection = {
    call,
    subscribe: (listener: typeof notify) => {
      notify = listener;
    },
    state: () => state,
    onState: (listener: typeof change) => {
      change = listener;
    },
  } as unknown as HostConnection;
  return {
    call,
    asked: askAhead(connection, [
      ['settings.get', {}],
      ['receipts.query', { limit: 2 }],
    ]),
    notify: (event: ControlEvent) => notify(event),
    enter: (next: ConnectionState) => {
      state = next;
      change();
    },
  };
}

test('a question that was asked ahead is not asked again, once and with the same parameters', async () => {
  const { asked, call } = connect();
  expect(call).toHaveBeenCalledTimes(2);
  expect(await asked.call('settings.get', {})).toEqual({ ok: true, result: 1 });
  expect(call).toHaveBeenCalledTimes(2);
  await asked.call('receipts.query', { limit: 3 });
  await asked.call('settings.get', {});
  expect(call).toHaveBeenCalledTimes(4);
});

test('a change or a lost connection drops the answers, the first connection does not', async () => {
  for (const lose of [
    ({ notify }: ReturnType<typeof connect>) => notify({ kind: 'settings' }),
    ({ enter }: ReturnType<typeof connect>) => enter('reconnecting'),
  ]) {
    const host = connect();
    host.enter('connected');
    lose(host);
    await host.asked.call('settings.get', {});
    expect(host.call).toHaveBeenCalledTimes(3);
  }
});
