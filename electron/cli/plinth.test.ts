import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Outcome, runCommand } from '../../test/support/command-line.ts';
import { sendSignal, takesSignals } from '../../test/support/host-process.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';
import { runInTerminal } from '../../test/support/terminal.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

/** The tests start many processes on a machine that also runs other work. */
const LONG_MS = 300_000;

const environment = (dataDir: string) => ({
  ...process.env,
  PLINTH_DATA_DIR: dataDir,
  PLINTH_KEYCHAIN: 'off',
  PLINTH_PORT: '',
});

const run = (dataDir: string, words: string[]) => runCommand(words, { env: environment(dataDir) });

/** Starts a host in its own process. */
const startServe = (dataDir: string, args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [...takesSignals.args, plinth, 'serve', ...args], {
    env: { ...environment(dataDir), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...takesSignals.stdio],
  }) as ChildProcessByStdio<null, Readable, Readable>;

/** Runs a host to its end. `signal` ends it after its first line. */
async function serve(dataDir: string, args: string[], signal?: NodeJS.Signals): Promise<Outcome> {
  const child = startServe(dataDir, args);
  if (signal) child.stdout.once('data', () => sendSignal(child, signal));
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}

// Each test starts many processes, which takes long on a busy machine.
describe.each(['with a running host', 'without a host'])('%s', { timeout: LONG_MS }, (mode) => {
  let dataDir: string;
  let host: RunningHost | undefined;

  beforeAll(async () => {
    dataDir = temporaryFolder();
    if (mode === 'with a running host') host = await startTestHost({ dataDir });
  });
  afterAll(async () => {
    await host?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('text from a reporter cannot control the terminal', { timeout: LONG_MS }, async ({ skip }) => {
    if (host === undefined) return;
    const { token } = await host.generateToken('colourful');
    const content = 'a\u001b[2J\u001b]0;mine\u0007 b\u009b31m \u202egnihton';
    const event = sampleEvent('colourful', { data: { content, destination: 'anthropic', cwd: '/srv' } });
    const { receiptId } = (await (await host.post(token, event)).json()) as { receiptId: string };
    for (const args of [
      ['list'],
      ['list', '--json'],
      ['show', receiptId],
      ['show', receiptId, '--json'],
      ['export'],
    ]) {
      const { stdout } = await run(dataDir, ['receipts', ...args]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(stdout, args.join(' ')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    }
    expect((await run(dataDir, ['receipts', 'list'])).stdout).toContain('a\\x1b[2J');
    const exported = await run(dataDir, ['receipts', 'export']);
    expect(JSON.parse(exported.stdout).data.content).toBe(content);

    const csv = ['receipts', 'export', '--format', 'csv'];
    const terminal = await runInTerminal([process.execPath, plinth, ...csv], {
      ...process.env,
      PLINTH_DATA_DIR: dataDir,
      PLINTH_KEYCHAIN: 'off',
    });
    if ('missing' in terminal) return skip(terminal.missing);
    expect(terminal.shown).toContain(receiptId);
    // The terminal itself turns line feeds into carriage returns and line feeds.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(terminal.shown).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/);
  });

  test('a wide session does not push the columns of the other rows out of view, and a terminal shows what was reported', async ({
    skip,
  }) => {
    if (host === undefined) return;
    const { token } = await host.generateToken('broad');
    for (const sessionId of ['s'.repeat(256), 'short'])
      expect((await host.post(token, sampleEvent('broad', { sessionId }))).status).toBe(202);
    const { stdout } = await run(dataDir, ['receipts', 'list', '--integration', 'broad']);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    const short = rows.find((row) => row.includes(' short '))!;
    expect(short.indexOf('rcpt_')).toBe(head!.indexOf('ID  '));
    expect(short.indexOf('rcpt_')).toBeLessThan(150);
    expect(rows.find((row) => row.includes('sss'))).toContain('s'.repeat(256));
    const narrowly = 'stty cols 80; exec "$0" "$1" receipts list --integration broad';
    const terminal = await runInTerminal(['sh', '-c', narrowly, process.execPath, plinth], {
      ...process.env,
      PLINTH_DATA_DIR: dataDir,
      PLINTH_KEYCHAIN: 'off',
    });
    if ('missing' in terminal) return skip(terminal.missing);
    expect(terminal.shown).toContain('Explain this function.');
    expect(terminal.shown).not.toContain('rcpt_');
    // What a narrow terminal shows is enough to go on with.
    const [, id] = /^\S+(?: \S+)? +(0[0-9A-Z]{12}) +\d+ +prompt /m.exec(terminal.shown)!;
    const shown = await run(dataDir, ['receipts', 'show', id!, '--json']);
    expect(JSON.parse(shown.stdout).id).toMatch(new RegExp(`^rcpt_${id}`));
    expect((await run(dataDir, ['receipts', 'show', id!.slice(0, 2)])).status).toBe(2);
  });

  test('a token is generated, listed without any part of it, rotated and revoked', async () => {
    const generated = await run(dataDir, [
      'token',
      'generate',
      '--name',
      'acme',
      '--permission',
      'events:write',
      '--json',
    ]);
    expect(generated.status).toBe(0);
    const { token, integration } = JSON.parse(generated.stdout);
    expect(token).toMatch(/^plint_[0-9A-Za-z]{49}$/);
    expect(integration).toEqual({
      id: expect.stringMatching(/^int_/),
      name: 'acme',
      permissions: ['events:write'],
    });

    const taken = await run(dataDir, ['token', 'generate', '--name', 'acme', '--json']);
    expect(taken.status).toBe(1);
    expect(JSON.parse(taken.stdout).error.code).toBe('name_taken');

    for (const args of [
      ['token', 'list'],
      ['token', 'list', '--json'],
    ]) {
      const listed = await run(dataDir, args);
      expect(listed.status).toBe(0);
      expect(listed.stdout).toContain('acme');
      expect(listed.stdout).not.toContain(token.slice('plint_'.length, 20));
    }

    const rotated = await run(dataDir, ['token', 'rotate', 'acme', '--json']);
    expect(rotated.status).toBe(0);
    const second = JSON.parse(rotated.stdout);
    expect(second.token).not.toBe(token);
    expect(second.integration).toEqual(integration);
    if (host !== undefined) {
      expect((await host.post(token, sampleEvent('acme'))).status).toBe(401);
      expect((await host.post(second.token, sampleEvent('acme'))).status).toBe(202);
    }

    for (const [name, shown] of [
      ['a\u202egpj.exe', 'a\\u202egpj.exe (hidden characters)'],
      ['ag\u200bent', 'ag\u200bent (hidden characters)'],
      ['\u0430gent', '\u0430gent (mixed alphabets)'],
    ] as const) {
      const odd = await run(dataDir, ['token', 'generate', '--name', name]);
      expect(odd.stderr).toContain(`Token for “${shown}”.`);
      const gone = await run(dataDir, ['token', 'revoke', name, '--yes']);
      expect(gone.stdout).toContain(`Revoked the token of “${shown}”.`);
    }
    const unconfirmed = await run(dataDir, ['token', 'revoke', 'acme']);
    expect(unconfirmed.status).toBe(1);
    expect(unconfirmed.stderr).toContain('Nothing was changed');

    const revoked = await run(dataDir, ['token', 'revoke', integration.id, '--yes']);
    expect(revoked.status).toBe(0);
    if (host !== undefined) expect((await host.post(second.token, sampleEvent('acme'))).status).toBe(401);
    expect((await run(dataDir, ['token', 'revoke', 'acme', '--yes'])).status).toBe(1);

    const settings = readFileSync(join(dataDir, 'settings.json'), 'utf8');
    for (const secret of [token, second.token]) expect(settings).not.toContain(secret.slice(6, 26));
  });

  test('what the rules refuse, and what is not there, has its own exit code', async () => {
    for (const name of ['', ' acme', 'x'.repeat(65)]) {
      const { status, stderr } = await run(dataDir, ['token', 'generate', '--name', name]);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/name/i)]);
    }
    expect((await run(dataDir, ['token', 'revoke', 'nobody', '--yes'])).status).toBe(1);
    expect((await run(dataDir, ['receipts', 'show', 'rcpt_00000000000000000000000000'])).status).toBe(1);
  });

  test('retention reports the receipts over the limits, and deletes them', async () => {
    const status = await run(dataDir, ['retention', 'status']);
    expect([status.status, status.stdout]).toEqual([0, 'No receipt is over the limits.\n']);
    const json = await run(dataDir, ['retention', 'status', '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ due: { receipts: 0, bytes: 0 }, held: null });
    expect((await run(dataDir, ['retention', 'run', '--yes'])).stdout).toBe('Deleted 0 receipts.\n');
  });

  test('the doctor finds no failure', async () => {
    const { status, stdout } = await run(dataDir, ['doctor', '--json']);
    expect(status).toBe(0);
    const { findings } = JSON.parse(stdout);
    const checks = findings.map(({ check }: { check: string }) => check);
    // The other tests send requests that are refused.
    expect(checks.filter((check: string) => check !== 'refusals')).toEqual([
      'listener',
      'store',
      'record',
      'check',
      'settings',
      ...(process.platform === 'win32' ? [] : ['permissions']),
      'keychain',
      'disk',
      'clock',
      'electron',
    ]);
    expect((await run(dataDir, ['doctor'])).stdout).toContain('store: The receipt store is not damaged.');
  });
});

test('wrong usage has its own exit code', { timeout: LONG_MS }, async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const args of [
    ['token', 'generate'],
    ['token', 'generate', '--name', 'a', '--permission', 'everything'],
    ['bridge', 'status', 'emacs'],
    ['receipts', 'export', '--json', '--format', 'csv'],
    ['serve', '--port', 'abc'],
    ['frobnicate'],
  ]) {
    expect((await run(dataDir, args)).status, args.join(' ')).toBe(2);
  }
  for (const since of ['whenever', 'x', 'x 1', '1', '2026-02-30']) {
    const refused = await run(dataDir, ['receipts', 'list', '--since', since]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('Enter a time such as yesterday');
  }
  const nowhere = join(dataDir, 'nowhere');
  expect((await run(dataDir, ['--data-dir', nowhere, 'doctor'])).stdout).toContain('no data directory');
  expect(existsSync(nowhere)).toBe(false);
});

test('every command has help', { timeout: LONG_MS }, async () => {
  const commands = [
    [],
    ['serve'],
    ['token'],
    ['token', 'generate'],
    ['retention'],
    ['retention', 'status'],
    ['retention', 'run'],
    ['receipts'],
    ['receipts', 'export'],
    ['doctor'],
  ];
  for (const command of commands) {
    const { status, stdout } = await run('', [...command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: ${['plinth', ...command].join(' ')}`);
  }
});

test('receipts are listed, shown and exported with the same result with and without a host', async () => {
  const host = await startTestHost();
  try {
    const { token } = await host.generateToken('=formula');
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const answer = await host.post(token, sampleEvent('=formula', { sessionId: `s,"${index % 2}` }));
      ids.unshift((await answer.json()).receiptId);
    }
    const outputs = async () => ({
      list: (await run(host.dataDir, ['receipts', 'list', '--limit', '3', '--json'])).stdout,
      filtered: (await run(host.dataDir, ['receipts', 'list', '--session', 's,"1', '--json'])).stdout,
      show: (await run(host.dataDir, ['receipts', 'show', ids[0]!, '--json'])).stdout,
      jsonl: (await run(host.dataDir, ['receipts', 'export', '--format', 'jsonl'])).stdout,
      csv: (await run(host.dataDir, ['receipts', 'export', '--format', 'csv'])).stdout,
    });
    const online = await outputs();
    await host.stop();
    const offline = await outputs();
    expect(offline).toEqual(online);

    const page = JSON.parse(online.list);
    expect(page.receipts.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3));
    const next = await run(host.dataDir, ['receipts', 'list', '--json', '--cursor', page.nextCursor]);
    expect(JSON.parse(next.stdout).receipts.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3));
    expect(JSON.parse(online.filtered).receipts).toHaveLength(3);
    expect(JSON.parse(online.show).id).toBe(ids[0]);
    const exported = online.jsonl.trim().split('\n');
    expect(exported.map((line) => JSON.parse(line).id)).toEqual(ids);
    const csv = online.csv.trim().split('\n');
    expect(csv).toHaveLength(8);
    expect(csv[1]).toContain("'=formula");
    expect(csv[1]).toContain('"s,""0"');
  } finally {
    await host.remove();
  }
});

test('serve uses the next port when its port is taken, reports it, and cleans up', async () => {
  const dataDir = temporaryFolder();
  const blocker = createServer();
  const port = await new Promise<number>((resolve) =>
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port)),
  );
  const outcome = await serve(dataDir, ['--port', String(port)], 'SIGTERM');
  blocker.close();
  expect(outcome.status).toBe(0);
  expect(outcome.stdout).toMatch(/listening at http:\/\/127\.0\.0\.1:\d+/);
  expect(outcome.stdout).toContain(`Another program uses port ${port}`);
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a second host reports where the first one runs', async () => {
  const host = await startTestHost();
  const outcome = await serve(host.dataDir, ['--port', '0']);
  expect(outcome.status).toBe(3);
  expect(outcome.stderr).toContain(host.baseUrl);
  expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  await host.remove();
});

