import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../../shared/bridge.ts';
import { plantedIn } from '../../../test/support/planted-values.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { canMountDisks, mountSmallDisk } from '../../../test/support/small-disk.ts';
import { IntegrationStore } from '../../integrations/integration-store.ts';
import { BridgeConnector } from '../connect/bridge-connector.ts';
import { BridgeRefused } from '../connect/bridge-places.ts';
import { hooksOffIn } from '../connect/hooks-off.ts';
import { detectInstallation } from '../connect/installation.ts';
import { codex } from '../harnesses/codex/index.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { MAX_CONFIGURATION_BYTES, readConfiguration, replaceConfiguration } from './file.ts';
import { otherPlinthsIn } from './other-plinths.ts';
import { tomlCommands } from './toml-hooks.ts';

/** The JSON files that get entries of ours, by harness, below the home folder. */
const files = Object.fromEntries(
  HOOK_HARNESS_IDS.flatMap((harness) => {
    const plan = HARNESSES[harness].plan(
      { home: '/h', variables: {}, platform: 'linux' },
      {
        path: '/l/report',
        bridgeId: harness,
      },
    );
    return plan.form === 'json_hooks' ? [[harness, plan.path.slice('/h/'.length)]] : [];
  }),
) as Record<HarnessId, string>;
const jsonHarnesses = Object.keys(files) as HarnessId[];

const other = (event: string) =>
  `{ "hooks": { "${event}": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "other-tool" }] }] } }`;

const zoo: [string, string][] = [
  ['nothing at all', ''],
  ['white space', ' \n\n'],
  ['an empty object', '{}'],
  ['an empty object over lines', '{\n}\n'],
  ['a comment alone', '// mine\n'],
  ['empty hooks', '{\n  "hooks": {}\n}\n'],
  ['empty arrays', '{\n  "hooks": {\n    "PreToolUse": [],\n    "sessionStart": [ ]\n  }\n}\n'],
  ['other settings', '{\n  "theme": "dark",\n  "env": { "A": "1" }\n}\n'],
  ['no newline at the end', '{\n  "theme": "dark"\n}'],
  ['tabs', '{\n\t"theme": "dark",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'],
  ['four spaces', '{\n    "theme": "dark"\n}\n'],
  ['CRLF', '{\r\n  "theme": "dark",\r\n  "hooks": {\r\n    "PreToolUse": []\r\n  }\r\n}\r\n'],
  ['a byte order mark', '\uFEFF{\n  "theme": "dark"\n}\n'],
  ['one line', '{"theme":"dark","hooks":{"Stop":[]}}'],
  ['trailing commas', '{\n  "hooks": {\n    "PreToolUse": [\n      { "hooks": [], },\n    ],\n  },\n}\n'],
  [
    'comments everywhere',
    '// top\n{\n  /* before */ "theme": "dark", // after\n  "hooks": { // in hooks\n    // nothing yet\n  } /* end */\n} // bottom\n',
  ],
  [
    'comments among others’ entries',
    '{\n  "hooks": {\n    "SessionStart": [\n      // theirs\n      { "hooks": [{ "type": "command", "command": "a // b" }] } // last\n      // more to come\n    ]\n  }\n}\n',
  ],
  ['another tool’s hook before ours', JSON.stringify(JSON.parse(other('PreToolUse')), null, 2)],
  ['another tool’s hook on one line', `${other('PreToolUse')}\n`],
  ['odd indentation', '{\n "a": 1,\n      "hooks": {\n   "PreToolUse": [\n  {"hooks": []}\n ]}}\n'],
  ['unicode', '{\n  "name": "Ünï 🎛 \\u2028"\n}\n'],
  ['cursor’s own', '{\n  "version": 1,\n  "hooks": {\n    "preToolUse": [{ "command": "other" }]\n  }\n}\n'],
  ['duplicate values and strings with braces', '{\n  "a": "}{][",\n  "b": "// no comment"\n}\n'],
];

let home: string;
let connector: BridgeConnector;
let store: IntegrationStore;

