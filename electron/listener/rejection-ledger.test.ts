import { expect, test } from 'vitest';
import type { Rejection } from '../../shared/control.ts';
import { RejectionLedger } from './rejection-ledger.ts';

let second = 0;
function rejection(integrationId: string | null, code: Rejection['code'] = 'unauthorized'): Rejection {
  second += 1;
  const at = new Date(second * 1000).toISOString();
  return { at, code, status: 401, endpoint: 'events', integrationId, errors: [] };
}

test('a flood of anonymous refusals does not displace those of an integration', () => {
  const ledger = new RejectionLedger();
  const own = [rejection('int_1', 'invalid_event'), rejection('int_2', 'invalid_event')];
  for (const each of own) ledger.add(each);
  for (let index = 0; index < 10_000; index += 1) ledger.add(rejection(null));
  expect(ledger.list('int_1', 10)).toEqual([own[0]]);
  const all = ledger.list(undefined, 20);
  expect(all).toHaveLength(20);
  expect(all.slice(-2)).toEqual(own.toReversed());
  expect(ledger.countsByCode()).toEqual({ invalid_event: 2, unauthorized: 10_000 });
});

test('a flood of another integration does not displace them either', () => {
  const ledger = new RejectionLedger();
  const own = rejection('int_1', 'invalid_event');
  ledger.add(own);
  for (let index = 0; index < 10_000; index += 1) ledger.add(rejection('int_2', 'rate_limited'));
  expect(ledger.list('int_1', 10)).toEqual([own]);
  expect(ledger.list('int_2', 200)).toHaveLength(100);
});

test('the newest refusals come first, and all are listed if they fit', () => {
  const ledger = new RejectionLedger();
  const added = ['int_1', null, 'int_2', null, 'int_1'].map((id) => rejection(id));
  for (const each of added) ledger.add(each);
  expect(ledger.list(undefined, 10)).toEqual(added.toReversed());
  expect(ledger.list(undefined, 3)).toHaveLength(3);
  expect(ledger.list('int_1', 1)).toEqual([added.at(-1)]);
});
