import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packHost } from '../../scripts/pack.ts';
import { sampleEvent } from '../support/running-host.ts';

const MEGABYTE = 1e6;
const MAX_PACKED_BYTES = 4 * MEGABYTE;
const MAX_INSTALLED_BYTES = 30 * MEGABYTE;
/** npm may have to fetch the keychain addon, on a machine that also runs other tests. */
const INSTALL_MS = 240_000;

const isWindows = process.platform === 'win32';
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('the package of the headless host', { timeout: INSTALL_MS }, () => {
  let folder: string;
  let prefix: string;
  let dataDir: string;
  let file: string;

  // npm and the command see a clean folder, and none of the variables that npm gave to this test run.
  const environment = () => ({
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry|config_cache)/.test(name)),
    ),
    PLINTH_DATA_DIR: dataDir,
    PLINTH_KEYCHAIN: 'off',
    PLINTH_CONSOLE_PORT: '0',
    XDG_CACHE_HOME: join(folder, 'cache'),
  });
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--prefix', prefix, '--prefer-offline'], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
      shell: isWindows,
    });
  const installed = () => join(prefix, isWindows ? 'node_modules' : 'lib/node_modules', 'plinth');
  const launcher = () => join(installed(), 'bin/plinth.js');
  const plinth = (...args: string[]) =>
    execFileSync(process.execPath, [launcher(), ...args], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-package-'));
    prefix = join(folder, 'prefix');
    dataDir = join(folder, 'data');
    file = await packHost(folder);
    npm('install', '--global', file);
  }, INSTALL_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function serve(): Promise<{ host: ChildProcess; baseUrl: string; loginLink: string }> {
    const host = spawn(process.execPath, [launcher(), 'serve', '--port', '0'], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of host.stdout) {
      output += chunk;
      const baseUrl = /listening at (http:\S+?)\. /.exec(output)?.[1];
      const loginLink = /(http:\S+login#\S+)/.exec(output)?.[1];
      if (baseUrl !== undefined && loginLink !== undefined) return { host, baseUrl, loginLink };
    }
    throw new Error(`the host ended: ${output}`);
  }

  test('is small, and contains the licences and the bill of materials', () => {
    expect(statSync(file).size).toBeLessThan(MAX_PACKED_BYTES);
    const size = filesIn(prefix).reduce(
      (sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size,
      0,
    );
    expect(size).toBeLessThan(MAX_INSTALLED_BYTES);
    const notices = readFileSync(join(installed(), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['express', 'react-dom', 'typebox']) expect(notices).toContain(`\n${name} `);
    const bill = JSON.parse(readFileSync(join(installed(), 'bill-of-materials.cdx.json'), 'utf8'));
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['express', 'react-dom', 'keytar']));
    expect(names).not.toContain('vitest');
  });

  test('runs, takes a first event, serves its screens and is removed without a trace', async () => {
    const { host, baseUrl, loginLink } = await serve();
    try {
      const { token } = JSON.parse(plinth('token', 'generate', '--name', 'first', '--json'));
      const answer = await fetch(`${baseUrl}/api/developer/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(sampleEvent('first')),
      });
      expect(await answer.json()).toMatchObject({ accepted: true, recorded: true });
      expect(JSON.parse(plinth('receipts', 'list', '--json')).receipts).toHaveLength(1);
      const page = await fetch(loginLink.split('/login')[0]!);
      expect(await page.text()).toContain('<title>Plinth</title>');
    } finally {
      host.kill('SIGTERM');
      await once(host, 'exit');
    }
    npm('uninstall', '--global', 'plinth');
    expect(filesIn(prefix)).toEqual([]);
    expect(filesIn(dataDir).length).toBeGreaterThan(0);
  });
});
