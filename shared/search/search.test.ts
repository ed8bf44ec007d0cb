import { describe, expect, test } from 'vitest';
import { searchNoteSentence } from '../words/search.ts';
import { type KnownNames, withSearch } from './filter.ts';
import { parseSearch, searchTerms } from './grammar.ts';

const CODEX = 'int_codex';
const names: KnownNames = {
  agents: [
    { id: CODEX, name: 'Codex' },
    { id: 'int_claude', name: 'Claude Code' },
    { id: 'int_old', name: 'Codex' },
  ],
  projects: ['~/work/checkout-service', '~/oss/infra', '~/work/infra', '/srv/a b'],
  secrets: ['ad533c66aaaaaaaa', 'ad533c77bbbbbbbb'],
};
const read = (search: string) => withSearch({}, search, names);

describe('what stays text, and its terms', () => {
  test.each<[string, string[]]>([
    ['rm -rf', ['rm', '-rf']],
    ['git push --force', ['git', 'push', '--force']],
    ['-rf', ['-rf']],
    ['- --', ['-', '--']],
    ['a -> b && c', ['a', '->', 'b', '&&', 'c']],
    ['$HOME/.ssh', ['$HOME/.ssh']],
    ['"npm test"', ['npm test']],
    ['total "npm test" x', ['total', 'npm test', 'x']],
    // Only a quote before a space ends a phrase.
    ['"say "hi" now" then', ['say "hi', 'now"', 'then']],
    ['"password": "x"', ['password": "x']],
    ['don\'t say"x" 5"', ["don't", 'say"x"', '5"']],
    ['"open phrase', ['"open', 'phrase']],
    ['"" "', ['""', '"']],
    ['-"open', ['-"open']],
    ['--message="fix it"', ['--message="fix', 'it"']],
    ['localhost:3000 error: x', ['localhost:3000', 'error:', 'x']],
    ['https://to:x std::vector', ['https://to:x', 'std::vector']],
    ['-feat:x Agent:codex', ['-feat:x', 'Agent:codex']],
    ['agent: not: -not:x', ['agent:', 'not:', '-not:x']],
    ['^a.*[bc]+$ (x|y)', ['^a.*[bc]+$', '(x|y)']],
    ['関数 🚀 Привет', ['関数', '🚀', 'Привет']],
  ])('%s', (search, terms) => {
    const { parts, without } = parseSearch(search);
    expect(parts.every((part) => typeof part === 'string')).toBe(true);
    expect(without).toEqual([]);
    expect(searchTerms(search)).toEqual(terms);
    // The text of a filter is read again by the host.
    expect(searchTerms(read(search).filter.text!)).toEqual(terms);
  });
});

test.each([
  ['fix project:/srv project:"/srv/a b" has:secret', { text: 'fix', project: '/srv/a b', found: 'secret' }],
  ['agent:codex', { integrationId: CODEX }],
  ['agent:claude', { integrationId: 'int_claude' }],
  [
    'agent:"Claude Code" to:openai is:late',
    { integrationId: 'int_claude', destination: 'openai', late: true },
  ],
  ['agent:claude-code', { integrationId: 'int_claude' }],
  ['project:checkout-service', { project: '~/work/checkout-service' }],
  ['project:work/infra', { project: '~/work/infra' }],
  ['project:/home/me/work/infra/', { project: '~/work/infra' }],
  ['secret:ad533c66', { fingerprint: 'ad533c66aaaaaaaa' }],
  ['secret:AD533C7', { fingerprint: 'ad533c77bbbbbbbb' }],
  ['secret:0123456789abcdef', { fingerprint: '0123456789abcdef' }],
  [
    'path:.env tool:Edit mcp:github model:opus mode:bypass',
    { path: '.env', tool: 'Edit', mcp: 'github', model: 'opus', mode: 'bypass' },
  ],
  ['kind:file.changed session:12', { event: 'file.changed', sessionKey: 12 }],
  ['kind:prompt is:rewrites_commits', { event: 'prompt.submitted', notable: 'rewrites_commits' }],
  ['after:2026-11-01', { since: new Date(2026, 10, 1).toISOString() }],
  ['before:2026-11-01T19:00', { until: new Date(2026, 10, 1, 19).toISOString() }],
  ['-after:2026-11-01', { until: new Date(2026, 10, 1).toISOString() }],
  ['rm not:test -"node modules"', { text: 'rm', exclude: { words: ['test', 'node modules'] } }],
  ['not:"a b"', { exclude: { words: ['a b'] } }],
  [
    '-agent:codex -kind:file -kind:prompt -is:late',
    { exclude: { integrationId: [CODEX], event: ['file.changed', 'prompt.submitted'], late: true } },
  ],
])('%s', (search, filter) => {
  const found = read(search);
  if (!search.includes('project:/srv ')) expect(found.notes).toEqual([]);
  expect(found.filter).toMatchObject(filter);
  const { text } = filter as { text?: string };
  if (text === undefined) expect(found.filter).toEqual(filter);
});

test.each([
  ['localhost:3000', '“localhost:” is searched as text. Filters: agent:, project:,'],
  ['error: x', '“error:” is searched as text. Filters: '],
  ['-feat:x', '“feat:” is searched as text. Filters: '],
  [
    'agent:nobody',
    '“agent:nobody” is searched as text. There is no agent “nobody”. Known: Codex, Claude Code.',
  ],
  ['agent:c', 'There is no agent “c”. Did you mean Codex, Claude Code?'],
  ['project:infra', 'Did you mean ~/oss/infra, ~/work/infra?'],
  ['project:chekout-servise', 'Did you mean ~/work/checkout-service?'],
  ['secret:ad533c', 'Did you mean ad533c66aaaaaaaa, ad533c77bbbbbbbb?'],
  ['secret:ad5', 'There is no secret “ad5”. Known: ad533c66, ad533c77.'],
  ['has:nothing', '“nothing” is no value of has:. Known: secret, personal, any.'],
  ['kind:session', 'Did you mean session.started, session.ended?'],
  ['before:soon', '“before:soon” is searched as text.'],
])('%s is searched as text, and a line says so', (search, sentence) => {
  const { filter, notes } = read(search);
  expect(filter).toEqual({ text: search });
  expect(notes.map(searchNoteSentence).join('\n')).toContain(sentence);
});

test.each(['c:/users/ME/work/infra', 'C:\\Users\\Me\\Work\\infra\\', '"c:/Users/Me/work/infra"'])(
  'on Windows project:%s is found in any case, with either slash',
  (typed) => {
    const onWindows = { ...names, projects: ['~\\work\\infra', '~\\oss\\infra'], home: 'C:\\Users\\me' };
    expect(withSearch({}, `project:${typed}`, onWindows)).toEqual({
      filter: { project: '~\\work\\infra' },
      notes: [],
    });
  },
);

test('an address and a scope are no filters', () => {
  expect(read('https://a.example std::vector 10:30 src/a.ts:12').notes).toEqual([]);
});

test('a search adds to what is excluded already', () => {
  const { filter } = withSearch({ exclude: { words: ['a'] } }, 'not:b not:a', names);
  expect(filter).toEqual({ exclude: { words: ['a', 'b'] } });
});
