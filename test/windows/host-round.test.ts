import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../electron/cli/exit-codes.ts';
import { controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import { windowsProgram } from '../../electron/platform/system-program.ts';
import { runCommand } from '../support/command-line.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';

/*
 * A round of the real host on Windows, or on Wine (docs/windows.md): a process of its own, real files, a real curl.exe.
 */

const ROUNDS = Number(process.env.PLINTH_WINDOWS_ROUNDS ?? 1);
const KILLS = Number(process.env.PLINTH_KILLS ?? 3);
const MAX_ATTEMPTS = 5;
const SECRET = 'sk-ant-api03-R4nd0mL00k1ngV4lu3-f0r-th3-r0und-0f-W1nd0ws-AAAAAAAA';

let folder: string;
let dataDir: string;
let host: HostProcess | undefined;
/** The variables of a user with a blank and other letters in the name. */
const variables = () => {
  const home = join(folder, 'Jörg Müller');
  return { USERPROFILE: home, HOME: undefined, LOCALAPPDATA: join(home, 'AppData', 'Local') };
};
const start = async () => {
  host = await startHostProcess({ dataDir, env: variables() });
  return host;
};

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'Jörg Müller', 'a & b', 'Plinth');
  mkdirSync(dataDir, { recursive: true });
});
afterEach(async () => {
  await host?.end('SIGKILL');
  host = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const run = (words: string[]) =>
  runCommand(words, {
    env: { ...process.env, PLINTH_KEYCHAIN: 'off', ...variables(), PLINTH_DATA_DIR: dataDir },
    // Windows removes no folder in which a process works.
    cwd: tmpdir(),
  });

/** Runs a command of the command line that succeeds, and returns what it printed. */
async function plinth(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(words);
  expect({ words, status, stderr: status === 0 ? '' : stderr }).toEqual({ words, status: 0, stderr: '' });
  return stdout;
}

const post = (token: string, sessionId: string, content: string, occurredAt = new Date().toISOString()) =>
  fetch(`${host!.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('round', { sessionId, occurredAt, data: { content, cwd: 'C:\\work' } })),
  });

const reported = async (sessionId: string) =>
  (await host!.control('receipts.query', { filter: { sessionId } })).receipts;

const count = async () => (await host!.control('receipts.count', {})).count;

/** Returns the files of a folder that contain a text. */
function filesWith(text: string, below: string): string[] {
  const names = readdirSync(below, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const path = join(below, name);
    try {
      return statSync(path).isFile() && readFileSync(path).includes(text);
    } catch (error) {
      // The host keeps one file for itself.
      if ((error as NodeJS.ErrnoException).code === 'EBUSY') return false;
      throw error;
    }
  });
}

/** Runs a hook for cmd as Codex does, and returns what it printed and how long it took. */
function runHook(command: string, payload: object, staysOpen: boolean) {
  const begun = performance.now();
  const child = spawn(windowsProgram('cmd.exe'), ['/C', command], {
    cwd: folder,
    windowsVerbatimArguments: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  child.stdin.on('error', () => {});
  if (staysOpen) child.stdin.write(JSON.stringify(payload));
  else child.stdin.end(JSON.stringify(payload));
  child.once('exit', () => child.stdin.destroy());
  return new Promise<{ status: number | null; printed: string; milliseconds: number }>((resolve) => {
    child.once('close', (status) =>
      resolve({ status, printed, milliseconds: Math.round(performance.now() - begun) }),
    );
  });
}

const prompt = (sessionId: string) => ({
  hook_event_name: 'UserPromptSubmit',
  session_id: sessionId,
  prompt: `Sag “hallo” %PATH% ^ & ünï 日本 ${SECRET}`,
  cwd: folder,
});

/** Runs a hook until its report is a receipt: on a busy computer a report can be later than its hook may take. */
async function runUntilReported(command: string, sessionId: string, staysOpen: boolean) {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await runHook(command, prompt(sessionId), staysOpen);
    expect([outcome.status, outcome.printed]).toEqual([0, '']);
    if ((await reported(sessionId)).length > 0) return outcome;
    expect(attempt).toBeLessThan(MAX_ATTEMPTS);
  }
}

describe.runIf(process.platform === 'win32')('on Windows', () => {
  test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))('round %i of the host', async () => {
    await start();
    const { token } = JSON.parse(await plinth('token', 'generate', '--name', 'round', '--json'));
    for (let index = 0; index < 30; index += 1) {
      expect((await post(token, `s${index % 3}`, `Event ${index}: ${SECRET}`)).status).toBe(202);
    }
    expect(filesWith(SECRET, dataDir)).toEqual([]);

    // Killed and started again.
    await host!.end('SIGKILL');
    await start();
    expect(await count()).toBe(30);
    expect((await plinth('receipts', 'export')).trim().split('\n')).toHaveLength(30);
    expect(await plinth('verify')).not.toMatch(/changed outside|Found:/);
    expect((await plinth('status')).length).toBeGreaterThan(0);

    // Deleted, copied and put back.
    const backup = join(folder, 'copy of the record.db');
    await plinth('backup', backup);
    await plinth('receipts', 'delete', '--session', 's1', '--yes');
    expect(await count()).toBe(20);
    await plinth('restore', backup, '--yes');
    expect(await count()).toBe(30);
    await plinth('receipts', 'delete', '--session', 's2', '--yes');
    expect(await count()).toBe(20);
    expect(await plinth('verify')).not.toMatch(/changed outside|Found:/);
    const page = join(folder, 'bundle.html');
    await plinth('bundle', page, '--yes');
    expect(readFileSync(page, 'utf8')).toContain('<!doctype html>');

    // A taskkill as an administrator or an installer does it.
    spawnSync(windowsProgram('taskkill.exe'), ['/PID', String(host!.child.pid), '/F']);
    expect(await host!.end('SIGKILL')).not.toBe(0);
    await start();
    expect(await count()).toBe(20);
    expect(await plinth('doctor')).toContain('disk: ');
  });

  test.each([
    [
      'at a long path',
      () => join(folder, ...Array.from({ length: 5 }, (_, level) => `${level}${'x'.repeat(60)}`)),
    ],
    // The administrator's share of the drive, by the name that means this computer.
    ['on a share', () => `\\\\localhost\\${folder[0]}$${folder.slice(2)}\\on a share`],
    ['named with other case and slashes', () => join(folder, 'Other').toUpperCase().replaceAll('\\', '/')],
    ['with %, ^ and !', () => join(folder, '100% ^& !PATH!')],
  ])('a data directory %s works, with a host and without one', async (_name, place) => {
    dataDir = place();
    await start();
    const { token } = JSON.parse(await plinth('token', 'generate', '--name', 'round', '--json'));
    for (let index = 0; index < 5; index += 1) {
      expect((await post(token, 's', `Event ${index}`)).status).toBe(202);
    }
    await host!.end('SIGKILL');
    // Reads the log that the killed host has left.
    expect((await plinth('receipts', 'export')).trim().split('\n')).toHaveLength(5);
    await start();
    expect(await count()).toBe(5);
    expect(await host!.end('SIGTERM')).toBe(0);
    expect((await plinth('receipts', 'export')).trim().split('\n')).toHaveLength(5);
    expect(await plinth('verify')).not.toMatch(/changed outside|Found:/);
  });

  describe('a pipe that another program has taken', () => {
    let impostor: Server;
    let calls = 0;
    beforeEach(async () => {
      await start();
      await host!.end('SIGKILL');
      impostor = createServer(() => (calls += 1)).listen(controlSocketPath(dataDir));
      await once(impostor, 'listening');
    });
    afterEach(() => void impostor.close());

    test('is not called', async () => {
      const { status, stderr } = await run(['status']);
      expect([status, stderr]).toEqual([EXIT.unavailable, expect.stringContaining('Plinth is not running')]);
      expect(calls).toBe(0);
    });

    test('keeps a host from starting, which says so', async () => {
      await expect(start()).rejects.toThrow('Another program has taken');
    });
  });

  test('a bridge reports by cmd, says so, and comes off byte for byte', async () => {
    const settings = join(variables().USERPROFILE, '.codex', 'hooks.json');
    const before = '\ufeff{\r\n\t// mine\r\n\t"hooks": {},\r\n}\r\n';
    mkdirSync(join(settings, '..'), { recursive: true });
    writeFileSync(settings, before);
    await start();
    await plinth('bridge', 'connect', 'codex');
    const { hooks } = JSON.parse(
      readFileSync(settings, 'utf8').replace(/^\ufeff|\/\/ mine|,(?=\s*\}\s*$)/g, ''),
    );
    const [{ hooks: handlers }] = hooks.UserPromptSubmit;
    const command: string = handlers[0].commandWindows;
    // The project has a program of the same name, which is not Plinth's curl.
    writeFileSync(join(folder, 'curl.cmd'), '@echo planted > planted.txt\r\n');

    const ended = await runUntilReported(command, 'ended', false);
    const [first] = await reported('ended');
    const { receipt } = await host!.control('receipts.get', { id: first!.id });
    expect(receipt.data).toMatchObject({ cwd: folder });
    expect((receipt.data as { content: string }).content).toMatch(/^Sag “hallo” %PATH% \^ & ünï 日本 \[/);
    expect(existsSync(join(folder, 'planted.txt'))).toBe(false);
    expect(filesWith(SECRET, dataDir)).toEqual([]);
    const [tested] = JSON.parse((await run(['bridge', 'test', 'codex', '--json'])).stdout).tests;
    expect(tested).toMatchObject({ arrived: true, causes: ['waiting_for_review'] });
    // An input that stays open.
    const open = await runUntilReported(command, 'open', true);
    console.log(
      `A hook of cmd took ${ended.milliseconds} ms, and ${open.milliseconds} ms with an open input.`,
    );

    // Without Plinth the hook ends, and says nothing.
    await host!.end('SIGKILL');
    expect(await runHook(command, prompt('closed'), false)).toMatchObject({ status: 0, printed: '' });
    await start();
    await runUntilReported(command, 'again', false);
    expect(await reported('closed')).toEqual([]);
    await plinth('bridge', 'disconnect', 'codex');
    expect(readFileSync(settings, 'utf8')).toBe(before);
  });

  test(`${KILLS} kills under load lose no event that was acknowledged`, async () => {
    await start();
    const { token } = JSON.parse(await plinth('token', 'generate', '--name', 'round', '--json'));
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      let isOver = false;
      const reporters = [0, 1, 2].map(async (reporter) => {
        for (let index = 0; !isOver; index += 1) {
          const answer = await post(token, `k${kill}`, `${reporter} ${index}`).catch(() => undefined);
          if (answer?.status === 202) acknowledged += 1;
        }
      });
      const enough = acknowledged + 5 + Math.floor(Math.random() * 300);
      await expect.poll(() => acknowledged, { timeout: 60_000, interval: 1 }).toBeGreaterThan(enough);
      const ended = host!.end('SIGKILL');
      isOver = true;
      await Promise.all([ended, ...reporters]);
      await start();
    }
    expect(await count()).toBeGreaterThanOrEqual(acknowledged);
    expect(await plinth('verify')).not.toMatch(/changed outside|Found:/);
  }, 1_200_000);
});