function connectorFor(dataDir: string): BridgeConnector {
  store = new IntegrationStore({ load: () => [], save: () => {} });
  return new BridgeConnector({
    dataDir,
    integrations: store,
    surroundings: { variables: { HOME: home }, platform: 'linux' },
    address: () => ({ kind: 'socket', path: join(dataDir, 'bridges', 'collector.sock') }),
    changed: () => {},
  });
}
beforeEach(() => {
  home = temporaryFolder();
  connector = connectorFor(join(home, 'data'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(relative: string, content: string): string {
  const path = join(home, relative);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const read = (path: string) => readFileSync(path, 'utf8');
const parse = (text: string) => {
  const errors: never[] = [];
  const value = parseJsonc(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
};

describe.each(jsonHarnesses)('%s', (harness) => {
  test.each(zoo)('%s: connecting twice and disconnecting restores every byte', (_name, content) => {
    const path = put(files[harness], content);
    connector.connect({ harness });
    const connected = read(path);
    const count = connected.split(/bridges[\\/]+report/).length;
    expect(count).toBeGreaterThan(5);
    const before = content.includes('{') ? parse(content) : {};
    const after = parse(connected);
    for (const [name, value] of Object.entries(before)) {
      if (name !== 'hooks') expect(after[name]).toEqual(value);
    }
    for (const [event, groups] of Object.entries<unknown[]>(before.hooks ?? {})) {
      expect(after.hooks[event].slice(0, groups.length)).toEqual(groups);
    }
    expect(connector.connect({ harness }).kind).toBe('none');
    expect(read(path)).toBe(connected);
    connector.disconnect({ harness });
    expect(read(path)).toBe(content);
  });

  test('disconnecting removes a file and a folder that connecting created', () => {
    const change = connector.connect({ harness });
    expect(change.kind).toBe('create');
    expect(existsSync(join(home, files[harness]))).toBe(true);
    connector.disconnect({ harness });
    expect(existsSync(dirname(join(home, files[harness])))).toBe(false);
  });

  test('text that others write while a bridge is connected stays', () => {
    const path = put(files[harness], '{\n  "theme": "dark",\n  "hooks": {}\n}\n');
    connector.connect({ harness });
    writeFileSync(path, read(path).replace('"dark"', '"light"'));
    connector.disconnect({ harness });
    expect(read(path)).toBe('{\n  "theme": "light",\n  "hooks": {}\n}\n');
  });

  test('disconnecting removes only our entries from a file that another program rewrote', () => {
    const path = put(files[harness], other('PreToolUse'));
    connector.connect({ harness });
    const rewritten = parse(read(path));
    rewritten.hooks.Stop = [{ hooks: [{ type: 'command', command: 'late' }] }];
    writeFileSync(path, JSON.stringify(rewritten, null, 4));
    connector.disconnect({ harness });
    expect(parse(read(path))).toEqual({
      ...JSON.parse(other('PreToolUse')),
      hooks: { ...JSON.parse(other('PreToolUse')).hooks, Stop: rewritten.hooks.Stop },
      ...(rewritten.version === undefined ? {} : { version: rewritten.version }),
    });
  });

  test('disconnecting finds our entries without a record, as after the data directory is deleted', () => {
    const path = put(files[harness], other('PreToolUse'));
    connector.connect({ harness });
    rmSync(join(home, 'data'), { recursive: true });
    connectorFor(join(home, 'data'));
    connector.disconnect({ harness });
    expect(parse(read(path))).toEqual(JSON.parse(other('PreToolUse')));
  });

  test('connecting again restores a removed entry and keeps the position of the others', () => {
    const path = put(files[harness], '{}');
    connector.connect({ harness });
    const whole = parse(read(path));
    const [first, ...rest] = Object.keys(whole.hooks);
    const { [first!]: _gone, ...hooks } = whole.hooks;
    writeFileSync(path, JSON.stringify({ ...whole, hooks }, null, 2));
    expect(connector.isEntered(connector.placeOf({ harness }))).toBe(false);
    connector.connect({ harness });
    const healed = parse(read(path));
    expect(Object.keys(healed.hooks)).toEqual([...rest, first]);
    expect(healed.hooks).toEqual(whole.hooks);
  });

  test.each<[string, string, string]>([
    ['invalid JSON', '{ "hooks": ', 'unparseable'],
    ['a duplicate name', '{ "hooks": {}, "hooks": {} }', 'key_twice'],
    ['a value that is not an object', '[]', 'unexpected_shape'],
    ['hooks that are not an object', '{ "hooks": [] }', 'unexpected_shape'],
    [
      'an event that is not an array',
      `{ "hooks": { "PreToolUse": {}, "preToolUse": 1, "BeforeTool": 1, "pre_read_code": 1 } }`,
      'unexpected_shape',
    ],
  ])('%s is refused and unchanged', (_name, content, reason) => {
    const path = put(files[harness], content);
    expect(() => connector.connect({ harness })).toThrow(reason);
    expect(read(path)).toBe(content);
    expect(store.list().filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });
});

describe('files', () => {
  const settings = files['claude-code'];

  test('a link is followed and stays a link, and the mode is kept', () => {
    const target = put('dotfiles/claude.json', '{\n  "a": 1\n}\n');
    chmodSync(target, 0o640);
    const link = join(home, settings);
    mkdirSync(dirname(link));
    symlinkSync(target, link);
    connector.connect({ harness: 'claude-code' });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(read(target)).toContain('bridges/report');
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(target))).toEqual(['claude.json']);
  });

  test('no copy of the user’s settings remains while connected, or after disconnecting', () => {
    const key = ['sk', 'ant', 'api03', 'x'.repeat(40)].join('-');
    const original = `{\n  "env": { "ANTHROPIC_API_KEY": "${key}" }\n}\n`;
    const path = put(settings, original);
    const dataDir = join(home, 'data');
    connector.connect({ harness: 'claude-code' });
    expect(plantedIn(dataDir, [key])).toEqual([]);
    writeFileSync(path, read(path).replace('"env"', '"other": 1, "env"'));
    connector.disconnect({ harness: 'claude-code' });
    expect(parse(read(path))).toEqual({ other: 1, env: { ANTHROPIC_API_KEY: key } });
    expect(plantedIn(dataDir, [key])).toEqual([]);
  });

  test('a file keeps its other names', () => {
    const path = put(settings, '{\n  "a": 1\n}\n');
    linkSync(path, join(home, 'second-name.json'));
    connector.connect({ harness: 'claude-code' });
    expect(read(join(home, 'second-name.json'))).toMatch(/bridges[\\/]+report/);
    connector.disconnect({ harness: 'claude-code' });
    expect(read(join(home, 'second-name.json'))).toBe('{\n  "a": 1\n}\n');
    expect(statSync(path).nlink).toBe(2);
  });

  test('a minified file stays minified, also where another program has rewritten it', () => {
    const original = `{"a":[1,2],"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x, y: z"}]}]}}`;
    const path = put(settings, original);
    connector.connect({ harness: 'claude-code' });
    expect(read(path)).toBe(JSON.stringify(JSON.parse(read(path))));
    writeFileSync(path, JSON.stringify({ ...JSON.parse(read(path)), b: 2 }));
    rmSync(join(home, 'data/bridges/claude-code.json'));
    connector.disconnect({ harness: 'claude-code' });
    expect(read(path)).toBe(JSON.stringify({ ...JSON.parse(original), b: 2 }));
  });

  test('a dangling link, a folder, a read-only or locked file and a file that is not text are refused', () => {
    const path = join(home, settings);
    mkdirSync(dirname(path));
    symlinkSync(join(home, 'nowhere'), path);
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('dangling_link');
    rmSync(path);
    mkdirSync(path);
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('is_folder');
    rmSync(path, { recursive: true });
    writeFileSync(path, '{}');
    chmodSync(path, 0o444);
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('read_only');
    chmodSync(path, 0o644);
    writeFileSync(`${path}.lock`, '');
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('locked');
    rmSync(`${path}.lock`);
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('not_utf8');
    expect(existsSync(join(home, 'data', 'bridges', 'claude-code.token'))).toBe(false);
  });

  test('a file that is too large for settings is refused', () => {
    const path = put(settings, `{}${' '.repeat(MAX_CONFIGURATION_BYTES)}`);
    expect(() => connector.connect({ harness: 'claude-code' })).toThrow('too_large');
    expect(statSync(path).size).toBe(MAX_CONFIGURATION_BYTES + 2);
  });

  // A read from a pipe blocks until a program writes to it, possibly forever.
  test.skipIf(process.platform === 'win32').each([
    ['claude-code', '.claude/settings.json'],
    ['codex', '.codex/config.toml'],
    ['codex', '.codex/hooks.json'],
    ['gemini', '.gemini/settings.json'],
  ] as const)('%s: a pipe in the place of %s does not block', (harness, relative) => {
    const path = join(home, relative);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
    const ofHooks = relative.endsWith('hooks.json') ? undefined : { file: path, isKnown: false };
    expect(hooksOffIn(connector.placeOf({ harness }))).toEqual(ofHooks && expect.objectContaining(ofHooks));
    expect(connector.isEntered(connector.placeOf({ harness }))).toBe(false);
    if (connector.configurationPath(connector.placeOf({ harness })) === path) {
      expect(() => connector.preview({ harness }, 'connect')).toThrow('not_a_file');
    }
  });

  // Each of these inputs once took minutes, exhausted memory or made the whole answer fail.
  test.each([
    ['comments that never end', `{} ${'/* '.repeat(300_000)}`, 'unparseable'],
    ['brackets in brackets', `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)} }`, 'too_deep'],
  ])('%s are refused at once', (_name, content, fault) => {
    const path = put(settings, content);
    expect(() => connector.preview({ harness: 'claude-code' }, 'connect')).toThrow(fault);
    expect(connector.isEntered(connector.placeOf({ harness: 'claude-code' }))).toBe(false);
    expect(hooksOffIn(connector.placeOf({ harness: 'claude-code' }))?.isKnown).toBe(false);
    expect(read(path)).toBe(content);
  });

  test('the diff of a long file shows only the change', () => {
    put(settings, `{\n${Array.from({ length: 70_000 }, (_, at) => `"k${at}": 1,\n`).join('')}"z": 1\n}\n`);
    const { diff } = connector.preview({ harness: 'claude-code' }, 'connect');
    expect(diff.split('\n').length).toBeLessThan(150);
    expect(diff).toContain('UserPromptSubmit');
  });

  test.skipIf(process.platform === 'win32')('a path with a line break does not break the diff', () => {
    const odd = join(home, 'a\nb');
    mkdirSync(odd);
    const { diff } = connector.preview(
      { harness: 'claude-code', environment: { HOME: home, CLAUDE_CONFIG_DIR: odd } },
      'connect',
    );
    expect(diff.split('\n')[1]).toBe(`+++ ${JSON.stringify(join(odd, 'settings.json'))}`);
  });

  test.skipIf(!canMountDisks)('a full disk leaves the file unchanged', () => {
    const disk = mountSmallDisk(1);
    try {
      const folder = join(disk.path, 'claude');
      mkdirSync(folder);
      const path = join(folder, 'settings.json');
      const content = `{ "long": "${'x'.repeat(600_000)}" }\n`;
      writeFileSync(path, content);
      const place = { HOME: home, CLAUDE_CONFIG_DIR: folder };
      expect(() => connector.connect({ harness: 'claude-code', environment: place })).toThrow('disk_full');
      expect(read(path)).toBe(content);
      expect(readdirSync(folder)).toEqual(['settings.json']);
      expect(connector.placeOf({ harness: 'claude-code' }).integration).toBeUndefined();
    } finally {
      disk.remove();
    }
  });

  test.skipIf(process.platform === 'win32')(
    'an unreadable folder in PATH hides no harness and causes no failure',
    () => {
      const bin = join(home, 'bin');
      mkdirSync(bin);
      symlinkSync('claude', join(bin, 'claude'));
      const good = join(home, 'good');
      mkdirSync(good);
      writeFileSync(join(good, 'claude'), '', { mode: 0o755 });
      execFileSync('mkfifo', [join(good, 'package.json')]);
      const PATH = [bin, join(home, 'x'.repeat(300)), 'nul\0', good].join(':');
      const environment = { home, variables: { HOME: home, PATH }, platform: 'linux' as const };
      expect(detectInstallation(HARNESSES['claude-code'], environment)).toEqual({
        installed: true,
        version: undefined,
      });
    },
  );

  test.each([
    ['goose', 'Block/goose/config'],
    ['acp', 'Zed'],
  ] as const)('%s is found by its folder among the settings of programs on Windows', (harness, folder) => {
    const installed = (APPDATA?: string) => {
      const variables = APPDATA === undefined ? {} : { APPDATA };
      return detectInstallation(HARNESSES[harness], { home, variables, platform: 'win32' }).installed;
    };
    mkdirSync(join(home, '.config', harness === 'acp' ? 'zed' : harness), { recursive: true });
    expect(installed()).toBe(false);
    mkdirSync(join(home, 'AppData', 'Roaming', folder), { recursive: true });
    expect(installed()).toBe(true);
    expect(installed(join(home, 'moved'))).toBe(false);
    mkdirSync(join(home, 'moved', folder), { recursive: true });
    expect(installed(join(home, 'moved'))).toBe(true);
  });

  test('an event that earlier versions warn of is entered for a version that knows it', () => {
    const path = put(settings, '{}');
    chmodSync(put('.local/bin/claude', ''), 0o755);
    const install = (version: string) =>
      put('.local/package.json', JSON.stringify({ name: '@anthropic-ai/claude-code', version }));
    const isEntered = () => connector.isEntered(connector.placeOf({ harness: 'claude-code' }));
    install('2.1.330');
    connector.connect({ harness: 'claude-code' });
    expect(read(path)).not.toContain('PreSkillShellCommand');
    install('2.1.332');
    // An update of the harness takes nothing away.
    expect(isEntered()).toBe(true);
    connector.connect({ harness: 'claude-code' });
    expect(read(path)).toContain('PreSkillShellCommand');
    expect(connector.connect({ harness: 'claude-code' }).kind).toBe('none');
    connector.disconnect({ harness: 'claude-code' });
    expect(read(path)).toBe('{}');
  });

  test('text that a program writes immediately before the rename is kept', () => {
    const path = put(settings, '{}');
    const file = readConfiguration(path);
    const write = () => replaceConfiguration(file, '{"ours":1}', () => writeFileSync(path, '{"theirs":1}'));
    expect(write).toThrow('changed_meanwhile');
    expect(read(path)).toBe('{"theirs":1}');
    expect(readdirSync(dirname(path))).toEqual(['settings.json']);
  });

  test('a confirmed change is not applied to a file that changed after the confirmation', () => {
    const path = put(settings, '{}');
    const { fingerprint, diff } = connector.preview({ harness: 'claude-code' }, 'connect');
    expect(read(path)).toBe('{}');
    expect(diff).toContain('+++ ');
    appendFileSync(path, '\n');
    expect(() => connector.connect({ harness: 'claude-code' }, fingerprint)).toThrow('changed_meanwhile');
    const again = connector.preview({ harness: 'claude-code' }, 'connect');
    expect(connector.connect({ harness: 'claude-code' }, again.fingerprint).kind).toBe('modify');
  });

  test('variables that move a harness’s files are used and recorded', () => {
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    connector.connect({ harness: 'claude-code', environment: { HOME: home, CLAUDE_CONFIG_DIR: elsewhere } });
    expect(existsSync(join(elsewhere, 'settings.json'))).toBe(true);
    connector.disconnect({ harness: 'claude-code', environment: { HOME: home } });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('Kimi Code’s config.toml', () => {
  test('a moved data directory changes nothing else, and another Plinth keeps its heading', () => {
    const path = put('.kimi-code/config.toml', theirs);
    connector.connect({ harness: 'kimi-code' });
    const first = read(path);
    renameSync(join(home, 'data'), join(home, 'moved'));
    const moved = connectorFor(join(home, 'moved'));
    moved.connect({ harness: 'kimi-code' });
    // In TOML, a backslash of Windows is two.
    const written = (name: string) => JSON.stringify(join(home, name)).slice(1, -1);
    expect(read(path)).toBe(first.replaceAll(written('data'), written('moved')));
    const whole = read(path);
    const second = connectorFor(join(home, 'second'));
    second.connect({ harness: 'kimi-code' });
    rmSync(join(home, 'second/bridges/kimi-code.json'));
    second.disconnect({ harness: 'kimi-code' });
    expect(read(path)).toBe(whole);
  });

  const ours = (text: string) => tomlCommands(text).filter((each) => String(each).includes('kimi-code'));
  const theirs = '# mine\ndefault_model = "a"\n\n[[hooks]]\nevent = "Stop"\ncommand = "other-tool"\n';

  test.each([
    ['no file', undefined],
    ['other settings and another hook', theirs],
  ])('%s: disconnecting restores it', (_name, content) => {
    const path = join(home, '.kimi-code/config.toml');
    if (content !== undefined) put('.kimi-code/config.toml', content);
    connector.connect({ harness: 'kimi-code' });
    expect(ours(read(path))).toHaveLength(9);
    // Kimi Code rejects the file for one member that it does not know.
    const { hooks } = parseToml(read(path)) as { hooks: object[] };
    const members = new Set(hooks.flatMap((hook) => Object.keys(hook)));
    expect([...members].sort()).toEqual(['command', 'event', 'timeout']);
    expect(connector.connect({ harness: 'kimi-code' }).kind).toBe('none');
    connector.disconnect({ harness: 'kimi-code' });
    expect(existsSync(path) ? read(path) : undefined).toBe(content);
  });

  test.skipIf(process.platform === 'win32')('the hook after an edit outlives the first signal', () => {
    const { path } = connector.connect({ harness: 'kimi-code' });
    writeFileSync(join(home, 'data/bridges/report'), 'kill -TERM $$; echo "$1"; exit 0\n', { mode: 0o700 });
    const { hooks } = parseToml(read(path)) as { hooks: { event: string; command: string }[] };
    const { command } = hooks.find(({ event }) => event === 'PostToolUse')!;
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8', input: '' })).toBe('kimi-code\n');
  });

  test('after Kimi Code has rewritten the file, the entries are still known and go', () => {
    const path = put('.kimi-code/config.toml', theirs);
    connector.connect({ harness: 'kimi-code' });
    writeFileSync(path, stringifyToml(parseToml(read(path))));
    expect(connector.isEntered(connector.placeOf({ harness: 'kimi-code' }))).toBe(true);
    connector.disconnect({ harness: 'kimi-code' });
    expect(parseToml(read(path))).toEqual(parseToml(theirs));
  });
});

describe('Codex’s config.toml', () => {
  const theirs =
    'model = "gpt-5.5" # mine\n\n[features]\nweb = true\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "other"\n';

  test.each([
    ['unchanged', theirs],
    ['with CRLF', theirs.replaceAll('\n', '\r\n')],
    ['without a final newline', theirs.trimEnd()],
  ])('%s is used where it contains hooks, and restored to the byte', (_name, content) => {
    const path = put('.codex/config.toml', content);
    connector.connect({ harness: 'codex' });
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false);
    const { hooks } = parseToml(read(path)) as { hooks: Record<string, unknown[]> };
    expect(Object.keys(hooks).sort()).toEqual(
      [
        ...['PostToolUse', 'PreToolUse', 'SessionEnd', 'SessionStart', 'Stop', 'UserPromptSubmit'],
        ...['SubagentStart', 'Interrupt'],
      ].sort(),
    );
    expect(connector.connect({ harness: 'codex' }).kind).toBe('none');
    const trust = '\n[hooks.state."x"]\ntrusted_hash = "sha256:1"\n';
    appendFileSync(path, trust);
    connector.disconnect({ harness: 'codex' });
    expect(read(path)).toBe(content + trust);
  });

  test('text that Codex writes into or after our tables stays after disconnecting', () => {
    const path = put('.codex/config.toml', theirs);
    connector.connect({ harness: 'codex' });
    const connected = read(path);
    const added =
      '[projects."/work"]\ntrust_level = "trusted"\n\n# about mine\n[mcp_servers.mine]\ncommand = "mine"\n\n';
    const lastTable = connected.lastIndexOf('[[hooks.SessionEnd]]');
    for (const [rewritten, wanted] of [
      // At the end, before our last tables, and with our text rewritten.
      [`${connected}\n${added}`, added],
      [`${connected.slice(0, lastTable)}${added}${connected.slice(lastTable)}`, added],
      [`${connected.replaceAll(' = ', '=')}\n${added}`, added.trim().split('\n')[1]!],
    ] as const) {
      writeFileSync(path, rewritten);
      connector.disconnect({ harness: 'codex' });
      const left = read(path);
      expect(left).toContain(wanted);
      expect(parseToml(left)).toEqual(parseToml(`${theirs}\n${added}`));
      expect(left).not.toContain('Plinth');
      connector.connect({ harness: 'codex' });
    }
  });

  test('is refused when the form of our handlers prevents removing them alone', () => {
    const path = put('.codex/config.toml', theirs);
    connector.connect({ harness: 'codex' });
    const command = JSON.stringify(tomlCommands(read(path)).at(-1));
    const inline = `${theirs}\n[[hooks.SessionEnd]]\nhooks = [{ type = "command", command = ${command} }]\n`;
    writeFileSync(path, inline);
    expect(() => connector.disconnect({ harness: 'codex' })).toThrow('not_removable');
    expect(read(path)).toBe(inline);
  });

  test('is refused only for a change when it cannot be parsed', () => {
    const path = put('.codex/config.toml', '[[hooks.Stop]\n');
    expect(connector.connect({ harness: 'codex' }).path).toBe(join(home, '.codex/hooks.json'));
    expect(read(path)).toBe('[[hooks.Stop]\n');
  });

  test('waits for review until Codex records every hook as trusted', () => {
    connector.connect({ harness: 'codex' });
    const path = join(home, '.codex/hooks.json');
    const waits = () =>
      codex.waitsForReview!(
        connector.placeOf({ harness: 'codex' }).environment,
        path,
        connector.launcherPath,
      );
    const events = [
      ...['session_start', 'user_prompt_submit', 'pre_tool_use', 'post_tool_use', 'session_end'],
      ...['subagent_start', 'interrupt'],
    ];
    const noted = events.map(
      (event) => `[hooks.state.${JSON.stringify(`${path}:${event}:0:0`)}]\ntrusted_hash = "sha256:1"\n`,
    );
    expect(waits()).toBe(true);
    put('.codex/config.toml', noted.slice(1).join('\n'));
    expect(waits()).toBe(true);
    put('.codex/config.toml', noted.join('\n'));
    expect(waits()).toBe(false);
  });

  test.each([
    ['codex', '.codex/config.toml', '[features]\nhooks = false\n'],
    ['claude-code', '.claude/settings.json', '{ "disableAllHooks": true }'],
    ['copilot', '.copilot/settings.json', '{ "disableAllHooks": true }'],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }'],
  ] as const)('%s reports that its own settings disable hooks', (harness, relative, content) => {
    const off = () => hooksOffIn(connector.placeOf({ harness }));
    expect(off()).toBeUndefined();
    put(relative, content);
    expect(off()).toMatchObject({ folder: null, file: join(home, relative), isKnown: true });
  });

  test('our entries come last, and no approval is written', () => {
    put('.codex/hooks.json', other('PreToolUse'));
    connector.connect({ harness: 'codex' });
    const { hooks } = parse(read(join(home, '.codex/hooks.json')));
    expect(hooks.PreToolUse[0].hooks[0].command).toBe('other-tool');
    expect(hooks.PreToolUse).toHaveLength(2);
    expect(existsSync(join(home, '.codex/config.toml'))).toBe(false);
  });
});

/** The harnesses whose files get an entry of ours. */
const withEntry = HOOK_HARNESS_IDS.filter((harness) => HARNESSES[harness].hasEntry !== false);

describe('a data directory that was moved', () => {
  test.each(withEntry)('%s: connecting corrects the entries, disconnecting removes them', (harness) => {
    const { path } = connector.connect({ harness });
    const before = read(path);
    renameSync(join(home, 'data'), join(home, 'moved'));
    const moved = connectorFor(join(home, 'moved'));
    const text = moved.textOf(moved.placeOf({ harness })) ?? '';
    expect(otherPlinthsIn(text, moved.launcherPath, false)).toEqual([
      { folder: join(home, 'data'), exists: false },
    ]);
    moved.connect({ harness });
    const [from, to] = [join(home, 'data'), join(home, 'moved')];
    const escaped = (folder: string) => JSON.stringify(folder).slice(1, -1);
    // A backslash of Windows is doubled in JSON, and not in TOML's literal texts.
    const corrected = [before.replaceAll(from, to), before.replaceAll(escaped(from), escaped(to))];
    expect(corrected).toContain(read(path));
    renameSync(join(home, 'moved'), join(home, 'data'));
    const back = connectorFor(join(home, 'data'));
    back.disconnect({ harness });
    expect(existsSync(path) ? read(path) : '').not.toContain('bridges');
  });

  test.each(withEntry)('%s: the entries of another Plinth that still exists stay', (harness) => {
    const { path } = connector.connect({ harness });
    const before = read(path);
    const second = connectorFor(join(home, 'second'));
    const { environment } = second.placeOf({ harness });
    const { form } = HARNESSES[harness].plan(environment, { path: second.launcherPath, bridgeId: harness });
    if (form === 'own_file') {
      expect(() => second.connect({ harness })).toThrow('other_plinth');
      expect(() => second.disconnect({ harness })).toThrow(BridgeRefused);
    } else {
      second.connect({ harness });
      second.disconnect({ harness });
    }
    expect(read(path)).toBe(before);
  });
});

/** Returns the first command of a configuration: in a list of hooks, in a list of an event, or in a group there. */
function firstCommand({ hooks }: Record<string, unknown>): string {
  const [handler] = (Array.isArray(hooks) ? hooks : Object.values(hooks as object)[0]) as never[];
  const { hooks: inGroup } = handler! as { hooks?: object[] };
  const inner = (inGroup?.[0] ?? handler!) as Record<'command' | 'bash', string | undefined> & {
    action?: { command: string };
  };
  return String(inner.command ?? inner.bash ?? inner.action?.command);
}

test
  .skipIf(process.platform === 'win32')
  .each([`it's a folder`, 'a\\b\\', '$HOME and $\u007bHOME}', '"quoted" `id` $(id) %PATH%'])(
  'every harness finds a launcher below %s',
  (name) => {
    const data = join(home, name);
    const odd = connectorFor(data);
    for (const harness of withEntry) {
      const { path } = odd.connect({ harness });
      if (HARNESSES[harness].sender === 'plugin') {
        expect(read(path)).toContain(JSON.stringify(join(data, `bridges/${harness}.route`)));
        continue;
      }
      const text = read(path);
      // Gemini CLI replaces variables in its settings before it runs a command.
      const seen = harness === 'gemini' ? text.replace(/\$(?:(\w+)|\{([^}]+)\})/g, '/replaced') : text;
      const command = firstCommand(harness === 'kimi-code' ? parseToml(seen) : JSON.parse(seen));
      writeFileSync(join(data, 'bridges/report'), '#!/bin/sh\necho "$1"; exit 0\n', { mode: 0o700 });
      expect(execFileSync('bash', ['-c', command], { encoding: 'utf8', input: '' })).toBe(`${harness}\n`);
      expect(odd.connect({ harness }).kind).toBe('none');
      odd.disconnect({ harness });
    }
  },
);

describe('files that Plinth owns', () => {
  test('the file for editors in the data directory is written again, and removed after the directory moved', () => {
    const { path } = connector.connect({ harness: 'acp' });
    writeFileSync(path, 'changed');
    expect(connector.connect({ harness: 'acp' }).kind).toBe('modify');
    expect(connector.connect({ harness: 'acp' }).kind).toBe('none');
    renameSync(join(home, 'data'), join(home, 'moved'));
    connectorFor(join(home, 'moved')).disconnect({ harness: 'acp' });
    expect(existsSync(path.replace('/data/', '/moved/'))).toBe(false);
  });

  test('a moved and linked file is removed with its link', () => {
    connector.connect({ harness: 'copilot' });
    const path = join(home, '.copilot/hooks/plinth.json');
    const elsewhere = put('dotfiles/plinth.json', read(path));
    rmSync(path);
    symlinkSync(elsewhere, path);
    connector.disconnect({ harness: 'copilot' });
    expect(existsSync(elsewhere)).toBe(false);
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
    expect(connector.connect({ harness: 'copilot' }).kind).toBe('create');
  });

  test.each([
    ['copilot', '.copilot/hooks/plinth.json'],
    ['opencode', '.config/opencode/plugins/plinth.js'],
  ] as const)('%s', (harness, relative) => {
    const path = join(home, relative);
    expect(connector.connect({ harness }).kind).toBe('create');
    expect(connector.connect({ harness }).kind).toBe('none');
    writeFileSync(path, `${read(path)} `);
    expect(connector.connect({ harness }).kind).toBe('modify');
    connector.disconnect({ harness });
    expect(existsSync(dirname(path))).toBe(false);
    put(relative, 'somebody else’s');
    expect(() => connector.connect({ harness })).toThrow('not_ours');
    expect(() => connector.disconnect({ harness })).toThrow(BridgeRefused);
    expect(read(path)).toBe('somebody else’s');
  });
});

test('no harness configuration contains a credential, a port or a version', () => {
  for (const harness of HOOK_HARNESS_IDS) {
    const { path } = connector.connect({ harness });
    expect(read(path)).not.toMatch(/plhook_|127\.0\.0\.1|47613|Bearer [^"]*[0-9]/);
  }
});

test('a note before connecting names the waiting time that OpenCode causes, unless the plugin is already installed', () => {
  expect(connector.preview({ harness: 'opencode' }, 'connect').notes).toEqual(['plugin_library_install']);
  put('.config/opencode/node_modules/@opencode-ai/plugin/package.json', '{}');
  expect(connector.preview({ harness: 'opencode' }, 'connect').notes).toEqual([]);
});
