import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSnippet,
  type Snippet,
  type SnippetLanguage,
  type SnippetPlatform,
} from '../renderer/screens/integrations/snippets.ts';
import { buildParts } from '../scripts/build.ts';
import type { HostStatus } from '../shared/control.ts';
import type { Permission } from '../shared/permission.ts';
import { type RunningHost, startTestHost } from './support/running-host.ts';

const NAME = `Ada's "build" $HOME \`x\` – ünïcode`;
/** Installing a package starts several processes, and a test of it one more, on a machine that also runs other work. */
const LONG_MS = 180_000;
const run = promisify(execFile);

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
/** Shells get the snippet as a file; what has a file of its own is run by the command that the window shows. */
const WAYS: { name: string; language: SnippetLanguage; shell?: string; here: boolean }[] = [
  { name: 'sh', language: 'shell', shell: 'sh', here: process.platform !== 'win32' },
  { name: 'bash', language: 'shell', shell: 'bash', here: has('bash', '--version') },
  { name: 'zsh', language: 'shell', shell: 'zsh', here: has('zsh', '--version') },
  { name: 'PowerShell', language: 'powershell', shell: 'pwsh', here: has('pwsh', '-v') },
  { name: 'JavaScript', language: 'javascript', here: true },
  {
    name: 'Python',
    language: 'python',
    here: process.platform !== 'win32' && has('python3', '-c', 'import venv, ensurepip'),
  },
];

/** The environment without what npm gave to this test run, and without another Plinth. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_(?!config_cache)|PLINTH_)/.test(name)),
  );

/** Saves a snippet as the window says, and runs it by the command that the window shows. */
function runAsShown(
  { beforeToken, withToken, afterToken, program }: Snippet,
  {
    shell,
    token,
    cwd,
    env,
  }: { shell: string | undefined; token: string; cwd: string; env: NodeJS.ProcessEnv },
) {
  const file = program?.file ?? 'snippet.ps1';
  writeFileSync(join(cwd, file), `${beforeToken}${withToken ? token : ''}${afterToken}`);
  return program === undefined
    ? run(shell ?? 'sh', [file], { cwd, env })
    : run(program.run, [], { cwd, env, shell: true });
}

