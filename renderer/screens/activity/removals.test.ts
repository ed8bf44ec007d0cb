import { expect, test } from 'vitest';
import type { Finding, Receipt } from '../../../shared/receipt.ts';
import { removalsOf } from './removals.ts';

const finding = (overrides: Partial<Finding>): Finding => ({
  rule: 'email',
  tier: 'personal',
  member: '/toolInput',
  start: 0,
  end: 7,
  removed: 12,
  ...overrides,
});

const receiptWith = (data: Record<string, unknown>, findings: Finding[]) =>
  ({ data, session: { key: 1, id: 's' }, redaction: { findings } }) as unknown as Receipt;

test('a mask in a member’s name is shown, and never the text that was kept under it', () => {
  const receipt = receiptWith({ toolInput: { '[email]/x': 'kept text' } }, [
    finding({ member: '/toolInput/[email]~1x', inKey: true }),
  ]);
  expect(removalsOf(receipt).map(({ mask }) => mask)).toEqual(['E-mail address']);
});

test('a mask in a member’s name and one in its value are two removals', () => {
  const receipt = receiptWith({ toolInput: { '[email]': 'to [email]' } }, [
    finding({ member: '/toolInput/[email]', inKey: true }),
    finding({ member: '/toolInput/[email]', start: 3, end: 10 }),
  ]);
  expect(removalsOf(receipt).map(({ mask, count }) => [mask, count])).toEqual([
    ['E-mail address', 1],
    ['E-mail address', 1],
  ]);
});
