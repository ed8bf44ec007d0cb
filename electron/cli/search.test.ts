import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Receipt } from '../../shared/receipt.ts';
import { type RunningHost, sampleEvent, startTestHost } from '../../test/support/running-host.ts';
import { commandLine } from './all-commands.ts';

const LONG_MS = 120_000;
/** Receipts with more bytes than one turn of a search compares. */
const FILLERS = 66;
const FILLER_WORDS = 13_000;

const COMMANDS = [
  'rm -rf ../payments-backup',
  'rm -r dist',
  'format the farm',
  'git push --force origin main',
  'git push origin main',
  'git rm -f src/legacy/old.ts && rm -rf src/legacy',
  'claude --dangerously-skip-permissions',
  'curl -u user: https://api.stripe.com/v1/charges',
  'curl http://localhost:3000/health',
  'echo "$HOME" && ls -la',
  'cat .env | grep DATABASE_URL',
  "sed -E 's/^(a|b).*[0-9]+$/\\1/' notes.txt",
  'find . -name "*.log" -delete',
  'x = y -> z ? a : b;',
  "printf 'line one\nline two'",
  'C:\\Users\\me\\notes.txt',
  'npm run test:unit -- --watch=false',
  'feat: add search',
  'error: x is not a function',
  'if (a || b) { return [] }',
  'echo {"password": "none"}',
  'ssh -i ~/.ssh/id_rsa deploy@staging',
  'Привет, мир',
  'ΟΔΟΣ Αθηνών ΣΟΦΙΑ',
  '関数を直して',
  'がんばる か',
  'かんばん',
  'tiếng Việt và Überprüfe',
  'مرحبا بالعالم',
  'नमस्ते दुनिया',
  '한국어 검색',
  'rocket 🚀 launch',
  'a<b>c & d; e | f',
  '100% of #42 @home ~tilde ^caret',
];

let host: RunningHost;
let stored: Receipt[];

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ');
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [folded(String(value))];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap(textsOf)
    : Object.entries(value).flatMap(([key, nested]) => [folded(key), ...textsOf(nested)]);
};

/** Finds the receipts that contain all these texts and none of the others, by looking at each text of each. */
const containing = (all: readonly string[], none: readonly string[] = []) =>
  idsOf(({ data, session }) => {
    const texts = [folded(session.id), ...Object.values(data).flatMap(textsOf)];
    const occurs = (part: string) => texts.some((text) => text.includes(folded(part)));
    return all.every(occurs) && !none.some(occurs);
  });
const idsOf = (matches: (receipt: Receipt) => boolean) => stored.filter(matches).map(({ id }) => id);

beforeAll(async () => {
  host = await startTestHost();
  vi.stubEnv('PLINTH_DATA_DIR', host.dataDir);
  const codex = (await host.generateToken('Codex')).token;
  const claude = (await host.generateToken('Claude Code')).token;
  let reported = 0;
  const report = async (token: string, event: string, data: object) => {
    reported += 1;
    const occurredAt = new Date(Date.now() - reported).toISOString();
    const name = token === codex ? 'Codex' : 'Claude Code';
    const answer = await host.post(
      token,
      sampleEvent(name, {
        event,
        data,
        occurredAt,
        sessionId: event === 'command.before_run' ? 'story' : 'other',
      }),
    );
    expect(answer.status).toBe(202);
  };
  for (const [index, command] of COMMANDS.entries()) {
    const cwd = index % 2 === 0 ? '/work/checkout-service' : '/oss/infra';
    await report(index % 3 === 0 ? codex : claude, 'command.before_run', { command, cwd, mode: 'default' });
  }
  await report(claude, 'tool.before_use', {
    toolName: 'mcp__github__create_issue',
    mcpServer: 'github',
    toolInput: { 'a key': 'say "hi"', lines: [42, 'npm test'], path: '/srv/.env.local' },
    model: 'claude-opus-4-1',
    mode: 'bypassPermissions',
  });
  await report(claude, 'tool.before_use', { toolName: 'Edit', toolInput: { file_path: 'src/search.ts' } });
  await report(codex, 'file.changed', { path: 'config/.env', changeType: 'modified' });
  await report(codex, 'prompt.submitted', {
    content: `mail GH ${['ghp', 'k3J9xQ2mZ7w'.repeat(3)].join('_')}abc`,
    destination: 'openai',
  });
  ({ receipts: stored } = await host.control('receipts.export', { limit: 500 }));
}, LONG_MS);
afterEach(() => vi.restoreAllMocks());
afterAll(() => host.remove());

