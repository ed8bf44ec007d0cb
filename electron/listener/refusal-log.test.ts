import { expect, test } from 'vitest';
import type { LoggedRefusal } from '../../shared/control.ts';
import { RefusalLog } from './refusal-log.ts';

let second = 0;
function refusal(integrationId: string | null, code: LoggedRefusal['code'] = 'unauthorized'): LoggedRefusal {
  second += 1;
  const at = new Date(second * 1000).toISOString();
  return { at, code, status: 401, endpoint: 'events', integrationId, errors: [] };
}

test('a flood of anonymous refusals does not displace those of an integration', () => {
  const log = new RefusalLog();
  const own = [refusal('int_1', 'invalid_event'), refusal('int_2', 'invalid_event')];
  for (const each of own) log.add(each);
  for (let index = 0; index < 10_000; index += 1) log.add(refusal(null));
  expect(log.list('int_1', 10)).toEqual([own[0]]);
  const all = log.list(undefined, 20);
  expect(all).toHaveLength(20);
  expect(all.slice(-2)).toEqual(own.toReversed());
  expect(log.countsByCode()).toEqual({ invalid_event: 2, unauthorized: 10_000 });
});

test('a flood of another integration does not displace them either', () => {
  const log = new RefusalLog();
  const own = refusal('int_1', 'invalid_event');
  log.add(own);
  for (let index = 0; index < 10_000; index += 1) log.add(refusal('int_2', 'rate_limited'));
  expect(log.list('int_1', 10)).toEqual([own]);
  expect(log.list('int_2', 200)).toHaveLength(100);
});

test('the newest refusals come first, and all are listed if they fit', () => {
  const log = new RefusalLog();
  const added = ['int_1', null, 'int_2', null, 'int_1'].map((id) => refusal(id));
  for (const each of added) log.add(each);
  expect(log.list(undefined, 10)).toEqual(added.toReversed());
  expect(log.list(undefined, 3)).toHaveLength(3);
  expect(log.list('int_1', 1)).toEqual([added.at(-1)]);
});
