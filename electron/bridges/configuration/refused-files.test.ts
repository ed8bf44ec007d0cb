import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { failureSentence } from '../../../shared/words/failures.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { IntegrationStore } from '../../integrations/integration-store.ts';
import { BridgeConnector } from '../connect/bridge-connector.ts';
import { BridgeRefused } from '../connect/bridge-places.ts';
import { ConfigurationRefused } from './file.ts';

const FILES = {
  'claude-code': '.claude/settings.json',
  'claude-code-telemetry': '.claude/settings.json',
  codex: '.codex/config.toml',
  'codex-telemetry': '.codex/config.toml',
  'kimi-code': '.kimi-code/config.toml',
} as const;
type Tried = keyof typeof FILES;

let home: string;
let store: IntegrationStore;
let connector: BridgeConnector;
beforeEach(() => {
  home = temporaryFolder();
  store = new IntegrationStore({ load: () => [], save: () => {} });
  connector = new BridgeConnector({
    dataDir: join(home, 'data'),
    integrations: store,
    surroundings: { variables: { HOME: home }, platform: 'linux' },
    address: () => ({ kind: 'socket', path: join(home, 'data/bridges/collector.sock') }),
    changed: () => {},
    telemetry: { baseUrl: () => 'http://127.0.0.1:47613', level: () => 'text' as const },
  });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(harness: Tried, content: string | Buffer): string {
  const path = join(home, FILES[harness]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

function refusalOf(act: () => unknown, path = ''): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof BridgeRefused) return failureSentence(error.failure);
    if (!(error instanceof ConfigurationRefused)) throw error;
    const { fault, where } = error;
    return failureSentence(controlFailure('configuration', { path, fault, where }));
  }
}

/** Returns the sentence for connecting a harness, without the path. It is the same for the preview. */
function sentenceFor(harness: HarnessId): string | undefined {
  const path = connector.fileFor({ harness }, 'connect');
  const sentence = refusalOf(() => connector.connect({ harness }), path);
  expect(refusalOf(() => connector.preview({ harness }, 'connect'), path)).toBe(sentence);
  expect(store.list().filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  expect(path).toBe(join(home, FILES[harness as Tried]));
  return sentence?.slice(path.length + 1);
}

const end = 'Plinth changed nothing.';

test.each<[Tried, string, string]>([
  [
    'claude-code',
    '{ "a": 1,\n  "secret" "b" }',
    'cannot be parsed from line 2, column 12 on. Correct the file, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": {}, \r\n\r\n "hooks": {} }',
    'has a key twice: the second one is in line 3. Delete one of them, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": {\n"Stop": [],\n"Stop": [] } }',
    'has a key twice: the second one is in line 3. Delete one of them, then try again.',
  ],
  [
    'claude-code',
    '[]',
    'is a list as a whole, where an object is needed. Put the settings into { … }, then try again.',
  ],
  [
    'claude-code',
    'null',
    'is null as a whole, where an object is needed. Put the settings into { … }, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": [] }',
    'has a list at “hooks”, where an object is needed. Write {} there, or delete it, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": "off" }',
    'has a text at “hooks”, where an object is needed. Write {} there, or delete it, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": false }',
    'has true or false at “hooks”, where an object is needed. Write {} there, or delete it, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": { "PreToolUse": {} } }',
    'has an object at “hooks.PreToolUse”, where a list is needed. Put it into a list, or delete it, then try again.',
  ],
  [
    'claude-code',
    '{ "hooks": { "SessionStart": "x" } }',
    'has a text at “hooks.SessionStart”, where a list is needed. Put it into a list, or delete it, then try again.',
  ],
  [
    'claude-code',
    `{ "a": ${'['.repeat(200_000)}${']'.repeat(200_000)} }`,
    'has too many brackets inside each other.',
  ],
  [
    'claude-code-telemetry',
    '{ "env": [] }',
    'has a list at “env”, where an object is needed. Write {} there, or delete it, then try again.',
  ],
  [
    'claude-code-telemetry',
    '{ "env": { "A": "1",\n "A": "2" } }',
    'has a key twice: the second one is in line 2. Delete one of them, then try again.',
  ],
  [
    'codex',
    '[hooks]\nPreToolUse = []\nStop = []\n',
    'has a list at “hooks.PreToolUse”, to which no table can be added. Write it as [[hooks.PreToolUse]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'codex',
    'hooks = { Stop = [] }\n',
    'has an inline table at “hooks”, to which no table can be added. Write it as [[hooks.…]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'codex',
    '[hooks]\nStop = []\nPreToolUse = 5\n',
    'has a number at “hooks.PreToolUse”, to which no table can be added. Write it as [[hooks.PreToolUse]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'kimi-code',
    'hooks = []\n',
    'has a list at “hooks”, to which no table can be added. Write it as [[hooks]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'kimi-code',
    'hooks = 9007199254740993\n',
    'has a number at “hooks”, to which no table can be added. Write it as [[hooks]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'kimi-code',
    '[hooks]\n',
    'has a table at “hooks”, to which no table can be added. Write it as [[hooks]] tables, or delete it if it is empty, then try again.',
  ],
  [
    'kimi-code',
    'a = 1\na = 2\n',
    'has a key twice: the second one is in line 2. Delete one of them, then try again.',
  ],
  ['kimi-code', 'a = \n', 'cannot be parsed from line 1, column 5 on. Correct the file, then try again.'],
  [
    'codex-telemetry',
    '[a]\nb = 1\n[a\n',
    'cannot be parsed from line 3, column 3 on. Correct the file, then try again.',
  ],
])('%s: %j says what stands there', (harness, content, sentence) => {
  // A connection by telemetry is refused on Windows, before its file is read.
  if (harness === 'codex-telemetry' && process.platform === 'win32') return;
  const path = put(harness, content);
  expect(sentenceFor(harness)).toBe(`${sentence} ${end}`);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

describe('what no file of settings is', () => {
  const inBytes = (text: string, encoding: BufferEncoding, mark: number[]) =>
    Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);
  test.each<[string, Buffer | string, string]>([
    ['Latin-1', inBytes('{"ä":1}', 'latin1', []), 'is not UTF-8 text. Save it as UTF-8, then try again.'],
    [
      'UTF-16 with a mark',
      inBytes('{}', 'utf16le', [0xff, 0xfe]),
      'is UTF-16 text. Save it as UTF-8, then try again.',
    ],
    [
      'UTF-16 without one',
      inBytes('{"a": 1}', 'utf16le', []),
      'is UTF-16 text. Save it as UTF-8, then try again.',
    ],
    [
      'too large',
      `{}${' '.repeat(1_048_576)}`,
      'is larger than 1 MB, which is too large for a settings file.',
    ],
  ])('%s', (_name, content, sentence) => {
    put('claude-code', content);
    expect(sentenceFor('claude-code')).toBe(`${sentence} ${end}`);
  });

  test('a folder, links, a read-only or locked file, and a file where a folder should be', () => {
    const path = put('claude-code', '{}');
    chmodSync(path, 0o444);
    expect(sentenceFor('claude-code')).toBe(`is read-only. Make it writable, then try again. ${end}`);
    chmodSync(path, 0o644);
    writeFileSync(`${path}.lock`, '');
    expect(sentenceFor('claude-code')).toBe(`is locked by another program. Try again in a moment. ${end}`);
    rmSync(`${path}.lock`);
    rmSync(path);
    mkdirSync(path);
    expect(sentenceFor('claude-code')).toBe(`is a folder, where a file is needed. ${end}`);
    rmSync(path, { recursive: true });
    symlinkSync('nowhere', path);
    expect(sentenceFor('claude-code')).toBe(`is a link to a file that does not exist. ${end}`);
    rmSync(path);
    symlinkSync('settings.json', path);
    expect(sentenceFor('claude-code')).toBe(`is a link that leads back to itself. ${end}`);
    rmSync(dirname(path), { recursive: true });
    writeFileSync(dirname(path), '');
    expect(sentenceFor('claude-code')).toBe(
      `cannot be created: a file is where its folder should be. Move that file, then try again. ${end}`,
    );
    expect(existsSync(join(home, 'data', 'bridges', 'claude-code.token'))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'a folder of other permissions',
    () => {
      const path = put('claude-code', '{}');
      chmodSync(dirname(path), 0o500);
      expect(sentenceFor('claude-code')).toBe(
        `or its folder does not let this user read and write. Change its permissions, then try again. ${end}`,
      );
      chmodSync(dirname(path), 0o700);
    },
  );
});

test.each<[Tried, string]>([
  ['claude-code', '{"hooks":null}'],
  ['claude-code', '{\n  "theme": "dark",\n  "hooks": null\n}\n'],
  ['claude-code', '\uFEFF{\r\n  "hooks": {\r\n    "PreToolUse": null,\r\n    "Stop": []\r\n  }\r\n}\r\n'],
  ['claude-code-telemetry', '{ "env": null }\n'],
  ['codex', '[hooks]\n'],
  ['codex', 'big = 9007199254740993\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "other"\n'],
  ['kimi-code', '\uFEFFa = 1\n'],
])('%s: %j is taken, and comes back byte for byte', (harness, content) => {
  const path = put(harness, content);
  connector.connect({ harness });
  expect(connector.isEntered(connector.placeOf({ harness }))).toBe(true);
  connector.disconnect({ harness });
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('a preview is refused as connecting is, where other integrations have the agent’s names', () => {
  put('claude-code', '{}');
  for (const name of ['Claude Code', 'Claude Code (bridge)']) store.generate(name, ['events:write']);
  for (const act of [
    () => connector.preview({ harness: 'claude-code' }, 'connect'),
    () => connector.connect({ harness: 'claude-code' }),
  ])
    expect(refusalOf(act)).toBe(
      'Another integration has the name of this agent. Revoke that integration first.',
    );
  for (const action of ['reconnect', 'disconnect'] as const) {
    expect(refusalOf(() => connector.preview({ harness: 'claude-code' }, action))).toBe(
      'Claude Code is not connected.',
    );
  }
});
