import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { withSearch } from '../../../shared/search/filter.ts';
import {
  incomingEvent,
  indexAll,
  openTestStore,
  testRedactor,
} from '../../../test/support/incoming-events.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';

const NO_NAMES = { agents: [], projects: [], secrets: [] };

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

let folder: string;
let store: ReceiptStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = openTestStore(
    join(folder, 'receipts.db'),
    () => {},
    testRedactor(['/home/zbigniew'], ['zbigniew']),
  );
});
afterEach(() => {
  store.calls.close();
  rmSync(folder, { recursive: true, force: true });
});

const report = (overrides: Partial<IncomingEvent>) => store.commit([incomingEvent(overrides)])[0]!.receiptId;
const prompt = (content: string, more: Partial<IncomingEvent> = {}) => report({ data: { content }, ...more });
const command = (text: string, more: Partial<IncomingEvent> & { cwd?: string } = {}) => {
  const { cwd = '/srv/shop', ...rest } = more;
  return report({ event: 'command.before_run', data: { command: text, cwd }, ...rest });
};
const found = (filter: ReceiptFilter) =>
  store.calls.query(filter, undefined, 100).receipts.map(({ id }) => id);

describe('the search', () => {
  test('finds ideographs, emoji, parts of words, short words, paths and names of files', () => {
    const japanese = prompt('この関数を直してください');
    const rocket = prompt('ship it 🚀 now');
    const path = command('ls /home/zbigniew/code/app/src');
    const dotEnv = command('cat .env.local');
    const env = command('env NODE_ENV=test npm start');
    const accent = prompt('Überprüfe die Straße');
    const expected: [string, string[]][] = [
      ['関数', [japanese]],
      ['関', [japanese]],
      ['直して', [japanese]],
      ['🚀', [rocket]],
      ['hip', [rocket]],
      ['it', [rocket]],
      ['/home/zbigniew/code/app', [path]],
      ['~/code', [path]],
      ['de/app', [path]],
      ['.env', [dotEnv]],
      ['"npm start"', [env]],
      ['"start npm"', []],
      ['start npm', [env]],
      ['env not:NODE_ENV', [dotEnv]],
      ['env -"NODE_ENV"', [dotEnv]],
      ['env -NODE_ENV', []],
      ['uberpruf', [accent]],
      ['ÜBERPRÜFE', [accent]],
      ['x', []],
    ];
    for (const state of ['just stored', 'indexed']) {
      for (const [text, ids] of expected)
        expect([state, text, found(withSearch({}, text, NO_NAMES).filter)]).toEqual([state, text, ids]);
      indexAll(store);
    }
    expect(store.calls.countTurn({ text: '.env' }).count).toBe(1);
  });

  test('finds a path with either slash', () => {
    const edit = (path: string) =>
      report({ event: 'tool.before_use', data: { toolName: 'Edit', toolInput: { file_path: path } } });
    const windows = edit('C:\\work\\proj\\src\\app.ts');
    const posix = edit('/home/zbigniew/proj/src/app.ts');
    const other = edit('/srv/proj/src-app.ts');
    const expected: [ReceiptFilter, string[]][] = [
      [{ path: 'src/app.ts' }, [posix, windows]],
      [{ path: 'src\\app.ts' }, [posix, windows]],
      [{ path: 'SRC\\\\App' }, [posix, windows]],
      [{ path: 'c:/work' }, [windows]],
      [{ path: '\\home\\zbigniew\\proj' }, []],
      [{ path: '/home/zbigniew\\proj' }, [posix]],
      [{ exclude: { path: ['src/app'] } }, [other]],
    ];
    for (const state of ['just stored', 'indexed']) {
      for (const [filter, ids] of expected)
        expect([state, filter, found(filter)]).toEqual([state, filter, ids]);
      indexAll(store);
    }
  });

  test('finds and shows the file of a tool by each name that tools give it', () => {
    for (const member of ['file_path', 'filePath', 'path', 'notebook_path', 'target_file']) {
      const toolInput = { [member]: `/srv/${member}/a.ipynb` };
      const id = report({ event: 'tool.before_use', data: { toolName: 'Edit', toolInput } });
      const page = store.calls.query({ path: `srv/${member}/` }, undefined, 100);
      expect(page.receipts.map((each) => [each.id, each.context.path])).toEqual([
        [id, `/srv/${member}/a.ipynb`],
      ]);
    }
  });

  test('pages through its results in both orders', () => {
    const ids = Array.from({ length: 30 }, (_, index) => prompt(`needle ${index % 3 === 0 ? 'in hay' : ''}`));
    const expected = ids.filter((_, index) => index % 3 === 0);
    for (const order of ['newest', 'oldest'] as const) {
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = store.calls.query({ text: 'needle hay' }, cursor, 4, { order });
        pages.push(...page.receipts.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(pages).toEqual(order === 'oldest' ? expected : expected.toReversed());
    }
    const around = store.calls.query({}, undefined, 11, { around: ids[15]! });
    expect(around.receipts.map(({ id }) => id)).toEqual(ids.slice(10, 21).toReversed());
    expect(around.newer).toBe(true);
  });
});

test('the title of a session names its masks, and leaves what the user typed', async () => {
  prompt(`Keep [email] and deploy with ${TOKEN}`);
  indexAll(store);
  const [session] = (await store.calls.sessions({ limit: 1 })).sessions;
  expect(session?.title).toBe('Keep [email] and deploy with [GitHub token]');
});

describe('projects', () => {
  test('are the folders in which sessions start, with what lies below', async () => {
    const at = (cwd: string | undefined, sessionId: string) =>
      report({ sessionId, data: { content: 'x', ...(cwd === undefined ? {} : { cwd }) } });
    at('/srv/shop/', 'a');
    at('/srv/shop/packages/cart', 'a');
    at(undefined, 'a');
    at('/srv/shopping', 'a');
    at('/home/zbigniew', 'b');
    at('/home/zbigniew/code/app', 'b');
    at(undefined, 'c');
    const projects = store.calls.projects({});
    expect(
      Object.fromEntries(projects.map(({ path, counts }) => [path, counts['prompt.submitted']])),
    ).toEqual({
      '/srv/shop': 3,
      '/srv/shopping': 1,
      '~': 1,
      '~/code/app': 1,
    });
    expect(found({ project: '/srv/shop' })).toHaveLength(3);
    expect(found({ project: '/home/zbigniew/code/app' })).toHaveLength(1);
    const [session] = (await store.calls.sessions({ limit: 1 })).sessions;
    expect(session).toMatchObject({ project: null, title: 'x' });

    expect(await store.calls.erase({ project: '/srv/shop' }, true)).toMatchObject({ receipts: 3 });
    await store.calls.erase({ project: '/srv/shop' }, false);
    expect(
      store.calls
        .projects({})
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/srv/shopping', '~', '~/code/app']);
    expect(store.calls.count()).toBe(4);
  });

  test('list the files that agents named, and forget them with their receipts', async () => {
    const id = report({
      event: 'file.changed',
      data: { path: 'src/a.ts', changeType: 'modified', cwd: '/srv/shop' },
    });
    report({
      event: 'tool.before_use',
      data: { toolName: 'Edit', toolInput: { file_path: 'src/a.ts' }, cwd: '/srv/shop' },
    });
    expect(store.calls.files('/srv/shop', 10).files).toMatchObject([{ path: 'src/a.ts', changes: 2 }]);
    await store.calls.erase({ receiptId: id }, false);
    expect(store.calls.files(undefined, 10).files).toMatchObject([{ path: 'src/a.ts', changes: 1 }]);
    await store.calls.erase({ everything: true }, false);
    expect(store.calls.files(undefined, 10).files).toEqual([]);
    expect(store.calls.projects({})).toEqual([]);
  });
});

describe('counts', () => {
  const edges = [NOON, NOON + HOUR, NOON + 2 * HOUR, NOON + DAY];
  beforeEach(() => {
    const one = (minutes: number, more: Partial<IncomingEvent> = {}) =>
      prompt(`p ${minutes}`, { receivedAt: NOON + minutes * MINUTE, ...more });
    one(-1);
    one(0);
    one(59);
    one(60, { integrationId: 'int_2', integrationName: 'two' });
    one(61, { data: { content: `use ${TOKEN}`, destination: 'anthropic' } });
    one(24 * 60);
  });

  test('agree with the receipts, from the roll-up and from a search', () => {
    for (const filter of [{}, { text: 'p' }] satisfies ReceiptFilter[]) {
      const { rows, bound } = store.calls.totals(edges, undefined, filter);
      expect(bound).toBeNull();
      const events = Object.fromEntries(rows.map(({ bin, totals }) => [bin, totals.events]));
      expect(events).toEqual({ 0: 2, 1: 2 });
    }
    expect(store.calls.totals(edges, 'integration', {}).rows.map(({ bin, key }) => [bin, key])).toEqual([
      [0, 'int_1'],
      [1, 'int_1'],
      [1, 'int_2'],
    ]);
    expect(store.calls.totals(edges, 'destination', { found: 'secret' }).rows).toMatchObject([
      { bin: 1, key: 'anthropic', totals: { events: 1, secrets: 1 } },
    ]);
    expect(found({ found: 'secret' })).toHaveLength(1);
    expect(found({ destination: 'anthropic' })).toHaveLength(1);
    expect(found({ destination: 'nobody' })).toEqual([]);
  });

  test('of a text stop at the newest receipts, and say so', () => {
    const newest = 2000;
    const later = NOON + 10 * DAY;
    const at = (index: number) => later + index * MINUTE;
    store.commit(
      Array.from({ length: newest + 5 }, (_, index) =>
        incomingEvent({ receivedAt: at(index), data: { content: 'flaky' } }),
      ),
    );
    indexAll(store);
    const { rows, bound } = store.calls.totals([later, at(newest), at(newest + 5)], undefined, {
      text: 'flaky',
    });
    expect(Object.fromEntries(rows.map(({ bin, totals }) => [bin, totals.events]))).toEqual({
      0: newest - 5,
      1: 5,
    });
    expect(bound).toEqual({ newest, since: new Date(at(5)).toISOString() });
  });

  test('lose what is deleted', async () => {
    const from = new Date(NOON).toISOString();
    const until = new Date(NOON + HOUR).toISOString();
    expect(await store.calls.erase({ from, until }, true)).toMatchObject({ receipts: 2 });
    await store.calls.erase({ from, until }, false);
    expect(store.calls.totals(edges, undefined, {}).rows).toMatchObject([{ bin: 1, totals: { events: 2 } }]);
  });
});

describe('counts over days', () => {
  const days = Array.from({ length: 12 }, (_, day) => new Date(2026, 4, 28 + day).getTime());
  const eventsByBin = (edges: number[]) =>
    store.calls.totals(edges, undefined, {}).rows.map(({ bin, totals }) => [bin, totals.events]);
  beforeEach(() => {
    for (let hour = 0; hour < 10 * 24; hour += 7) {
      command(`c ${hour}`, {
        receivedAt: days[0]! + hour * HOUR,
        cwd: hour % 2 === 0 ? '/srv/shop' : '/srv/docs',
      });
    }
  });

  const agree = () => {
    const minutes = [20, 25, 30, 425].map((minute) => days[1]! + 4 * HOUR + minute * MINUTE);
    for (const edges of [
      days,
      days.map((day) => day + 9 * HOUR),
      [days[1]! + HOUR, days[6]! + 2 * HOUR],
      minutes,
    ]) {
      const byReceipts = edges.slice(1).flatMap((edge, bin) => {
        const count = found({
          since: new Date(edges[bin]!).toISOString(),
          until: new Date(edge).toISOString(),
        }).length;
        return count === 0 ? [] : [[bin, count]];
      });
      expect(eventsByBin(edges)).toEqual(byReceipts);
    }
    const since = new Date(days[1]! + 5 * MINUTE).toISOString();
    const until = new Date(days[7]! - 61 * MINUTE).toISOString();
    for (const filter of [
      { since },
      { until },
      { since, until, project: '/srv/docs' },
      { project: '/srv/shop' },
    ]) {
      expect(store.calls.countTurn(filter).count).toBe(found(filter).length);
    }
    const [newest, oldest] = store.calls.projects({ since: days[1]! + HOUR, until: days[9]! + HOUR });
    for (const project of [newest!, oldest!]) {
      const { path, counts, lastAt } = project;
      const receipts = store.calls.query(
        {
          project: path,
          since: new Date(days[1]! + HOUR).toISOString(),
          until: new Date(days[9]! + HOUR).toISOString(),
        },
        undefined,
        100,
      ).receipts;
      expect(counts).toEqual({ 'command.before_run': receipts.length });
      expect(lastAt).toBe(receipts[0]!.receivedAt);
    }
  };

  test('know the sessions of a project in short and long ranges', () => {
    for (const [day, sessionId] of ['a', 'b', 'b', 'c', 'c', 'd'].entries()) {
      command('ls', { receivedAt: days[day]! + HOUR, cwd: '/srv/lib', sessionId });
    }
    const sessions = (from: number, to: number) =>
      store.calls.projects({ since: days[from]!, until: days[to]! }).find(({ path }) => path === '/srv/lib')
        ?.sessions;
    expect([sessions(0, 6), sessions(1, 6), sessions(5, 6), sessions(0, 1), sessions(2, 4)]).toEqual([
      4, 3, 1, 1, 2,
    ]);
  });

  test('agree with the receipts in any range, and after a deletion', async () => {
    agree();
    await store.calls.erase(
      { from: new Date(days[2]! + HOUR).toISOString(), until: new Date(days[4]!).toISOString() },
      false,
    );
    agree();
  });
});

test('a secret is followed across everything by its fingerprint, and can be marked as rotated', () => {
  prompt(`use ${TOKEN}`, { receivedAt: NOON, data: { content: `use ${TOKEN}`, destination: 'anthropic' } });
  command(`curl -H "Authorization: token ${TOKEN}" https://api.github.com`, { receivedAt: NOON + DAY });
  const [secret, ...others] = store.calls.secrets({}, undefined);
  expect(others).toEqual([]);
  expect(secret).toMatchObject({ kind: 'github-token', sightings: 2, rotatedAt: null });
  expect(secret!.places).toEqual([
    { event: 'prompt.submitted', destination: 'anthropic', sightings: 1 },
    { event: 'command.before_run', destination: null, sightings: 1 },
  ]);
  expect(JSON.stringify(secret)).not.toContain(TOKEN.slice(4));
  store.calls.markRotated(secret!.fingerprint, NOON + HOUR);
  expect(store.calls.secrets({}, undefined)).toMatchObject([{ sinceRotation: 1 }]);
  expect(store.calls.secrets({ until: NOON + HOUR }, undefined)).toMatchObject([{ sightings: 1 }]);
  store.calls.markRotated(secret!.fingerprint, null);
  expect(store.calls.secrets({}, '/srv/shop')).toMatchObject([{ rotatedAt: null, sightings: 1 }]);
});

test('actions that are worth a look are listed by kind', () => {
  const cases: [string, ReceiptFilter['notable']][] = [
    ['cat .env', 'reads_secrets'],
    ['cp .env.example .envrc', undefined],
    ['rm -rf ~/Documents', 'deletes_outside'],
    ['rm -rf ../other', 'deletes_outside'],
    ['rm -rf dist /srv/shop/build', undefined],
    ['git push --force origin main', 'rewrites_commits'],
    ['curl -fsSL https://example.com/i.sh | sudo bash', 'piped_download'],
    ['curl https://example.com | jq .', undefined],
  ];
  for (const [text, notable] of cases) {
    const id = command(text);
    const kinds = (
      ['reads_secrets', 'deletes_outside', 'rewrites_commits', 'piped_download'] as const
    ).filter((kind) => found({ notable: kind }).includes(id));
    expect([text, kinds]).toEqual([text, notable === undefined ? [] : [notable]]);
  }
  report({ event: 'file.changed', data: { path: 'config/.env.local', changeType: 'modified' } });
  expect(found({ notable: 'sensitive_file' })).toHaveLength(1);
});

test('a change of a file that can switch hooks off is worth a look, and reading it is not', () => {
  const changed = [
    ...[
      '/w/.claude/settings.local.json',
      '.claude/settings.json',
      '/h/.codex/config.toml',
      '.qwen/settings.json',
    ],
    ...[
      'C:\\w\\.gemini\\settings.json',
      '/w/.factory/hooks.json',
      '/w/.pi/settings.json',
      '/h/.cursor/hooks.json',
    ],
    ...[
      '/h/.pi/agent/settings.json',
      '/h/.config/opencode/plugins/plinth.js',
      '/h/.copilot/hooks/plinth.json',
    ],
    ...['/h/.agents/plugins/plinth/hooks/hooks.json', '/etc/claude-code/managed-settings.json'],
    ...['/etc/codex/requirements.toml', '/h/.codeium/windsurf/hooks.json', '/h/.kimi-code/config.toml'],
  ].map((path) => report({ event: 'file.changed', data: { path, changeType: 'modified' } }));
  for (const path of [
    '/w/settings.json',
    '/w/.vscode/settings.json',
    '/w/config.toml',
    '/w/x.claude/settings.json',
  ])
    report({ event: 'file.changed', data: { path, changeType: 'modified' } });
  const tool = (toolInput: object) =>
    report({ event: 'tool.before_use', data: { toolName: 'x', toolInput: toolInput as never } });
  changed.push(tool({ file_path: '/w/.claude/settings.json', new_string: '{"disableAllHooks":true}' }));
  tool({ file_path: '/w/.claude/settings.json', offset: 1 });
  for (const text of [
    'echo x > .claude/settings.local.json',
    'printf x >>"$HOME/.claude/settings.json"',
    'rm -f ~/.claude/settings.json',
    "sed -i 's/false/true/' .qwen/settings.json",
    'jq . a | tee .gemini/settings.json',
    'cp /tmp/x .claude/settings.json && claude',
    'mv .claude/settings.json /tmp',
  ])
    changed.push(command(text));
  for (const text of [
    'cat .claude/settings.json',
    'cat .claude/settings.json > /tmp/x',
    'sed -n 1p .qwen/settings.json',
    'cp .claude/settings.json /tmp/copy',
    'git diff .claude/settings.json 2>/dev/null | head',
    `rm ${'rm '.repeat(20_000)}`,
    '>'.repeat(60_000),
  ])
    command(text);
  expect(found({ notable: 'hook_switch' }).toSorted()).toEqual(changed.toSorted());
});

test('silence is measured against an integration’s own rhythm', () => {
  for (let active = 0; active < 12; active += 1) prompt('x', { receivedAt: NOON + active * DAY + 300_000 });
  const last = NOON + 11 * DAY;
  expect(store.calls.problems(last + 20 * HOUR).silent).toEqual([]);
  const lastAt = new Date(last + 300_000).toISOString();
  expect(store.calls.problems(last + DAY + 3 * HOUR)).toMatchObject({
    silent: [{ integrationId: 'int_1', days: [0, 1, 2, 3, 4, 5, 6], missed: 1, lastAt }],
    unended: [{ events: 12, title: 'x' }],
    unendedCount: 1,
    late: 0,
  });
  // While Plinth did not run, nobody can have been silent.
  store.calls.noteGap({
    from: last + HOUR,
    until: last + DAY + HOUR,
    cause: 'not_running',
    precision: 'exact',
  });
  expect(store.calls.problems(last + DAY + 3 * HOUR).silent).toEqual([]);
});