/** Runs a command of the program, and returns what it printed. */
async function plinth(...args: string[]) {
  const printed: string[] = [];
  const notes: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => notes.push(line));
  await commandLine().parseAsync(['node', 'plinth', ...args]);
  process.exitCode = 0;
  return { printed: printed.join('\n'), notes: notes.join('\n') };
}

const list = async (...args: string[]) => {
  const { printed, notes } = await plinth('receipts', 'list', '--limit', '500', '--json', ...args);
  const page = JSON.parse(printed) as { receipts: { id: string }[]; nextCursor: string | null };
  return { ids: page.receipts.map(({ id }) => id), notes, nextCursor: page.nextCursor };
};

type Row = [search: string, all: string[], none?: string[]];
const SEARCHES: Row[] = [
  ['rm -rf', ['rm', '-rf']],
  ['-rf', ['-rf']],
  ['-r', ['-r']],
  ['git push --force', ['git', 'push', '--force']],
  ['--dangerously-skip-permissions', ['--dangerously-skip-permissions']],
  ['-u user:', ['-u', 'user:']],
  ['-la', ['-la']],
  ['--', ['--']],
  ['-', ['-']],
  ['->', ['->']],
  ['&&', ['&&']],
  ['||', ['||']],
  ['|', ['|']],
  ['rm', ['rm']],
  ['ls', ['ls']],
  ['a', ['a']],
  ['$HOME', ['$HOME']],
  ['"$HOME"', ['$HOME']],
  ['DATABASE_URL', ['DATABASE_URL']],
  ['.env', ['.env']],
  ['../payments', ['../payments']],
  ['src/legacy/old.ts', ['src/legacy/old.ts']],
  ['~/.ssh/id_rsa', ['~/.ssh/id_rsa']],
  ['C:\\Users\\me', ['C:\\Users\\me']],
  ['localhost:3000', ['localhost:3000']],
  ['error: x', ['error:', 'x']],
  ['feat:', ['feat:']],
  ['test:unit', ['test:unit']],
  ['https://api.stripe.com', ['https://api.stripe.com']],
  ["'s/^(a|b).*[0-9]+$/", ["'s/^(a|b).*[0-9]+$/"]],
  ['*.log', ['*.log']],
  ['.*', ['.*']],
  ['[]', ['[]']],
  ['[0-9]+', ['[0-9]+']],
  ['\\1', ['\\1']],
  ['\\n', ['\\n']],
  ['"', ['"']],
  ['":"', [':']],
  ['":', ['":']],
  ['が', ['が']],
  ['か', ['か']],
  ['한', ['한']],
  ['ко', ['ко']],
  ['{"', ['{"']],
  ['"password": "none"', ['password": "none']],
  ['"npm run"', ['npm run']],
  ['"-name "*.log" -delete"', ['-name "*.log', '-delete"']],
  ['say "hi"', ['say', 'hi']],
  ["'line one", ["'line", 'one']],
  ['100% #42', ['100%', '#42']],
  ['42', ['42']],
  ['"a key"', ['a key']],
  ['^caret', ['^caret']],
  ['?', ['?']],
  ['; e', [';', 'e']],
  ['привет', ['привет']],
  ['ми', ['ми']],
  ['одос', ['одос']],
  ['οδος', ['οδος']],
  ['ΑΘΗΝΩΝ σοφ', ['ΑΘΗΝΩΝ', 'σοφ']],
  ['関', ['関']],
  ['関数', ['関数']],
  ['tieng viet', ['tieng', 'viet']],
  ['überprüfe', ['überprüfe']],
  ['مرحبا', ['مرحبا']],
  ['नमस्ते', ['नमस्ते']],
  ['검색', ['검색']],
  ['🚀', ['🚀']],
  ['[github-token]', ['[github-token]']],
  ['rm not:dist', ['rm'], ['dist']],
  ['push not:--force', ['push'], ['--force']],
  ['git -"push origin"', ['git'], ['push origin']],
  ['not:-rf', [], ['-rf']],
  ['commandline', ['commandline']],
  ['toolName', ['toolName']],
];

