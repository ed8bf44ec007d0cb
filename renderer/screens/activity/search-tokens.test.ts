import { expect, test } from 'vitest';
import { filterOf, queryOf } from './filter-state.ts';
import { withTokens } from './search-tokens.ts';

const ids = (name: string) => (name === 'codex' ? 'int_1' : undefined);

test('tokens become filters, and everything else stays text', () => {
  expect(withTokens({ sessionKey: 1 }, 'fix project:~/code/app has:secret "the bug"', ids)).toEqual({
    sessionKey: 1,
    project: '~/code/app',
    found: 'secret',
    text: 'fix "the bug"',
  });
  expect(withTokens({}, 'project:"/srv/a b" agent:codex to:openai is:late', ids)).toEqual({
    project: '/srv/a b',
    integrationId: 'int_1',
    destination: 'openai',
    late: true,
  });
  expect(withTokens({ text: 'old' }, 'after:2026-11-01', ids)).toEqual({
    since: new Date(2026, 10, 1).toISOString(),
  });
  for (const text of ['agent:nobody', 'has:nothing', 'before:soon', 'https://to:x', 'foo:bar']) {
    expect(withTokens({}, text, ids)).toEqual({ text });
  }
});

test('a filter survives the address, and a broken address filters nothing', () => {
  const filter = {
    text: 'a b',
    integrationId: 'int_1',
    event: 'file.changed',
    sessionKey: 7,
    project: '~/x y',
    destination: 'openai',
    found: 'secret',
    notable: 'forced_push',
    late: true,
    fingerprint: '0123456789abcdef',
    since: '2026-11-01T00:00:00.000Z',
    until: '2026-11-02T00:00:00.000Z',
  } as const;
  expect(filterOf(queryOf(filter))).toEqual(filter);
  expect(
    filterOf({ type: 'x', session: '-1', has: 'x', worth: 'x', secret: 'x', since: 'x', until: '' }),
  ).toEqual({});
});
