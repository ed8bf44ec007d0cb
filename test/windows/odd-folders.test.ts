import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationRefused } from '../../electron/bridges/configuration/file.ts';
import { installedHook } from '../../electron/bridges/configuration/installed-hook.ts';
import { BridgeConnector } from '../../electron/bridges/connect/bridge-connector.ts';
import { hookShell } from '../../electron/bridges/connect/hook-shell.ts';
import { ServerProof } from '../../electron/bridges/connect/server-proof.ts';
import { HARNESSES } from '../../electron/bridges/harnesses/index.ts';
import { IntegrationStore } from '../../electron/integrations/integration-store.ts';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../shared/bridge.ts';
import { temporaryFolder } from '../support/temporary-folders.ts';

/*
 * Settings in folders with names that cmd, PowerShell and Git Bash read in ways of their own: connecting and disconnecting
 * gives every byte back, and cmd finds the launcher.
 */

/** Wine's cmd runs no batch file below a folder with "%": it looks for variables in the path again. */
const IS_WINE = process.env.WINELOADER !== undefined;

const FOLDERS = [
  'plain',
  'with blank',
  'two  blanks',
  'Jörg Müller',
  'Ünï çödé',
  '日本語',
  'Пользователь',
  'emoji 🦊',
  'combining e\u0301',
  '100%',
  '% at the start',
  'a^b',
  '^^',
  'a&b',
  '& echo x',
  'bang!',
  '!PATH!',
  '(x86)',
  'open (',
  'close )',
  "it's",
  "''",
  '#hash $dollar',
  '$(calc)',
  '`tick`',
  'a;b,c=d',
  '{brace} [bracket]',
  '@at ~tilde',
  '-dash --flag',
  '+plus _under',
  'dots..in...it',
  '.hidden',
  'CON fusion',
  'nul-like',
  'bridges',
  'report.cmd',
  `long ${'x'.repeat(60)}`,
  'deep/er/and/deep er',
  '%PATH%',
  '%%',
  'a%b%c',
  '%~dp0',
  '^& echo x',
  'a^^&b',
  '!a!b!',
  'a&&b',
  ' leading blank',
  'a=b',
  'a,b',
  '[1] (2) {3}',
  "o'clock ''",
  'non\u00a0breaking',
  'שלום',
  'ไทย',
  'ﬁligature ǅ',
  'İstanbul ıI',
  'CONIN$',
  'COM0.txt',
  'progra~1',
  'tilde~',
  '~',
  'quote “curly” ‘single’',
] as const;

/**
 * Names that Windows gives to devices, or cuts, unless a program asks in a form of its own, as Node does. No program of
 * Windows can have its home there, but Plinth meets them in what it is told.
 */
const STRANGE_FOLDERS = ['CON', 'NUL', 'aux.d', 'COM1', 'LPT9.x y', 'dot.', 'blank ', 'dots...'];
/** A path beyond the 260 characters of Windows. */
const LONG_FOLDER = Array.from({ length: 5 }, (_, level) => `${level}${'x'.repeat(60)}`).join('/');

type Settings = Partial<Record<HarnessId, [file: string, content: string]>>;

const CRLF = '{\r\n  "theme": "dark",\r\n  "hooks": {\r\n    "PreToolUse": []\r\n  }\r\n}\r\n';
const BOM = '\ufeff{\n\t// mine\n\t"a": 1,\n}\n';
const SETTINGS: Settings[] = [
  {
    codex: ['.codex/hooks.json', CRLF],
    'claude-code': ['.claude/settings.json', BOM],
    'kimi-code': ['.kimi-code/config.toml', '# mine\r\ndefault_model = "a"\r\n'],
  },
  {
    codex: ['.codex/hooks.json', `\ufeff${CRLF}`],
    gemini: ['.gemini/settings.json', '{}'],
    cursor: ['.cursor/hooks.json', '{"version":1,"hooks":{"preToolUse":[{"command":"C:\\\\other.exe"}]}}'],
  },
];

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** A launcher that only tells that it was run, and with which connection. */
const TELLS = '@echo off\r\npushd "%~dp0"\r\nmore >"%1.ran"\r\npopd\r\nexit /b 0\r\n';

interface Place {
  home: string;
  settings: Settings;
  /** False where cmd cannot work. */
  runs?: boolean;
  /** Other ways to write the path of the home. */
  spellings?: readonly string[];
}

function connectorFor(home: string, dataDir: string) {
  return new BridgeConnector({
    dataDir,
    integrations: new IntegrationStore({ load: () => [], save: () => {} }),
    surroundings: { variables: { USERPROFILE: home }, platform: 'win32' },
    address: () => ({ kind: 'port', port: 1, proof: new ServerProof() }),
    changed: () => {},
  });
}

