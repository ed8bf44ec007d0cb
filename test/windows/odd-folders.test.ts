import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installedHook } from '../../electron/bridges/configuration/installed-hook.ts';
import { BridgeConnector } from '../../electron/bridges/connect/bridge-connector.ts';
import { hookShell } from '../../electron/bridges/connect/hook-shell.ts';
import { ServerProof } from '../../electron/bridges/connect/server-proof.ts';
import { IntegrationStore } from '../../electron/integrations/integration-store.ts';
import type { HarnessId } from '../../shared/bridge.ts';
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
] as const;

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

describe.runIf(process.platform === 'win32').each(FOLDERS)('below %s', (name) => {
  test.each(SETTINGS.map((settings) => [Object.keys(settings).join(', '), settings] as const))(
    '%s come back byte for byte',
    (_names, settings) => {
      const home = join(root, name);
      const dataDir = join(home, 'AppData', 'Local', 'Plinth');
      const connector = new BridgeConnector({
        dataDir,
        integrations: new IntegrationStore({ load: () => [], save: () => {} }),
        surroundings: { variables: { USERPROFILE: home }, platform: 'win32' },
        address: () => ({ kind: 'port', port: 1, proof: new ServerProof() }),
        changed: () => {},
      });
      const entries = Object.entries(settings) as [HarnessId, [string, string]][];
      for (const [harness, [file, content]] of entries) {
        const path = join(home, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        expect(connector.connect({ harness }).kind).toBe('modify');
        expect(connector.connect({ harness }).kind).toBe('none');
        expect(connector.isEntered(connector.placeOf({ harness }))).toBe(true);
        if (harness !== 'codex' || (IS_WINE && name.includes('%'))) continue;
        const hook = installedHook(readFileSync(path, 'utf8'), connector.launcherPath);
        const { file: shell, args } = hookShell((hook as { command: string }).command, '')!;
        writeFileSync(`${connector.launcherPath}.cmd`, TELLS);
        const { status, output } = spawnSync(shell, args, {
          input: '{}',
          windowsVerbatimArguments: true,
          encoding: 'utf8',
        });
        expect([status, output.join('')]).toEqual([0, '']);
        expect(existsSync(join(dirname(connector.launcherPath), 'codex.ran'))).toBe(true);
      }
      for (const [harness, [file, content]] of entries) {
        connector.disconnect({ harness });
        expect(readFileSync(join(home, file), 'utf8')).toBe(content);
      }
      connector.close();
    },
  );
});