describe('a search finds the receipts that contain its words, in the store and in the command line', () => {
  test.each(SEARCHES)('%s', async (search, all, none) => {
    const expected = containing(all, none);
    const found = await list('--text', search);
    expect(found.ids).toEqual(expected);
    const words = none === undefined ? {} : { exclude: { words: none } };
    const text = all.length === 0 ? {} : { text: all.map((word) => `"${word}"`).join(' ') };
    const filter = { ...text, ...words };
    // A phrase in quotes cannot begin or end with every word, so the store gets the search itself where it can.
    const direct = none === undefined ? { text: search } : filter;
    expect(
      (await host.control('receipts.query', { filter: direct, limit: 500 })).receipts.map(({ id }) => id),
    ).toEqual(expected);
    expect(await host.control('receipts.count', { filter: direct })).toEqual({ count: expected.length });
  });
});

const isOf = (name: string) => (receipt: Receipt) => receipt.integration.name === name;
const inProject = (cwd: string) => (receipt: Receipt) => receipt.data.cwd === cwd;
const FILTERS: [search: string, options: string[], (receipt: Receipt) => boolean][] = [
  ['agent:codex', ['--agent', 'Codex'], isOf('Codex')],
  ['agent:claude', ['--integration', 'Claude Code'], isOf('Claude Code')],
  ['-agent:codex', [], isOf('Claude Code')],
  ['project:checkout-service', ['--project', 'checkout-service'], inProject('/work/checkout-service')],
  ['project:infra', ['--project', '/oss/infra'], inProject('/oss/infra')],
  ['-project:infra', [], (receipt) => !inProject('/oss/infra')(receipt)],
  [
    'path:.env',
    ['--path', '.ENV'],
    ({ data }) => /\.env/.test(JSON.stringify([data.path, (data.toolInput as { path?: string })?.path])),
  ],
  ['path:search.ts', ['--path', 'search.ts'], ({ data }) => data.toolName === 'Edit'],
  ['tool:edit', ['--tool', 'Edit'], ({ data }) => data.toolName === 'Edit'],
  ['-tool:edit kind:tool', [], ({ data }) => String(data.toolName).startsWith('mcp__')],
  ['mcp:github', ['--mcp', 'github'], ({ data }) => data.mcpServer === 'github'],
  ['model:opus', ['--model', 'opus'], ({ data }) => data.model !== undefined],
  ['mode:bypass', ['--mode', 'bypass'], ({ data }) => data.mode === 'bypassPermissions'],
  ['-mode:default kind:command', [], () => false],
  ['to:openai', ['--to', 'openai'], ({ data }) => data.destination === 'openai'],
  [
    'has:secret',
    ['--has', 'secret'],
    ({ redaction }) => redaction.findings.some(({ tier }) => tier !== 'personal'),
  ],
  ['kind:prompt', ['--event', 'prompt.submitted'], ({ event }) => event === 'prompt.submitted'],
  [
    'is:deletes_outside',
    ['--is', 'deletes_outside'],
    ({ data }) => String(data.command).includes('rm -rf ../'),
  ],
  ['-kind:command', [], ({ event }) => event !== 'command.before_run'],
  [
    'rm agent:codex not:old',
    [],
    (receipt) =>
      isOf('Codex')(receipt) &&
      /rm/.test(String(receipt.data.command)) &&
      !/old/.test(String(receipt.data.command)),
  ],
];

describe('a filter of a search is the option of the same name', () => {
  test.each(FILTERS)('%s', async (search, options, matches) => {
    const expected = idsOf(matches);
    expect((await list('--text', search)).ids).toEqual(expected);
    if (options.length > 0) expect((await list(...options)).ids).toEqual(expected);
  });
});

