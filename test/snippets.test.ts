import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildSnippet,
  type SnippetLanguage,
  type SnippetPlatform,
} from '../renderer/screens/integrations/snippets.ts';
import type { Permission } from '../shared/permission.ts';

const NAME = `Ada's "build" $HOME \`x\` – ünïcode`;
const TOKEN = 'plint_example';
const NOT_RUNNING = 'Plinth is not running, so nothing was sent.';
const STRANGER = 12_345;

interface Request {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const WAYS: { name: string; language: SnippetLanguage; command: string; file: string; here: boolean }[] = [
  { name: 'sh', language: 'shell', command: 'sh', file: 'snippet.sh', here: process.platform !== 'win32' },
  { name: 'bash', language: 'shell', command: 'bash', file: 'snippet.sh', here: has('bash', '--version') },
  { name: 'zsh', language: 'shell', command: 'zsh', file: 'snippet.sh', here: has('zsh', '--version') },
  {
    name: 'PowerShell',
    language: 'powershell',
    command: 'pwsh',
    file: 'snippet.ps1',
    here: has('pwsh', '-v'),
  },
  {
    name: 'JavaScript',
    language: 'javascript',
    command: process.execPath,
    file: 'snippet.mjs',
    here: true,
  },
  {
    name: 'Python',
    language: 'python',
    command: 'python3',
    file: 'snippet.py',
    here: has('python3', '--version'),
  },
];

describe.each(WAYS)('the snippet for $name', ({ name, language, command, file, here }) => {
  if (!here) console.warn(`skipped: the snippet for ${name}: ${command} is not here`);
  let folder: string;
  let server: Server;
  let requests: Request[];
  let port: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plinth's snippet "));
    requests = [];
    server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"answered":true}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  });
  afterEach(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes the file as the host does. */
  function publish(pid: number, toPort = port): void {
    const runtime = {
      baseUrl: `http://127.0.0.1:${toPort}`,
      port: toPort,
      pid,
      instanceId: 'i',
      apiVersion: '1.1',
      startedAt: 'now',
    };
    writeFileSync(join(folder, 'runtime.json'), `${JSON.stringify(runtime, null, 2)}\n`, { mode: 0o600 });
  }

  async function run(
    permissions: Permission[] = ['events:write'],
    env: Record<string, string> = {},
  ): Promise<string> {
    const platform = process.platform as SnippetPlatform;
    const input = {
      dataDir: folder,
      platform,
      integration: NAME,
      permissions,
      now: new Date('2026-11-21T10:00:00.000Z'),
    };
    const { beforeToken, withToken, afterToken } = buildSnippet(language, input);
    writeFileSync(join(folder, file), `${beforeToken}${withToken ? TOKEN : ''}${afterToken}`);
    const given = { ...process.env, ...(withToken ? {} : { PLINTH_TOKEN: TOKEN }), ...env };
    return new Promise((resolve) => {
      execFile(command, [join(folder, file)], { env: given }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  }

  it.skipIf(!here)('sends one event', async () => {
    publish(process.pid);
    expect(await run()).toContain('answered');
    expect(requests).toHaveLength(1);
    const { method, url, headers, body } = requests[0]!;
    expect([method, url]).toEqual(['POST', '/api/developer/v1/events']);
    expect([headers.authorization, headers['content-type']]).toEqual([`Bearer ${TOKEN}`, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({
      integration: NAME,
      event: 'prompt.submitted',
      data: { content: 'Hello from my first integration' },
    });
  });

  it.skipIf(!here)('requests the capabilities with a token that has no other permission', async () => {
    publish(process.pid);
    expect(await run(['capabilities:read'])).toContain('answered');
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/api/developer/v1/capabilities'],
    ]);
  });

  it.skipIf(!here)('sends nothing without a runtime file', async () => {
    expect((await run()).trim()).toBe(NOT_RUNNING);
    expect(requests).toEqual([]);
  });

  it.skipIf(!here)('sends nothing to another process on the port of a dead one', async () => {
    publish(spawnSync(process.execPath, ['-e', '0']).pid);
    expect((await run()).trim()).toBe(NOT_RUNNING);
    expect(requests).toEqual([]);
  });

  it.skipIf(!here || process.platform !== 'linux' || process.getuid?.() !== 0)(
    'sends nothing to a listener of another user',
    async () => {
      const script = `process.setuid(${STRANGER});
        const server = require('node:net').createServer(() => console.log('reached'));
        server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
      const squatter = spawn(process.execPath, ['-e', script], {
        cwd: '/',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines: string[] = [];
      const reader = createInterface({ input: squatter.stdout }).on('line', (line) => lines.push(line));
      await once(reader, 'line');
      publish(process.pid, Number(lines[0]));
      expect((await run()).trim()).toBe(NOT_RUNNING);
      squatter.kill();
      await once(squatter, 'close');
      expect(lines).toHaveLength(1);
    },
  );

  it.skipIf(!here)('uses no proxy', async () => {
    let bytes = 0;
    const trap = createTcpServer((socket) =>
      socket.on('data', (data) => {
        bytes += data.length;
        socket.destroy();
      }),
    );
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const proxy = `http://127.0.0.1:${(trap.address() as { port: number }).port}`;
    const names = ['http_proxy', 'https_proxy', 'all_proxy'];
    publish(process.pid);
    await run(['events:write'], {
      ...Object.fromEntries(names.flatMap((each) => [each, each.toUpperCase()]).map((each) => [each, proxy])),
      NO_PROXY: '',
      no_proxy: '',
      NODE_USE_ENV_PROXY: '1',
    });
    trap.close();
    expect([bytes, requests.length]).toEqual([0, 1]);
  });
});