describe('a host whose output nobody reads any more', () => {
  const unread = (dataDir: string, env: Record<string, string> = {}) =>
    startServe(dataDir, ['--port', '0'], { PLINTH_CONSOLE_PORT: '0', ...env });

  test('ends with its code when it cannot start', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    const child = unread(file);
    child.stdout.destroy();
    child.stderr.destroy();
    const [status] = await once(child, 'exit');
    expect(status).toBe(1);
    rmSync(folder, { recursive: true, force: true });
  });

  test('ends with its code after an unexpected error during the start', async () => {
    const folder = temporaryFolder();
    const plant = join(folder, 'plant.mjs');
    // Throws once, as soon as the host listens for unexpected errors.
    writeFileSync(
      plant,
      `const timer = setInterval(() => {
        if (process.listenerCount('uncaughtException') === 0) return;
        clearInterval(timer);
        throw new Error('planted');
      }, 1);`,
    );
    const child = unread(join(folder, 'data'), { NODE_OPTIONS: `--import=${pathToFileURL(plant).href}` });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.destroy();
    child.stderr.destroy();
    const [status] = await once(child, 'exit');
    expect(status).toBe(70);
    rmSync(folder, { recursive: true, force: true });
  });

  test('goes on recording, and stops as usual', async () => {
    const folder = temporaryFolder();
    const child = unread(folder);
    const [line] = await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stderr.destroy();
    const [url] = /http:\S+?(?=\. )/.exec(String(line))!;
    expect((await fetch(`${url}/api/developer/v1/capabilities`)).status).toBe(401);
    sendSignal(child, 'SIGTERM');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'runtime.json'))).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });
});