describe('the snippets of the window', { timeout: LONG_MS }, () => {
  let folder: string;
  let host: RunningHost;
  let status: HostStatus;

  beforeAll(async () => {
    await buildParts(['sdk'], { onlyStale: true, logLevel: 'warn' });
    folder = mkdtempSync(join(tmpdir(), "plinth's snippets "));
    host = await startTestHost({ dataDir: join(folder, 'data') });
    status = await host.control('host.status', {});
  }, LONG_MS);
  afterAll(async () => {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const snippetOf = (language: SnippetLanguage, permissions: Permission[]) =>
    buildSnippet(language, {
      dataDir: host.dataDir,
      socket: status.socket,
      sdkFolder: status.sdkFolder,
      platform: process.platform as SnippetPlatform,
      integration: NAME,
      permissions,
      now: new Date(),
    });

  describe.each(WAYS)('for $name', ({ name, language, shell, here }) => {
    if (!here) console.warn(`skipped: the snippet for ${name}: it cannot run here`);
    const inFolder = () => join(folder, name);

    beforeAll(async () => {
      if (!here) return;
      mkdirSync(inFolder());
      const { install } = snippetOf(language, ['events:write']);
      if (install === undefined) return;
      // A registry that does not answer: nothing is looked up there.
      const env = { ...environment(), npm_config_registry: 'http://127.0.0.1:9', PIP_NO_INDEX: '1' };
      if (language === 'javascript') await run('npm', ['init', '-y'], { cwd: inFolder(), env });
      await run('sh', ['-ec', install], { cwd: inFolder(), env });
    }, LONG_MS);

    async function runSnippet(permissions: Permission[], env: Record<string, string> = {}) {
      const { token, id } = await host.generateToken(NAME, permissions);
      const snippet = snippetOf(language, permissions);
      const given = { ...environment(), ...(snippet.withToken ? {} : { PLINTH_TOKEN: token }), ...env };
      try {
        const { stdout } = await runAsShown(snippet, { shell, token, cwd: inFolder(), env: given });
        const page = await host.control('receipts.query', { filter: { integrationId: id } });
        return { printed: stdout, receipts: page.receipts };
      } finally {
        await host.control('integrations.revoke', { id });
      }
    }

    it.skipIf(!here)('sends one event, past every proxy', async () => {
      let bytes = 0;
      const trap = createServer((socket) =>
        socket.on('data', (data) => {
          bytes += data.length;
          socket.destroy();
        }),
      ).listen(0, '127.0.0.1');
      await once(trap, 'listening');
      const proxy = `http://127.0.0.1:${(trap.address() as { port: number }).port}`;
      const names = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((each) => [each, each.toUpperCase()]);
      const { printed, receipts } = await runSnippet(['events:write'], {
        ...Object.fromEntries(names.map((each) => [each, proxy])),
        NO_PROXY: '',
        no_proxy: '',
        NODE_USE_ENV_PROXY: '1',
      });
      trap.close();
      expect(bytes).toBe(0);
      expect(receipts).toMatchObject([{ event: 'prompt.submitted', integration: { name: NAME } }]);
      expect(printed).toContain(receipts[0]!.id);
    });

    it.skipIf(!here)('reads the capabilities with a token that has no other permission', async () => {
      const { printed, receipts } = await runSnippet(['capabilities:read']);
      expect(printed).toContain('capabilities:read');
      expect(receipts).toEqual([]);
    });
  });

  it('is five lines with an SDK, and four with curl', () => {
    const lines = (language: SnippetLanguage) =>
      buildSnippet(language, {
        dataDir: '/home/ada/.local/share/plinth',
        socket: '/home/ada/.local/share/plinth/bridges/collector.sock',
        sdkFolder: '/opt/Plinth/resources/sdk',
        platform: 'linux',
        integration: 'quick',
        permissions: ['events:write'],
        now: new Date(0),
      })
        .afterToken.trim()
        .split('\n').length;
    expect([lines('javascript'), lines('python'), lines('shell')]).toEqual([5, 4, 5]);
  });

  describe('where Plinth has ended', () => {
    it.skipIf(process.platform === 'win32')('send nothing to another program on its port', async () => {
      const other = await startTestHost({ dataDir: join(folder, 'ended') });
      const ended = await other.control('host.status', {});
      await other.stop();
      let bytes = 0;
      const stranger = createServer((socket) =>
        socket.on('data', (data) => {
          bytes += data.length;
        }),
      ).listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const { port } = stranger.address() as { port: number };
      const { pid } = spawnSync(process.execPath, ['-e', '0']);
      const runtime = { baseUrl: `http://127.0.0.1:${port}`, port, pid };
      writeFileSync(join(other.dataDir, 'runtime.json'), JSON.stringify(runtime), { mode: 0o600 });
      for (const { name, language, shell } of WAYS.filter(
        ({ here, name: way }) => here && way !== 'PowerShell',
      )) {
        const snippet = buildSnippet(language, {
          dataDir: other.dataDir,
          socket: ended.socket,
          sdkFolder: ended.sdkFolder,
          platform: process.platform as SnippetPlatform,
          integration: NAME,
          permissions: ['events:write'],
          now: new Date(),
        });
        const { token } = await host.generateToken(`${name} later`);
        const cwd = join(folder, name);
        const env = { ...environment(), PLINTH_TOKEN: token };
        await expect(runAsShown(snippet, { shell, token, cwd, env }), name).rejects.toThrow(
          /connect|not running|not reach/i,
        );
      }
      stranger.close();
      expect(bytes).toBe(0);
    });
  });
});
