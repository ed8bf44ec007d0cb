import { expect, test } from 'vitest';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { FILTER_NAMES, type FilterName } from '../../../shared/search/grammar.ts';
import { completionsOf, mayBecomeToken, settledText, type TokenValues } from './completions.ts';
import { filterOf, queryOf } from './filter-address.ts';

test('a filter survives the address, and a broken address filters nothing', () => {
  const filter: ReceiptFilter = {
    text: 'a b',
    integrationId: 'int_1',
    event: 'file.changed',
    sessionKey: 7,
    project: '~/x y',
    destination: 'openai',
    found: 'secret',
    notable: 'rewrites_commits',
    late: true,
    fingerprint: '0123456789abcdef',
    path: '.env',
    tool: 'Edit',
    mcp: 'github',
    model: 'opus',
    mode: 'plan',
    exclude: { words: ['a b'], found: ['any'], sessionKey: [7], late: true },
    since: '2026-11-01T00:00:00.000Z',
    until: '2026-11-02T00:00:00.000Z',
  };
  expect(filterOf(queryOf(filter))).toEqual(filter);
  expect(
    filterOf({
      type: 'x',
      session: '-1',
      has: 'x',
      worth: 'x',
      secret: 'x',
      since: 'x',
      until: '',
      not: '{',
    }),
  ).toEqual({});
  const broken = {
    words: 'a',
    found: ['x'],
    tool: [1],
    nothing: ['a'],
    late: 'yes',
    text: ['a'],
    since: ['x'],
  };
  expect(filterOf({ not: JSON.stringify(broken) })).toEqual({});
});

const none = Object.fromEntries(FILTER_NAMES.map((name) => [name, []])) as unknown as TokenValues;
const values: TokenValues = {
  ...none,
  project: [
    { value: '/srv/app', note: '' },
    { value: '/srv/app two', note: '' },
  ],
  session: [{ value: '12', note: 'Fix the parser' }],
};
const notes = Object.fromEntries(FILTER_NAMES.map((name) => [name, name])) as Record<FilterName, string>;

test('the search is completed with names of tokens, and with values of the record', () => {
  const offered = (text: string) => completionsOf(text, values, notes).map((each) => each.text);
  expect(offered('fix pro')).toEqual(['fix project:']);
  expect(offered('fix -pro')).toEqual(['fix -project:']);
  expect(offered('-project:"app t')).toEqual(['-project:"/srv/app two" ']);
  expect(offered('')).toHaveLength(FILTER_NAMES.length);
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
  expect(['not:', 'not:wo', 'not:"a wo', 'a -"b c'].map((text) => settledText(text, values))).toEqual([
    '',
    '',
    '',
    'a ',
  ]);
  expect(settledText('not:word -"a b" -rf', values)).toBe('not:word -"a b" -rf');
});