test('the reason why a host cannot start is one sentence', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  const notAFolder = await serve(file, ['--port', '0']);
  expect(notAFolder.status).toBe(1);
  expect(notAFolder.stderr.trim().split('\n')).toHaveLength(1);
  expect(notAFolder.stderr).toContain('PLINTH_DATA_DIR');
  const badPort = await serve(folder, ['--port', 'http']);
  expect(badPort.status).toBe(2);
  expect(badPort.stderr).toContain('0 to 65535');
  rmSync(folder, { recursive: true, force: true });
});

test('a data directory whose path is too long for a socket still works', async () => {
  const folder = temporaryFolder();
  const deep = join(folder, 'd'.repeat(120));
  mkdirSync(deep);
  const host = await startTestHost({ dataDir: deep });
  const listed = await run(deep, ['token', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual({ integrations: [] });
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the process that sets damaged stores aside reports it', async () => {
  const dataDir = temporaryFolder();
  try {
    await run(dataDir, ['token', 'generate', '--name', 'lost']);
    writeFileSync(join(dataDir, 'settings.json'), 'garbage');
    expect(await run(dataDir, ['token', 'list'])).toMatchObject({ status: 3, stdout: '' });
    const { stderr } = await run(dataDir, ['token', 'generate', '--name', 'new']);
    expect(stderr).toMatch(/Plinth renamed it to settings\.json\.corrupt-\S+ and uses another one/);
    const examined = await run(dataDir, ['doctor']);
    expect(examined.stdout).toContain('settings.json.corrupt-');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
