import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../../shared/bridge.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { hookCommand, lastingHookCommand } from './hook-command.ts';
import { HELD_NAME, portLauncher } from './launcher-scripts.ts';

/** The time in which a hook reads what it does not send. */
const DISCARD_SECONDS = 0.4;
// A busy computer can use up the time of a hook before its report is sent. hook-limits.test.ts tests the limit.
vi.mock('./launcher-scripts.ts', async (load) => ({ ...(await load<object>()), HOOK_SECONDS: 60 }));

interface Outcome {
  status: number | null;
  output: string;
}

/** Runs a hook's command as a harness does: in a shell, with the payload on standard input. */
function runHook(command: string, payload: string, env: NodeJS.ProcessEnv = process.env): Promise<Outcome> {
  const begun = performance.now();
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // After the limit of time a harness may get this error.
    if (performance.now() - begun < DISCARD_SECONDS * 1000) output += `stdin ${error.code}`;
  });
  child.stdin.end(payload);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

const silent: Outcome = { status: 0, output: '' };
const LARGE = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', text: 'x'.repeat(500_000) });
const prompt = (session: string) =>
  JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    session_id: session,
    prompt: `Say 'hi' "there" $HOME \\ ünï`,
    cwd: '/srv',
  });

let host: RunningHost;
let home: string;
let dataDir: string;
const launcher = () => join(dataDir, 'bridges', 'report');
const command = (harness: HarnessId) => hookCommand({ path: launcher(), bridgeId: harness }, 'posix');
const surroundings = () => ({ variables: { HOME: home }, platform: 'linux' as const });

beforeAll(async () => {
  home = temporaryFolder();
  dataDir = join(home, "it's a folder");
  host = await startTestHost({ dataDir, surroundings: surroundings() });
  for (const harness of HOOK_HARNESS_IDS) await host.control('bridges.connect', { harness });
});
afterAll(async () => {
  await host.stop();
  rmSync(home, { recursive: true, force: true });
});

const receiptsOf = async (sessionId: string) =>
  (await host.control('receipts.query', { filter: { sessionId } })).receipts;

test.skipIf(process.platform === 'darwin')(
  'a report survives the end of its hook’s process group',
  async () => {
    const folder = join(home, 'slow/bridges');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'report');
    // Waits for a file, as a launcher on a busy computer waits for its turn.
    const begun = join(folder, 'begun');
    const proceed = join(folder, 'proceed');
    const arrived = join(folder, 'arrived');
    const script = `: >'${begun}'; until [ -e '${proceed}' ]; do sleep 0.05; done; cat >'${arrived}.part'; mv '${arrived}.part' '${arrived}'`;
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const hook = lastingHookCommand({ path, bridgeId: 'kimi-code' });
    const child = spawn('/bin/sh', ['-c', hook], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end('the report');
    await expect.poll(() => existsSync(begun)).toBe(true);
    process.kill(-child.pid!, 'SIGTERM');
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');
    writeFileSync(proceed, '');
    await expect.poll(() => existsSync(arrived)).toBe(true);
    expect(readFileSync(arrived, 'utf8')).toBe('the report');
  },
);

test('a report arrives, and the launcher prints nothing', async () => {
  expect(await runHook(command('claude-code'), prompt('arrives'))).toEqual(silent);
  const [receipt] = await receiptsOf('arrives');
  const { receipt: whole } = await host.control('receipts.get', { id: receipt!.id });
  expect(whole.data).toMatchObject({ content: `Say 'hi' "there" $HOME \\ ünï`, cwd: '/srv' });
});

test.runIf(process.platform === 'linux')('a hook tells the program that started it', async () => {
  const statusOf = async (harness: HarnessId) =>
    (await host.control('bridges.status', {})).bridges.find((each) => each.harness === harness)!;
  expect(await runHook(command('qwen-code'), prompt('caller'))).toEqual(silent);
  const own = readFileSync('/proc/self/stat', 'utf8').replace(/^[0-9]+ \(|\) .*\n$/gs, '');
  await expect
    .poll(async () => (await statusOf('qwen-code')).caller)
    .toMatchObject({ folder: process.cwd() });
  const { caller } = await statusOf('qwen-code');
  expect([caller!.program, ...caller!.parents]).toContain(own);
});

test('the launcher’s files are private, and it ignores the user’s curl configuration', async () => {
  for (const name of ['claude-code.curl', 'claude-code.token', 'claude-code.json']) {
    expect(statSync(join(dataDir, 'bridges', name)).mode & 0o077).toBe(0);
  }
  writeFileSync(join(home, '.curlrc'), 'verbose\noutput = "/dev/stdout"\nproxy = "http://127.0.0.1:1"\n');
  const env = {
    ...process.env,
    HOME: home,
    http_proxy: 'http://127.0.0.1:1',
    ALL_PROXY: 'http://127.0.0.1:1',
  };
  expect(await runHook(command('claude-code'), prompt('curlrc'), env)).toEqual(silent);
  expect(await receiptsOf('curlrc')).toHaveLength(1);
});

