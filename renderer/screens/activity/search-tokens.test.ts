import { expect, test } from 'vitest';
import { completionsOf, mayBecomeToken, settledText, TOKEN_NAMES, type TokenValues } from './completions.ts';
import { filterOf, queryOf } from './filter-address.ts';
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
  expect(withTokens({}, 'kind:file.changed session:12', ids)).toEqual({
    event: 'file.changed',
    sessionKey: 12,
  });
  for (const text of [
    'kind:file',
    'session:x',
    'agent:nobody',
    'has:nothing',
    'before:soon',
    'https://to:x',
    'foo:bar',
  ]) {
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

const none = Object.fromEntries(TOKEN_NAMES.map((name) => [name, []])) as unknown as TokenValues;
const values: TokenValues = {
  ...none,
  project: [
    { value: '/srv/app', note: '' },
    { value: '/srv/app two', note: '' },
  ],
  session: [{ value: '12', note: 'Fix the parser' }],
};
const notes = Object.fromEntries(TOKEN_NAMES.map((name) => [name, name])) as Record<
  (typeof TOKEN_NAMES)[number],
  string
>;

test('the search is completed with names of tokens, and with values of the record', () => {
  const offered = (text: string) => completionsOf(text, values, notes).map((each) => each.text);
  expect(offered('fix pro')).toEqual(['fix project:']);
  expect(offered('')).toHaveLength(TOKEN_NAMES.length);
  expect(offered('fix the parser ')).toEqual([]);
  expect(offered('fix project:APP')).toEqual(['fix project:/srv/app ', 'fix project:"/srv/app two" ']);
  expect(offered('project:"app t')).toEqual(['project:"/srv/app two" ']);
  expect(offered('session:parser')).toEqual(['session:12 ']);
  expect(offered('project:/srv/app ')).toEqual([]);
  expect(offered('https:')).toEqual([]);
});

test('the start of a token waits for its colon, and other words do not', () => {
  expect(['proj', 'fix project', 'se'].filter(mayBecomeToken)).toEqual(['proj', 'fix project', 'se']);
  expect(['p', 'projector', 'project ', 'project:', '関数', ''].filter(mayBecomeToken)).toEqual([]);
});

test('a token is applied when its value is complete', () => {
  expect(settledText('fix project:/srv/a', values)).toBe('fix ');
  expect(settledText('fix project:/srv/app', values)).toBe('fix ');
  expect(settledText('fix project:/srv/app ', values)).toBe('fix project:/srv/app ');
  expect(settledText('session:12', values)).toBe('session:12');
  expect(settledText('project:"/srv/app two"', values)).toBe('project:"/srv/app two"');
  expect(settledText('plain words', values)).toBe('plain words');
});
