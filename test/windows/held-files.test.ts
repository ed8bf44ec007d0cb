import {
  closeSync,
  constants,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
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

/** Does what Windows refuses for a file that a process has open. */
function tolerated(act: () => void): void {
  try {
    act();
  } catch (error) {
    expect(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY']).toContain((error as NodeJS.ErrnoException).code);
  }
}

function canBeRead(path: string): boolean {
  try {
    if (statSync(path).isFile()) readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

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
    // A start removes what the run before it left.
    expect(['EBUSY', 'ENOENT']).toContain((error as NodeJS.ErrnoException).code);
    return undefined;
  }
  try {
    return await act();
  } finally {
    closeSync(descriptor);
  }
}

/** A command did what it was asked, or said why not in a few words. */
function expectSentence({ status, stdout, stderr }: Outcome, context: unknown): void {
  expect([EXIT.done, EXIT.refused, EXIT.unavailable], JSON.stringify([context, stderr])).toContain(status);
  expect(stderr, JSON.stringify(context)).not.toMatch(/^\s+at |E[A-Z]{3,}:/m);
  if (status !== EXIT.done) expect(stdout + stderr, JSON.stringify(context)).not.toBe('');
}

let token: string;

async function report(content: string): Promise<boolean> {
  const answer = await fetch(`${host!.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('one', { sessionId: 's', data: { content } })),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { recorded: boolean }).recorded;
}

async function recordSome(): Promise<void> {
  await start();
  ({ token } = await host!.control('integrations.generate', {
    name: 'one',
    permissions: ['events:write'],
  }));
  for (let index = 0; index < EVENTS; index += 1) expect(await report(`Event ${index}`)).toBe(true);
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
      expect(problem ?? '', name).not.toMatch(/^\s+at /m);
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

  test.each<[string, () => void]>([
    ['empties the record', () => truncateSync(join(dataDir, 'receipts.db'))],
    [
      'writes an older copy over the record',
      () => {
        for (const name of ['receipts.db', 'receipts.db-wal'])
          writeFileSync(join(dataDir, name), readFileSync(join(folder, 'copy', name)));
      },
    ],
    [
      'empties every file',
      () => {
        for (const name of filesOf(dataDir)) tolerated(() => truncateSync(join(dataDir, name)));
      },
    ],
    ['deletes the data directory', () => tolerated(() => rmSync(dataDir, { recursive: true }))],
  ])('a program that %s loses no receipt', async (_name, harm) => {
    await recordSome();
    cpSync(dataDir, join(folder, 'copy'), { recursive: true, filter: canBeRead });
    for (let index = 0; index < EVENTS; index += 1) expect(await report(`Later ${index}`)).toBe(true);
    harm();
    let acknowledged = 2 * EVENTS;
    const again = async () => {
      const recorded = await report('After it');
      if (recorded) acknowledged += 1;
      return recorded;
    };
    await expect.poll(again, { timeout: 60_000 }).toBe(true);
    expect(await count()).toBe(acknowledged);
    await end('SIGKILL');
    await start();
    expect(await count()).toBe(acknowledged);
    expect((await run('verify')).status).toBe(EXIT.done);
  });
});