describe('never fails and never prints', () => {
  test.each(HOOK_HARNESS_IDS)('%s', async (harness) => {
    expect(await runHook(command(harness), '{"hook_event_name":"Stop"}')).toEqual(silent);
    expect(await runHook(command(harness), 'no json')).toEqual(silent);
    expect(await runHook(command(harness), '')).toEqual(silent);
    expect(await runHook(command(harness), LARGE)).toEqual(silent);
  });

  test('without curl', async () => {
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const tool of ['cat', 'sh']) {
      if (!existsSync(join(bin, tool))) symlinkSync(`/bin/${tool}`, join(bin, tool));
    }
    expect(await runHook(command('codex'), LARGE, { PATH: bin })).toEqual(silent);
  });

  test('with a revoked credential', async () => {
    const kept = readFileSync(join(dataDir, 'bridges', 'cursor.curl'), 'utf8');
    await host.control('bridges.disconnect', { harness: 'cursor' });
    writeFileSync(join(dataDir, 'bridges', 'cursor.curl'), kept);
    expect(await runHook(command('cursor'), prompt('revoked'))).toEqual(silent);
    expect(await receiptsOf('revoked')).toEqual([]);
    await host.control('bridges.connect', { harness: 'cursor' });
  });

  test('without permission to run the launcher', async () => {
    chmodSync(launcher(), 0o600);
    expect(await runHook(command('copilot'), LARGE)).toEqual(silent);
    chmodSync(launcher(), 0o700);
  });
});

test('a collector that restarts on another port is found', async () => {
  const firstPort = host.port;
  await host.stop();
  expect(existsSync(join(dataDir, 'bridges', 'gemini.curl'))).toBe(false);
  expect(await runHook(command('gemini'), LARGE)).toEqual(silent);
  const taken: Server = createServer().listen(firstPort, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  host = await startTestHost({ dataDir, surroundings: surroundings() });
  expect(host.port).not.toBe(firstPort);
  expect(await runHook(command('claude-code'), prompt('moved'))).toEqual(silent);
  expect(await receiptsOf('moved')).toHaveLength(1);
  await new Promise((resolve) => taken.close(resolve));
});

test('the next start replaces a lost credential', async () => {
  await host.stop();
  rmSync(join(dataDir, 'bridges', 'claude-code.token'));
  host = await startTestHost({ dataDir, surroundings: surroundings() });
  expect(await runHook(command('claude-code'), prompt('lost'))).toEqual(silent);
  expect(await receiptsOf('lost')).toHaveLength(1);
});

describe('a collector that does not answer', () => {
  let hanging: Server;
  const sockets: Socket[] = [];
  const stuck = () => join(home, 'stuck.sock');
  beforeEach(async () => {
    hanging = createServer((socket) => {
      sockets.push(socket);
    }).listen(stuck());
    await new Promise((resolve) => hanging.once('listening', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => hanging.close(resolve));
  });

  test('times out without output', async () => {
    const kept = readFileSync(join(dataDir, 'bridges', 'codex.curl'), 'utf8');
    // The host restores a changed file of its own.
    const file = join(dataDir, 'bridges', 'stuck.curl');
    const changed = kept
      .replace(/^unix-socket = .*$/m, `unix-socket = "${stuck()}"`)
      .replace(/^max-time = .*$/m, `max-time = ${DISCARD_SECONDS}`);
    writeFileSync(file, changed, { mode: 0o600 });
    const hook = hookCommand({ path: launcher(), bridgeId: 'stuck' }, 'posix');
    expect(await runHook(hook, prompt('hangs'))).toEqual(silent);
    expect(sockets.length).toBe(1);
    rmSync(file);
  });
});

// The curl of Windows would write what is left of the report to `C:\dev\null`.
test('in Git Bash no second curl gets a report that nobody took', async () => {
  const folder = join(home, 'as on Windows');
  const path = join(folder, 'report');
  const programs = join(home, 'programs');
  const called = join(programs, 'called');
  // A file that cannot be opened, as the host on Windows has one.
  mkdirSync(join(folder, HELD_NAME), { recursive: true });
  mkdirSync(programs);
  writeFileSync(path, portLauncher(path));
  writeFileSync(join(folder, 'x.curl'), '');
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\necho "$@" >>'${called}'\nexit 22\n`, { mode: 0o700 });
  const hook = hookCommand({ path, bridgeId: 'x' }, 'git_bash');
  const env = { PATH: `${programs}:${process.env.PATH}` };
  expect(await runHook(hook, LARGE, env)).toEqual(silent);
  expect(readFileSync(called, 'utf8').trim().split('\n')).toEqual([expect.stringContaining('-K')]);
});

test('every hook still succeeds after Plinth is removed', async () => {
  const byLauncher = HOOK_HARNESS_IDS.filter((harness) => HARNESSES[harness].sender !== 'plugin');
  const commands = byLauncher.map((harness) => command(harness));
  await host.stop();
  rmSync(dataDir, { recursive: true });
  for (const each of commands) expect(await runHook(each, LARGE)).toEqual(silent);
  const plugin = (await import(join(home, '.config/opencode/plugins/plinth.js'))) as {
    Plinth: (input: object) => Promise<Record<string, (...args: object[]) => Promise<void>>>;
  };
  const hooks = await plugin.Plinth({ directory: '/srv' });
  await hooks['chat.message']!({ sessionID: 's' }, { parts: [{ type: 'text', text: 'x' }] });
  await hooks['tool.execute.before']!({ tool: 'bash', sessionID: 's' }, { args: {} });
  await hooks.dispose!({});
});
