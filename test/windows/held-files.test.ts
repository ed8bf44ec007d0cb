import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../electron/cli/exit-codes.ts';
import { type Outcome, runCommand } from '../support/command-line.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';

/*
 * Windows lets a program keep a file to itself: a scanner of viruses, a backup or an editor does so for a moment or for long.
 * Plinth then says what it cannot do in a sentence, loses nothing, and goes on when the file is free again.
 */

/** `UV_FS_O_EXLOCK` of libuv: nobody else can open, rename or remove the file. */
const OPEN_ALONE = 0x1000_0000;
const EVENTS = 5;
/** Each file is held once, which takes minutes on Wine. */
const LONG_MS = 1_200_000;

let folder: string;
let dataDir: string;
let home: string;
let host: HostProcess | undefined;

const start = async () => {
  host = await startHostProcess({ dataDir, env: { USERPROFILE: home, PLINTH_CONSOLE_PORT: '0' } });
  return host;
};
const end = async (signal: NodeJS.Signals) => {
  await host?.end(signal);
  host = undefined;
};

beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'Plinth');
  home = join(folder, 'home');
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(join(home, '.codex', 'hooks.json'), '{}\r\n');
});
afterEach(async () => {
  await end('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const run = (...words: string[]) =>
  runCommand(words, {
    env: { ...process.env, PLINTH_KEYCHAIN: 'off', USERPROFILE: home, PLINTH_DATA_DIR: dataDir },
    cwd: tmpdir(),
  });

const filesOf = (below: string) =>
  readdirSync(below, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(below, name)).isFile(),
  );

/** Keeps a file to this process while something is done. Returns undefined if another process has it open already. */
async function whileHeld<T>(file: string, act: () => Promise<T>): Promise<T | undefined> {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDWR | OPEN_ALONE);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('EBUSY');
    return undefined;
  }
  try {
    return await act();
  } finally {
    closeSync(descriptor);
  }
}

/** A command did what it was asked, or said why not in a few words. */
function expectSentence({ status, stderr }: Outcome, context: unknown): void {
  expect([EXIT.done, EXIT.refused, EXIT.unavailable], JSON.stringify([context, stderr])).toContain(status);
  expect(stderr, JSON.stringify(context)).not.toMatch(/^\s+at |E[A-Z]{3,}:/m);
  if (status !== EXIT.done) expect(stderr.trim(), JSON.stringify(context)).not.toBe('');
}

async function recordSome(): Promise<void> {
  const running = await start();
  const { token } = await running.control('integrations.generate', {
    name: 'one',
    permissions: ['events:write'],
  });
  for (let index = 0; index < EVENTS; index += 1) {
    const answer = await fetch(`${running.baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(
        sampleEvent('one', { sessionId: `s${index % 2}`, data: { content: `Event ${index}` } }),
      ),
    });
    expect(answer.status).toBe(202);
  }
}
const count = async () => (await host!.control('receipts.count', {})).count;

describe.runIf(process.platform === 'win32')('on Windows', { timeout: LONG_MS }, () => {
  test('a start while another program keeps a file says so, and loses nothing', async () => {
    await recordSome();
    expect((await run('bridge', 'connect', 'codex')).status).toBe(EXIT.done);
    await end('SIGKILL');
    for (const name of filesOf(dataDir)) {
      const problem = await whileHeld(join(dataDir, name), async () => {
        try {
          await start();
          await end('SIGKILL');
          return '';
        } catch (error) {
          return (error as Error).message;
        }
      });
      // Sentences, and no stack.
      expect(problem, name).not.toMatch(/^\s+at /m);
    }
    await start();
    expect(await count()).toBe(EVENTS);
    expect((await run('bridge', 'disconnect', 'codex')).status).toBe(EXIT.done);
  });

  test('commands while another program keeps a file say so, and work when it is free', async () => {
    await recordSome();
    const backup = join(folder, 'backup.db');
    const all = async () => {
      const outcomes: [string, Outcome][] = [];
      for (const words of [
        ['bridge', 'connect', 'codex'],
        ['bridge', 'disconnect', 'codex'],
        ['recording', 'pause'],
        ['recording', 'resume'],
        ['backup', backup],
        ['status'],
        ['doctor'],
      ]) {
        outcomes.push([words.join(' '), await run(...words)]);
      }
      rmSync(backup, { force: true });
      return outcomes;
    };
    const statuses = (outcomes: [string, Outcome][]) =>
      outcomes.map(([words, { status }]) => [words, status]);
    const free = statuses(await all());
    const inHome = filesOf(home).map((name) => join(home, name));
    for (const file of [...inHome, ...filesOf(dataDir).map((name) => join(dataDir, name))]) {
      const outcomes = (await whileHeld(file, all)) ?? [];
      for (const [words, outcome] of outcomes) expectSentence(outcome, [file, words]);
      // Whatever was not done is done now.
      await run('bridge', 'disconnect', 'codex');
      await run('recording', 'resume');
    }
    expect(statuses(await all())).toEqual(free);
    expect(await count()).toBe(EVENTS);
    expect((await run('verify')).status).toBe(EXIT.done);
  });
});
