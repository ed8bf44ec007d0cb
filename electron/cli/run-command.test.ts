import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
/** The tests start many processes on a machine that also runs other work. */
const LONG_MS = 120_000;

const REPORT = `
  const { baseUrl } = JSON.parse(require('node:fs').readFileSync(process.env.PLINTH_DATA_DIR + '/runtime.json'));
  const report = () => fetch(baseUrl + '/api/developer/v1/events', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + process.env.PLINTH_TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      schema: 'service.event.v1', integration: process.env.PLINTH_INTEGRATION, event: 'session.started',
      sessionId: 's', occurredAt: new Date().toISOString(), data: {},
    }),
  }).then(({ status }) => status);`;

/** A command that works on each system. */
const nodeProgram = (script: string) => ['--', process.execPath, '-e', `const { env } = process; ${script}`];

interface Outcome {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

describe('plinth run', { timeout: LONG_MS }, () => {
  let dataDir: string;
  let host: RunningHost;

  beforeAll(async () => {
    dataDir = temporaryFolder();
    host = await startTestHost({ dataDir });
  });
  afterAll(async () => {
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function run(
    args: string[],
    input = '',
    signal?: NodeJS.Signals,
    folder = dataDir,
  ): Promise<Outcome> {
    const child = spawn(process.execPath, [plinth, 'run', ...args], {
      env: { ...process.env, PLINTH_DATA_DIR: folder, PLINTH_TOKEN: '', MALLOC_ARENA_MAX: '3' },
    });
    const outcome = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk) => {
        outcome[name] += chunk;
        if (signal && name === 'stdout') child.kill(signal);
      });
    }
    child.stdin.end(input);
    const [status, ended] = await once(child, 'close');
    return { ...outcome, status, signal: ended };
  }

  test('gives the command a token that ends with it', async () => {
    const program = `${REPORT} report().then((status) => console.log(status, process.env.PLINTH_TOKEN, process.env.PLINTH_INTEGRATION))`;
    const { stdout, status } = await run(['--', process.execPath, '-e', program]);
    const [code, token, ...name] = stdout.trim().split(' ');
    expect([status, code]).toEqual([0, '202']);
    expect(name.join(' ')).toMatch(/^node \w{6}$/);
    // Its session does not look as if it went on.
    const { sessions } = await host.control('sessions.query', {});
    expect(sessions.map(({ endedAt, endedBySilence }) => [endedAt !== null, endedBySilence])).toEqual([
      [true, true],
    ]);
    const refused = await host.post(token!, {});
    expect(refused.status).toBe(401);
    const { integrations } = await host.control('integrations.list', { includeRevoked: false });
    expect(integrations).toEqual([]);
  });

  test('gives a program with OpenTelemetry the collector, unless the user has an exporter', async () => {
    const otel = "Object.keys(env).filter((name) => name.startsWith('OTEL_')).sort()";
    const print = nodeProgram(`for (const name of ${otel}) console.log(name + '=' + env[name])`);
    const { stdout } = await run(print);
    expect(stdout).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${host.baseUrl}/api/otlp\n`);
    expect(stdout).toMatch(/OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20pl\w+\n/);
    const agents = await run(
      nodeProgram('console.log(env.CLAUDE_CODE_ENABLE_TELEMETRY, env.GEMINI_TELEMETRY_OTLP_ENDPOINT)'),
    );
    expect(agents.stdout).toBe(`1 ${host.baseUrl}/api/otlp\n`);
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'https://own.example';
    try {
      const own = await run(print);
      expect(own.stdout).toBe('OTEL_EXPORTER_OTLP_ENDPOINT=https://own.example\n');
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    }
  });

  test('uses the name that a program has of its own', async () => {
    const { stdout } = await run(['--name', 'acme', ...nodeProgram('console.log(env.PLINTH_INTEGRATION)')]);
    expect(stdout).toBe('acme\n');
    const refused = await run(['--name', ' acme', '--', 'echo', 'ran']);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
  });

  test('passes input, output, arguments, environment, umask and exit code through', async () => {
    const script = `process.stdin.on('data', (text) => process.stdout.write(text)).on('end', () => {
      process.stdout.write([...process.argv.slice(1), env.MALLOC_ARENA_MAX, process.umask()].join('|'));
      console.error('problem');
      process.exitCode = 7;
    })`;
    const { stdout, stderr, status } = await run(
      [...nodeProgram(script), '--', '--name', 'serve', 'a b', '', 'c"d\\'],
      'input ',
    );
    const words = ['--name', 'serve', 'a b', '', 'c"d\\', '3', process.umask()];
    expect([stdout, stderr, status]).toEqual([`input ${words.join('|')}`, 'problem\n', 7]);
  });

  // Windows has no signals: to send one ends a process at once.
  const signals = process.platform === 'win32' ? [] : (['SIGTERM', 'SIGINT', 'SIGHUP'] as const);
  test.each(signals)('passes %s on and ends by it', async (signal) => {
    const program = (first: string) => [
      '--',
      process.execPath,
      '-e',
      `${first} console.log(); setInterval(() => {}, 1000)`,
    ];
    const handled = await run(program(`process.on('${signal}', () => process.exit(9));`), '', signal);
    expect([handled.status, handled.signal]).toEqual([9, null]);
    const killed = await run(program(''), '', signal);
    expect(killed.signal).toBe(signal);
    const { integrations } = await host.control('integrations.list', { includeRevoked: false });
    expect(integrations).toEqual([]);
  });

  test('says as a shell does that a command does not exist', async () => {
    const { status, stderr } = await run(['--', 'no-such-command']);
    expect([status, stderr]).toEqual([127, 'no-such-command: command not found\n']);
  });

  test('runs the command without a token when Plinth is not running', async () => {
    const empty = temporaryFolder();
    const { status, stdout, stderr } = await run(
      nodeProgram("console.log('token:' + (env.PLINTH_TOKEN ?? '')); process.exitCode = 4"),
      '',
      undefined,
      empty,
    );
    rmSync(empty, { recursive: true, force: true });
    expect([status, stdout]).toEqual([4, 'token:\n']);
    expect(stderr).toBe('Plinth is not running, so nothing is reported.\n');
  });
});