/** Runs the hook of Codex as Codex does. */
function runCodexHook(file: string, launcher: string): void {
  const hook = installedHook(readFileSync(file, 'utf8'), launcher);
  const { file: shell, args } = hookShell((hook as { command: string }).command, '')!;
  writeFileSync(`${launcher}.cmd`, TELLS);
  const { status, output } = spawnSync(shell, args, {
    input: '{}',
    windowsVerbatimArguments: true,
    encoding: 'utf8',
  });
  expect([status, output.join('')]).toEqual([0, '']);
  expect(existsSync(join(dirname(launcher), 'codex.ran'))).toBe(true);
}

/** Connects harnesses, finds them connected by each spelling of the home, and disconnects them. */
function thereAndBack({ home, settings, runs = true, spellings = [] }: Place): void {
  const connector = connectorFor(home, join(home, 'AppData', 'Local', 'Plinth'));
  try {
    const entries = Object.entries(settings) as [HarnessId, [string, string]][];
    for (const [harness, [file, content]] of entries) {
      const path = join(home, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      expect(connector.connect({ harness }).kind).toBe('modify');
      for (const spelling of [undefined, ...spellings]) {
        const target =
          spelling === undefined ? { harness } : { harness, environment: { USERPROFILE: spelling } };
        expect(connector.connect(target).kind).toBe('none');
        expect(connector.isEntered(connector.placeOf(target))).toBe(true);
      }
      if (harness === 'codex' && runs) runCodexHook(path, connector.launcherPath);
    }
    const last = spellings.at(-1);
    for (const [harness, [file, content]] of entries) {
      connector.disconnect(
        last === undefined ? { harness } : { harness, environment: { USERPROFILE: last } },
      );
      expect(readFileSync(join(home, file), 'utf8')).toBe(content);
    }
  } finally {
    connector.close();
  }
}

const SETS = SETTINGS.map((settings) => [Object.keys(settings).join(', '), settings] as const);

describe.runIf(process.platform === 'win32')('on Windows', () => {
  describe.each(FOLDERS)('below %s', (name) => {
    test.each(SETS)('%s come back byte for byte', (_names, settings) => {
      thereAndBack({ home: join(root, name), settings, runs: !(IS_WINE && name.includes('%')) });
    });
  });

  test.each([...STRANGE_FOLDERS, LONG_FOLDER])('below %s settings come back byte for byte', (name) => {
    thereAndBack({ home: `${root}\\${name.replaceAll('/', '\\')}`, settings: SETTINGS[0]!, runs: false });
  });

  test.each(HOOK_HARNESS_IDS)('%s comes back byte for byte, or its own file is gone', (harness) => {
    const home = join(root, "Jörg & 100% ^it's (x86)!");
    const launcher = { path: join(home, 'report'), bridgeId: harness };
    const plan = HARNESSES[harness].plan({ home, variables: {}, platform: 'win32' }, launcher);
    if (plan.form === 'own_file') {
      const connector = connectorFor(home, join(home, 'AppData', 'Local', 'Plinth'));
      const { path } = connector.connect({ harness });
      expect(existsSync(path)).toBe(true);
      connector.disconnect({ harness });
      expect(existsSync(path)).toBe(false);
      connector.close();
      return;
    }
    const contents =
      plan.form === 'json_hooks' ? ['{}', BOM, CRLF, `\ufeff${CRLF}`] : ['a = 1\r\n', '# mine'];
    for (const content of contents) {
      thereAndBack({ home, settings: { [harness]: [relative(home, plan.path), content] }, runs: false });
    }
  });

  test('a home is one, whatever the case and the slashes of its path', () => {
    const home = join(root, 'Home');
    mkdirSync(home);
    const spellings = [
      home[0]!.toLowerCase() + home.slice(1),
      home.toUpperCase(),
      home.replaceAll('\\', '/'),
      `${home}\\`,
      `\\\\?\\${home}`,
    ];
    thereAndBack({ home, settings: SETTINGS[0]!, spellings });
  });

  test('settings on a share come back byte for byte', ({ skip }) => {
    // The administrator's share of the drive, by the name that means this computer.
    const share = `\\\\localhost\\${root[0]}$`;
    if (!existsSync(share)) return skip(`${share} is not there`);
    thereAndBack({ home: `${share}${root.slice(2)}\\on a share`, settings: SETTINGS[0]!, runs: false });
  });

  test('a home on a drive that is not there is refused in a sentence', () => {
    const drive = [...'QRSTUV'].map((letter) => `${letter}:\\`).find((each) => !existsSync(each))!;
    const connector = connectorFor(`${drive}Users\\me`, join(root, 'data'));
    expect(() => connector.connect({ harness: 'codex' })).toThrow(ConfigurationRefused);
    connector.close();
  });
});