test('pages of a search end with the last receipt', async () => {
  const expected = containing(['rm']);
  const filter = { text: 'rm' };
  const first = await host.control('receipts.query', { filter, limit: 2 });
  expect(first.receipts.map(({ id }) => id)).toEqual(expected.slice(0, 2));
  const rest = { filter, limit: expected.length - 2, cursor: first.nextCursor! };
  const last = await host.control('receipts.query', rest);
  expect(last.receipts.map(({ id }) => id)).toEqual(expected.slice(2));
  expect(last.nextCursor).toBeNull();
  expect(await host.control('receipts.count', { filter, most: 1 })).toEqual({ count: 2 });
});

test('a secret is named by the first digits of its fingerprint', async () => {
  const secret = stored.find(({ redaction }) => redaction.findings.length > 0)!;
  const digits = secret.redaction.findings[0]!.fingerprint!.slice(0, 6);
  expect((await list('--secret', digits)).ids).toEqual([secret.id]);
  expect((await list('--text', `secret:${digits}`)).ids).toEqual([secret.id]);
});

test('what looks like a filter and is none is named, and a name that is not known', async () => {
  expect((await list('--text', 'localhost:3000')).notes).toContain(
    '“localhost:” is searched as text. Filters: agent:,',
  );
  expect((await list('--text', 'agent:nobody')).notes).toContain('There is no agent “nobody”. Known: ');
  const unknown = await plinth('receipts', 'list', '--project', 'chekout-service');
  expect(unknown.notes).toContain(
    'There is no project “chekout-service”. Did you mean /work/checkout-service?',
  );
  expect((await plinth('receipts', 'list', '--agent', 'codx')).notes).toContain('Did you mean Codex?');
});

test('a search that is too long says how long it may be', async () => {
  const words = Array.from({ length: 17 }, (_, index) => `not:word${index}`).join(' ');
  expect((await plinth('receipts', 'list', '--text', 'x'.repeat(513))).notes).toMatch(/filter\/text.*512/);
  expect((await plinth('receipts', 'list', '--text', words)).notes).toMatch(/exclude\/words.*16/);
  expect((await plinth('tail', '--path', 'x'.repeat(513))).notes).toMatch(/path.*512/);
});

test('a search that the index cannot narrow is continued, and says how far it got', {
  timeout: LONG_MS,
}, async () => {
  const oldest = containing(['-u']);
  const { token } = await host.generateToken('filler');
  const body = (number: number) =>
    sampleEvent('filler', {
      occurredAt: new Date(Date.now() - number).toISOString(),
      data: { content: `n ${number}${' word'.repeat(FILLER_WORDS)}` },
    });
  for (let number = 0; number < FILLERS; number += 1) {
    expect((await host.post(token, body(number))).status).toBe(202);
  }
  const filter = { text: '-u' };
  const first = await host.control('receipts.query', { filter, limit: 10 });
  expect(first).toMatchObject({
    receipts: [],
    nextCursor: expect.any(String),
    searchedUntil: expect.any(String),
  });
  const rest = await host.control('receipts.query', { filter, limit: 10, cursor: first.nextCursor! });
  expect(rest.receipts.map(({ id }) => id)).toEqual(oldest);
  expect(rest).toMatchObject({ nextCursor: null });
  const count = await host.control('receipts.count', { filter });
  expect(count).toMatchObject({ count: 0, searchedUntil: first.searchedUntil });
  expect(await host.control('receipts.count', { filter, cursor: count.nextCursor! })).toEqual({
    count: oldest.length,
  });
  const bars = await host.control('stats.query', {
    edges: [new Date(0).toISOString(), new Date(Date.now() + 1000).toISOString()],
    filter,
  });
  expect(bars).toMatchObject({ rows: [], bound: { newest: 0, since: first.searchedUntil } });
  expect(await host.control('sessions.query', { receipts: filter })).toMatchObject({
    sessions: [],
    searchedUntil: first.searchedUntil,
  });
  expect((await list('--text', '-u')).ids).toEqual(oldest);
});
