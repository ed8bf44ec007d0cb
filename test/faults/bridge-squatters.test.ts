import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hookCommand } from '../../electron/bridges/connect/hook-command.ts';
import { bridgeSocketPaths } from '../../electron/bridges/connect/private-socket-folder.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { runToEnd } from './proxy-trap.ts';
import { makeSecondUser, noSecondUser } from './second-user.ts';

/*
 * A program that takes the collector's place receives nothing: not on the port after a crash, not in the folder
 * of the socket, not on the socket itself.
 */

const reason = noSecondUser();
if (reason !== undefined) console.warn(`Skipped: what a second user could do, because ${reason}.`);

const PROMPT = 'Keep this to yourself: the kettle is blue.';
/** A sender ends when its report is sent; on a busy machine the receipt is written later. */
const PATIENCE = { timeout: 60_000 };
const silent = { status: 0, output: '' };
const prompt = (session: string) =>
  JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: session, prompt: PROMPT });

let home: string;
let dataDir: string;
beforeEach(() => {
  home = temporaryFolder();
  dataDir = join(home, 'data');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const bridgeFile = (name: string) => join(dataDir, 'bridges', name);
const runHook = (session: string) =>
  runToEnd(
    '/bin/sh',
    ['-c', hookCommand({ path: bridgeFile('report'), bridgeId: 'claude-code' }, 'posix')],
    prompt(session),
    {},
  );

/** Runs the installed plugin in its own process, as OpenCode does. */
function runPlugin(session: string): Promise<{ status: number | null; output: string }> {
  const driver = join(home, 'driver.mjs');
  writeFileSync(
    driver,
    `const { Plinth } = await import(${JSON.stringify(join(home, '.config/opencode/plugins/plinth.js'))});
     const hooks = await Plinth({ directory: '/srv' });
     await hooks.event({ event: { type: 'session.created', properties: { info: { id: '${session}' } } } });
     await hooks['chat.message']({ sessionID: '${session}' }, { parts: [{ type: 'text', text: ${JSON.stringify(`${PROMPT} Twice.`)} }] });
     await hooks.dispose({});
     // OpenCode lives on. A process that ends half a second later would lose reports on a busy machine.
     while (process.listenerCount('exit') > 0) await new Promise((resolve) => setTimeout(resolve, 20));`,
  );
  return runToEnd(process.execPath, [driver], '', {});
}

/** A server that records what it receives and answers as a collector would. */
const SQUATTER = `
  const { createServer } = require('node:net');
  createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      process.stdout.write(chunk);
      socket.end('HTTP/1.1 202 Accepted\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{}');
    });
  }).listen(Number(process.argv[1]), '127.0.0.1', () => process.stdout.write('squatting\\n'));
`;

/** Fills the port with connections and pipelined requests, as fast as it can, until it is stopped. */
const FLOOD = `
  const { connect } = require('node:net');
  const request = 'GET /api/developer/v1/capabilities HTTP/1.1\\r\\nHost: 127.0.0.1:' + process.argv[1] + '\\r\\n\\r\\n';
  let ended = 0;
  const open = () => {
    const socket = connect(Number(process.argv[1]), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => { if (++ended === 100) process.stdout.write('flooding\\n'); setImmediate(open); });
    socket.on('data', () => {});
    socket.write(request.repeat(16));
    socket.setTimeout(1000, () => socket.destroy());
  };
  for (let index = 0; index < 64; index += 1) open();
`;

test.skipIf(reason !== undefined)(
  'another user who takes the port after a crash receives nothing from any sender',
  async () => {
    const host = await startHostProcess({ dataDir, env: { HOME: home } });
    for (const harness of ['claude-code', 'opencode'] as const)
      await host.control('bridges.connect', { harness });
    const before = readFileSync(bridgeFile('claude-code.token'), 'utf8');
    await host.end('SIGKILL');
    // A crash leaves this file behind.
    expect(existsSync(bridgeFile('claude-code.curl'))).toBe(true);

    const user = makeSecondUser();
    let caught = '';
    const squatter = user.spawn(process.execPath, ['-e', SQUATTER, String(host.port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const seen = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => caught.includes(text) && resolve();
        squatter.stdout!.on('data', look);
        look();
      });
    squatter.stdout!.on('data', (chunk) => {
      caught += chunk;
    });
    try {
      await seen('squatting\n');
      expect(await runHook('squatted')).toEqual(silent);
      expect(await runPlugin('squatted')).toEqual(silent);
      // The squatter records everything it receives, so earlier reports would appear here too.
      connect(host.port, '127.0.0.1').end('the last word');
      await seen('the last word');
      expect(caught).toBe('squatting\nthe last word');
      // The squatter cannot reach the senders' files or the socket either.
      for (const name of ['claude-code.curl', 'claude-code.token', 'opencode.route', 'collector.sock']) {
        expect((await user.run('cat', [bridgeFile(name)])).status, name).not.toBe(0);
      }
    } finally {
      await user.remove();
    }

    // The next start uses other credentials, on the same or another port. The old credential is invalid.
    const again = await startHostProcess({ dataDir, env: { HOME: home } });
    try {
      const after = readFileSync(bridgeFile('claude-code.token'), 'utf8');
      expect(after).not.toBe(before);
      expect(readFileSync(bridgeFile('claude-code.curl'), 'utf8')).not.toContain(before);
      const old = await fetch(`${again.baseUrl}/api/bridges/v1/claude-code`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${before}`, 'Content-Type': 'application/json' },
        body: prompt('replayed'),
      });
      expect(old.status).toBe(401);
      expect(await runHook('after')).toEqual(silent);
      expect(await runPlugin('after')).toEqual(silent);
      expect(
        (await again.control('receipts.query', { filter: { sessionId: 'after' } })).receipts,
      ).toHaveLength(4);
    } finally {
      await again.end('SIGTERM');
    }
  },
);

test('an orderly stop and a new start keep the credentials', async () => {
  const start = (): Promise<HostProcess> => startHostProcess({ dataDir, env: { HOME: home } });
  const first = await start();
  await first.control('bridges.connect', { harness: 'codex' });
  const before = readFileSync(bridgeFile('codex.token'), 'utf8');
  await first.end('SIGTERM');
  expect(existsSync(bridgeFile('codex.curl'))).toBe(false);
  const second = await start();
  expect(readFileSync(bridgeFile('codex.token'), 'utf8')).toBe(before);
  await second.end('SIGTERM');
});

test('a start writes its own launcher, and gives new credentials where an end left routes open', async () => {
  const first = await startTestHost({
    dataDir,
    surroundings: { variables: { HOME: home }, platform: 'linux' },
  });
  for (const harness of ['claude-code', 'opencode'] as const)
    await first.control('bridges.connect', { harness });
  await first.stop();
  const token = readFileSync(bridgeFile('opencode.token'), 'utf8');
  const left = `url = "http://127.0.0.1:47613/api/bridges/v1/opencode"\nheader = "Authorization: Bearer ${token}"\n`;
  for (const name of ['opencode.curl', 'claude-code.curl']) writeFileSync(bridgeFile(name), left);
  writeFileSync(bridgeFile('report'), `#!/bin/sh\ncurl -q -K "${bridgeFile('$1.curl')}"\n`);

  const second = await startTestHost({
    dataDir,
    surroundings: { variables: { HOME: home }, platform: 'linux' },
  });
  try {
    expect(existsSync(bridgeFile('opencode.curl'))).toBe(false);
    expect(readFileSync(bridgeFile('claude-code.curl'), 'utf8')).toContain('unix-socket = ');
    // A crash leaves old routes behind.
    expect(readFileSync(bridgeFile('opencode.token'), 'utf8')).not.toBe(token);
    expect(await runHook('renewed')).toEqual(silent);
    expect(await runPlugin('renewed')).toEqual(silent);
    const { receipts } = await second.control('receipts.query', { filter: { sessionId: 'renewed' } });
    expect(receipts).toHaveLength(4);
  } finally {
    await second.stop();
  }
});

describe('the socket', () => {
  let host: RunningHost;
  const start = async () => {
    host = await startTestHost({ dataDir, surroundings: { variables: { HOME: home }, platform: 'linux' } });
    for (const harness of ['claude-code', 'opencode'] as const)
      await host.control('bridges.connect', { harness });
  };
  const socketPath = (): string => JSON.parse(readFileSync(bridgeFile('opencode.route'), 'utf8')).socketPath;
  const receipts = async (sessionId: string) =>
    (await host.control('receipts.query', { filter: { sessionId } })).receipts.length;
  afterEach(async () => {
    await host.stop();
    for (const path of bridgeSocketPaths(dataDir).slice(1))
      rmSync(dirname(path), { recursive: true, force: true });
  });

  test('is private, and has the same guards as the port', async () => {
    await start();
    expect(statSync(socketPath()).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(socketPath())).mode & 0o777).toBe(0o700);
    const ask = (...headers: string[]) =>
      runToEnd(
        'curl',
        [
          '-q',
          '-s',
          '-o',
          '/dev/null',
          '-w',
          '%{http_code}',
          '--unix-socket',
          socketPath(),
          '-d',
          prompt('asked'),
        ].concat(
          headers.flatMap((header) => ['-H', header]),
          'http://localhost/api/bridges/v1/claude-code',
        ),
        '',
        {},
      );
    const bearer = `Authorization: Bearer ${readFileSync(bridgeFile('claude-code.token'), 'utf8')}`;
    const json = 'Content-Type: application/json';
    expect((await ask(bearer, json)).output).toBe('202');
    expect((await ask(json)).output).toBe('401');
    expect((await ask(bearer, json, 'Host: evil.example')).output).toBe('403');
    expect((await ask(bearer, json, 'Origin: http://evil.example')).output).toBe('403');
    expect((await ask(bearer)).output).toBe('415');
  });

  test('of a data directory with a long path is in a private folder elsewhere', async () => {
    dataDir = join(home, 'd'.repeat(120), 'data');
    await start();
    expect(socketPath().startsWith(dataDir)).toBe(false);
    expect(statSync(dirname(socketPath())).mode & 0o777).toBe(0o700);
    expect(await runHook('deep')).toEqual(silent);
    expect(await runPlugin('deep')).toEqual(silent);
    await expect.poll(() => receipts('deep'), PATIENCE).toBe(4);

    // A folder that is open to others is not trusted any more.
    chmodSync(dirname(socketPath()), 0o755);
    expect(await runHook('opened')).toEqual(silent);
    expect(await runPlugin('opened')).toEqual(silent);
    chmodSync(dirname(socketPath()), 0o700);
    expect(await receipts('opened')).toBe(0);
  });

  test.skipIf(reason !== undefined)(
    'is not created in a folder that another user created first',
    async () => {
      dataDir = join(home, 'd'.repeat(120), 'data');
      const user = makeSecondUser();
      try {
        const folders = bridgeSocketPaths(dataDir).map(dirname);
        const theirs = folders[0]!;
        mkdirSync(theirs, { mode: 0o700 });
        chownSync(theirs, user.uid, user.gid);
        await start();
        expect(existsSync(bridgeFile('opencode.route'))).toBe(folders.length > 1);
        expect(await runHook('planted')).toEqual(silent);
        expect(await runPlugin('planted')).toEqual(silent);
        rmSync(theirs, { recursive: true });
      } finally {
        await user.remove();
      }
    },
  );

  test.skipIf(reason !== undefined)('answers normally while another user floods the port', async () => {
    await start();
    const authorization = `Bearer ${readFileSync(bridgeFile('claude-code.token'), 'utf8')}`;
    const path = socketPath();
    const ask = (body: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { authorization, 'content-type': 'application/json', host: 'localhost' };
        const options = { socketPath: path, path: '/api/bridges/v1/claude-code', method: 'POST', headers };
        const req = request(options, (res) => res.resume().once('end', () => resolve(res.statusCode!)));
        req.on('error', reject).end(body);
      });
    const median = async (name: string) => {
      const times: number[] = [];
      for (let index = 0; index < 25; index += 1) {
        const started = performance.now();
        expect(await ask(prompt(`${name}-${index}`))).toBe(202);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[12]!;
    };
    await median('warm');
    const calm = await median('calm');
    const user = makeSecondUser();
    try {
      const flood = user.spawn(process.execPath, ['-e', FLOOD, String(host.port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => flood.stdout!.once('data', resolve));
      const flooded = await median('flooded');
      // The limit includes the machine's own delay, measured immediately before: the flood uses processor time
      // too.
      expect(flooded).toBeLessThan(calm * 5 + 100);
    } finally {
      await user.remove();
    }
  });

  test.skipIf(reason !== undefined)('of another user receives nothing', async () => {
    await start();
    const user = makeSecondUser();
    try {
      chownSync(socketPath(), user.uid, user.gid);
      expect(await runHook('theirs')).toEqual(silent);
      expect(await runPlugin('theirs')).toEqual(silent);
      expect(await receipts('theirs')).toBe(0);
      chownSync(socketPath(), process.getuid!(), process.getgid!());
      expect(await runHook('ours')).toEqual(silent);
      expect(await runPlugin('ours')).toEqual(silent);
      await expect.poll(() => receipts('ours'), PATIENCE).toBe(4);
    } finally {
      await user.remove();
    }
  });
});

describe('over a port, as on Windows', () => {
  const surroundings = () => ({ variables: { HOME: home, USERPROFILE: home }, platform: 'win32' as const });
  let host: RunningHost | undefined;
  afterEach(async () => {
    await host?.stop();
    host = undefined;
  });
  /** On Linux, a file that is open can be opened again. A folder in its place cannot be opened as a file either. */
  const holdAsWindows = () => {
    if (process.platform === 'win32') return;
    rmSync(bridgeFile('held'));
    mkdirSync(bridgeFile('held'));
  };
  const start = async () => {
    host = await startTestHost({ dataDir, surroundings: surroundings() });
    for (const harness of ['claude-code', 'opencode'] as const)
      await host.control('bridges.connect', { harness });
    holdAsWindows();
    // The first event makes the redactor's tables. On a busy machine that can take as long as a sender waits.
    await runHook('first');
    return host;
  };

  test('the senders verify the server, and then report', async () => {
    const { control } = await start();
    expect(readFileSync(join(dataDir, 'runtime.json'), 'utf8')).not.toContain(
      readFileSync(join(dataDir, 'runtime.secret'), 'utf8').trim(),
    );
    expect(statSync(join(dataDir, 'runtime.secret')).mode & 0o777).toBe(0o600);
    expect(await runHook('proven')).toEqual(silent);
    expect(await runPlugin('proven')).toEqual(silent);
    const received = async () =>
      (await control('receipts.query', { filter: { sessionId: 'proven' } })).receipts.length;
    await expect.poll(received, PATIENCE).toBe(4);
  });

  test('a server that cannot prove itself receives no credential and no prompt', async () => {
    const { port } = await start();
    const names = ['claude-code.curl', 'opencode.route'];
    const kept = names.map((name) => [name, readFileSync(bridgeFile(name), 'utf8')] as const);
    await host!.stop();
    host = undefined;
    // Windows closes the file when the host ends, however it ends.
    rmSync(bridgeFile('held'), { recursive: true });
    expect(existsSync(join(dataDir, 'runtime.secret'))).toBe(false);
    // The files that a crash would leave.
    for (const [name, content] of kept) writeFileSync(bridgeFile(name), content);

    let caught = '';
    const sockets: Socket[] = [];
    const answers = ['', 'a'.repeat(64), '" & echo x & "', '!e!', '%e%', '$(echo x)', 'x'.repeat(100_000)];
    let next = 0;
    const squatter: Server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        caught += chunk;
        const body = answers[next++ % answers.length]!;
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
      });
    });
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    try {
      for (const _ of answers) expect(await runHook('squatted')).toEqual(silent);
      for (const _ of answers) expect(await runPlugin('squatted')).toEqual(silent);
      expect(caught).toContain('GET /api/bridges/v1/proof/');
      expect(caught).not.toMatch(/POST|plhook_|Authorization|kettle/i);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => squatter.close(resolve));
    }
  });

  test('an answer is valid for one port, and only for a nonce', async () => {
    const { baseUrl, port } = await start();
    const ask = async (nonce: string, options: RequestInit = {}) =>
      fetch(`${baseUrl}/api/bridges/v1/proof/${nonce}`, options);
    const first = await (await ask('0'.repeat(32))).text();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await ask(`${'0'.repeat(31)}1`)).text()).not.toBe(first);
    for (const other of ['0', 'x'.repeat(32), `${'0'.repeat(32)}0`])
      expect((await ask(other)).status).toBe(404);
    expect((await ask('0'.repeat(32), { method: 'POST' })).status).toBe(405);
    expect((await ask('0'.repeat(32), { headers: { Origin: 'http://evil.example' } })).status).toBe(403);
    await host!.stop();
    host = await startTestHost({ dataDir, surroundings: surroundings() });
    expect(host.port === port ? 'the same port' : 'another').toBe('another');
    const again = await fetch(`${host.baseUrl}/api/bridges/v1/proof/${'0'.repeat(32)}`);
    expect(await again.text()).not.toBe(first);
  });
});
