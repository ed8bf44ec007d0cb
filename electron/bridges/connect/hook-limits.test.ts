import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  constants as fs,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';
import { hookCommand, lastingHookCommand } from './hook-command.ts';
import { HOOK_SECONDS } from './launcher-scripts.ts';

/** A hook that takes longer hangs. The bound that users have is measured by `npm run bench:hook`. */
const HANGS_MS = 60_000;
/** A busy computer can use up the time of a hook before its report is sent. */
const ATTEMPTS = 50;
const AT_ONCE = 4;

type Shell = readonly [string, ...string[]];
const SHELLS: readonly Shell[] = [['dash'], ['bash'], ['zsh'], ['busybox', 'sh'], ['fish']];

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** What standard input is: a descriptor, or a pipe and what is written to it. */
type Input =
  | { descriptor: (folder: string, payload: string) => number }
  | { closed: true }
  | { write: (payload: string) => string[]; staysOpen?: boolean; nothing?: boolean };

const file = (folder: string, content: string) => {
  const path = join(folder, `input-${Math.random()}`);
  writeFileSync(path, content);
  return path;
};
const fifo = (folder: string) => {
  const path = join(folder, `fifo-${Math.random()}`);
  spawnSync('mkfifo', [path]);
  return path;
};
const padded = (payload: string, bytes: number) => payload.replace('{', `{"filler":"${'x'.repeat(bytes)}",`);

/** Inputs that hold a whole report. */
const WHOLE: Record<string, Input> = {
  'a pipe that ends': { write: (payload) => [payload] },
  'a pipe that stays open': { write: (payload) => [payload], staysOpen: true },
  'two parts': { write: (payload) => [payload.slice(0, 20), payload.slice(20)] },
  'two parts, and open': { write: (payload) => [payload.slice(0, 20), payload.slice(20)], staysOpen: true },
  'many parts, and open': { write: (payload) => payload.match(/.{1,9}/gsu)!, staysOpen: true },
  'a line feed behind': { write: (payload) => [payload, '\n'] },
  'a line feed behind, and open': { write: (payload) => [payload, '\n'], staysOpen: true },
  'white space before, and open': { write: (payload) => [`\n  ${payload}`], staysOpen: true },
  '60 KB': { write: (payload) => [padded(payload, 60_000)] },
  '60 KB, and open': { write: (payload) => [padded(payload, 60_000)], staysOpen: true },
  '300 KB': { write: (payload) => [padded(payload, 300_000)] },
  '300 KB, and open': { write: (payload) => [padded(payload, 300_000)], staysOpen: true },
  '3 MB': { write: (payload) => [padded(payload, 3_000_000)] },
  'a file': { descriptor: (folder, payload) => openSync(file(folder, payload), 'r') },
  'a file that was deleted': {
    descriptor: (folder, payload) => {
      const path = file(folder, payload);
      const descriptor = openSync(path, 'r');
      rmSync(path);
      return descriptor;
    },
  },
  'a file for reading and writing': {
    descriptor: (folder, payload) => openSync(file(folder, payload), 'r+'),
  },
  'a named pipe that stays open': {
    descriptor: (folder, payload) => {
      const descriptor = openSync(fifo(folder), fs.O_RDWR);
      writeFileSync(descriptor, payload);
      return descriptor;
    },
  },
  'a named pipe that does not wait': {
    descriptor: (folder, payload) => {
      const descriptor = openSync(fifo(folder), fs.O_RDWR | fs.O_NONBLOCK);
      writeFileSync(descriptor, payload);
      return descriptor;
    },
  },
};

/** Inputs without a report. */
const NOTHING: Record<string, Input> = {
  'a closed input': { closed: true },
  'an empty pipe': { write: () => [] },
  'an empty pipe that stays open': { write: () => [], staysOpen: true },
  'white space, and open': { write: () => ['  \n'], staysOpen: true },
  'half a report': { write: (payload) => [payload.slice(0, -9)] },
  'half a report, and open': { write: (payload) => [payload.slice(0, -9)], staysOpen: true },
  'no JSON, and open': { write: () => ['hello'], staysOpen: true },
  '/dev/null': { descriptor: () => openSync('/dev/null', 'r') },
  '/dev/zero': { descriptor: () => openSync('/dev/zero', 'r') },
  'a folder': { descriptor: (folder) => openSync(folder, 'r') },
  'a named pipe without a writer': { descriptor: (folder) => openSync(fifo(folder), fs.O_RDWR) },
  'an input that can only be written': { descriptor: () => openSync('/dev/null', 'w') },
  'a named pipe without an end of writing': {
    descriptor: (folder) => openSync(fifo(folder), fs.O_RDONLY | fs.O_NONBLOCK),
  },
};

interface Outcome {
  status: number | NodeJS.Signals | null;
  printed: string;
  left: string[];
}

/** The processes that are left of a session. Only Linux lists them in files. */
function processesOf(session: number): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => {
    try {
      // `pid (name) state parent group session …`; the name can contain anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === session;
    } catch {
      return false;
    }
  });
}

/** Runs a hook as a harness does, in a session of its own. */
function runHook(
  [program, ...words]: readonly string[],
  command: string,
  input: Input,
  { payload = '', folder = '', env = process.env } = {},
): Promise<Outcome> {
  const descriptor = 'descriptor' in input ? input.descriptor(folder, payload) : undefined;
  const line = [program!, ...words, '-c', command];
  const [first, ...rest] = 'closed' in input ? ['/bin/sh', '-c', 'exec "$@" <&-', 'sh', ...line] : line;
  const stdin = 'closed' in input ? 'ignore' : (descriptor ?? 'pipe');
  const begun = performance.now();
  const child = spawn(first!, rest, { env, detached: true, stdio: [stdin, 'pipe', 'pipe'] });
  if (descriptor !== undefined) closeSync(descriptor);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk) => (printed += chunk));
  const { stdin: pipe } = child;
  pipe?.on('error', (error: NodeJS.ErrnoException) => {
    // After the limit of time a harness may get this error.
    if (performance.now() - begun < HOOK_SECONDS * 1000) printed += `stdin ${error.code}`;
  });
  if (pipe !== null && 'write' in input) {
    for (const part of input.write(payload)) pipe.write(part);
    if (input.staysOpen !== true) pipe.end();
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), HANGS_MS);
    child.once('exit', (status, signal) => {
      clearTimeout(timer);
      const left = processesOf(child.pid!);
      child.stdin?.destroy();
      child.once('close', () => resolve({ status: status ?? signal, printed, left }));
    });
  });
}

const quiet: Outcome = { status: 0, printed: '', left: [] };

/** Runs tasks, some of them at once. */
async function all<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

let host: RunningHost;
let home: string;
let dataDir: string;
let sessions = 0;
const bridges = (name: string) => join(dataDir, 'bridges', name);
const commandOf = ([program]: Shell, bridgeId = 'claude-code', path = bridges('report')) =>
  hookCommand({ path, bridgeId }, program === 'fish' ? 'user_shell' : 'posix');
const lostOf = async () =>
  (await host.control('bridges.status', {})).bridges.find(({ harness }) => harness === 'claude-code')!.lost;

const start = async () => {
  host = await startTestHost({ dataDir, surroundings: { variables: { HOME: home }, platform: 'linux' } });
};

beforeAll(async () => {
  home = temporaryFolder();
  dataDir = join(home, "it's a folder");
  await start();
  await host.control('bridges.connect', { harness: 'claude-code' });
});
afterAll(async () => {
  await host.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Returns true if the report of a run arrives. */
async function arrives(shell: Shell, command: string, name: string, input: Input): Promise<boolean> {
  sessions += 1;
  const sessionId = `input-${sessions}`;
  const payload = JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    session_id: sessionId,
    prompt: 'Explain "this".',
    cwd: '/srv',
  });
  expect(await runHook(shell, command, input, { payload, folder: home }), `${shell[0]}: ${name}`).toEqual(
    quiet,
  );
  const count = async () => (await host.control('receipts.query', { filter: { sessionId } })).receipts.length;
  // The collector takes a report that was not ended after its hook has stopped.
  for (let look = 0; look < 10 && (await count()) === 0; look += 1) await host.control('bridges.status', {});
  return (await count()) === 1;
}

describe.each(SHELLS.map((shell) => ({ name: shell[0], shell })))('$name', ({ shell }) => {
  const there = isInstalled(shell[0]);
  const words = there ? '' : ' (skipped: the shell is not installed)';

  test.skipIf(!there)(`each whole report arrives, whatever the input is${words}`, async () => {
    await all(Object.entries(WHOLE), async ([name, input]) => {
      let attempts = 0;
      while (attempts < ATTEMPTS && !(await arrives(shell, commandOf(shell), name, input))) attempts += 1;
      expect(attempts, `${shell[0]}: ${name}`).toBeLessThan(ATTEMPTS);
    });
  });

  test.skipIf(!there)(`an input without a report ends the hook${words}`, async () => {
    await all(Object.entries(NOTHING), async ([name, input]) => {
      expect(await arrives(shell, commandOf(shell), name, input), name).toBe(false);
    });
  });

  test.skipIf(!there)(`nothing in the place of the launcher fails the hook${words}`, async () => {
    const whole = readFileSync(bridges('report'), 'utf8');
    const folder = join(home, `${shell[0]}/bridges`);
    mkdirSync(join(folder, 'folder'), { recursive: true });
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    const kinds: Record<string, string> = {
      empty: '',
      syntax: 'if (',
      binary: '\0\x01(&',
      command: 'exit 2',
    };
    for (let at = 1; at < whole.length; at += 61) kinds[`half-${at}`] = whole.slice(0, at);
    for (const [name, text] of Object.entries(kinds)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'unreadable'), whole, { mode: 0o000 });
    symlinkSync('/dev/zero', join(folder, 'link'));
    const names = [...Object.keys(kinds), 'folder', 'pipe', 'unreadable', 'link', 'missing'];
    const large: Input = { write: () => ['x'.repeat(300_000)] };
    await all(names, async (name) => {
      const command = commandOf(shell, 'none', join(folder, name));
      expect(await runHook(shell, command, large), name).toEqual(quiet);
    });
    // Removed while it is read, and put back.
    const [there, away] = [join(folder, 'loop'), join(folder, 'away')];
    writeFileSync(there, whole);
    let isRunning = true;
    const loop = async () => {
      for (let turn = 0; isRunning; turn += 1) {
        renameSync(turn % 2 === 0 ? there : away, turn % 2 === 0 ? away : there);
        await new Promise(setImmediate);
      }
    };
    const looped = loop();
    await all(Array.from({ length: 40 }), async () => {
      expect(await runHook(shell, commandOf(shell, 'none', there), large)).toEqual(quiet);
    });
    isRunning = false;
    await looped;
  });
});

test('a hook in a session of its own keeps to the limits, too', async () => {
  const command = lastingHookCommand({ path: bridges('report'), bridgeId: 'claude-code' });
  await all(['a pipe that stays open', 'a file', 'many parts, and open'], async (name) => {
    let attempts = 0;
    while (attempts < ATTEMPTS && !(await arrives(['dash'], command, name, WHOLE[name]!))) attempts += 1;
    expect(attempts, name).toBeLessThan(ATTEMPTS);
  });
});

describe('whatever curl and the collector do', () => {
  const open: Input = { write: (payload) => [payload], staysOpen: true };
  const large: Input = { write: () => ['x'.repeat(300_000)] };
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** Writes a route to a server of the test. The host restores a changed file of its own. */
  const route = (name: string, serve?: Parameters<typeof createServer>[1]) => {
    const path = join(home, `${name}.sock`);
    if (serve !== undefined) servers.push(createServer({ allowHalfOpen: true }, serve).listen(path));
    const kept = readFileSync(bridges('claude-code.curl'), 'utf8');
    writeFileSync(bridges(`${name}.curl`), kept.replace(/^unix-socket = .*$/m, `unix-socket = "${path}"`));
    return name;
  };

  test('the collector', async () => {
    const names = [
      route('gone'),
      route('hung', () => {}),
      route('closes', (socket) => socket.on('error', () => {}).destroy()),
      route('breaks', (socket) => socket.on('error', () => {}).once('data', () => socket.destroy())),
      route('refuses', (socket) =>
        socket.on('error', () => {}).end('HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n'),
      ),
    ];
    await all(['dash', 'bash'].filter(isInstalled), async (shell) => {
      for (const name of names) {
        const command = commandOf([shell], name);
        expect(await runHook([shell], command, open, { payload: '{}' }), name).toEqual(quiet);
        if (name === 'gone' || name === 'refuses')
          expect(await runHook([shell], command, large), name).toEqual(quiet);
      }
    });
    const lines = readFileSync(bridges('lost'), 'utf8').split('\n');
    for (const name of names)
      expect(
        lines.some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true);
    for (const name of names) rmSync(bridges(`${name}.curl`));
    spawnSync('mkfifo', [bridges('gone.curl')]);
    await all(['dash', 'bash'].filter(isInstalled), async (shell) =>
      expect(await runHook([shell], commandOf([shell], 'gone'), open), shell).toEqual(quiet),
    );
    rmSync(bridges('gone.curl'));
  });

  test('curl', async () => {
    const tools = (name: string) => {
      const folder = join(home, name);
      mkdirSync(folder);
      for (const tool of ['sh', 'cat', 'timeout', 'ls']) symlinkSync(`/usr/bin/${tool}`, join(folder, tool));
      return folder;
    };
    const missing = tools('missing');
    const notExecutable = tools('not-executable');
    writeFileSync(join(notExecutable, 'curl'), '#!/bin/sh\n', { mode: 0o600 });
    const folder = tools('folder');
    mkdirSync(join(folder, 'curl'));
    await all([missing, notExecutable, folder, '/nowhere'], async (path) => {
      const env = { PATH: path };
      const command = commandOf(['dash']);
      expect(await runHook(['/bin/sh'], command, open, { payload: '{}', env }), path).toEqual(quiet);
      expect(await runHook(['/bin/sh'], command, large, { env }), path).toEqual(quiet);
    });
  });
});

test('reports that nobody took are counted, and only those', async () => {
  await host.stop();
  rmSync(bridges('lost'), { force: true });
  const report: Input = { write: () => ['{}'] };
  for (const shell of SHELLS.filter(([program]) => isInstalled(program))) {
    expect(await runHook(shell, commandOf(shell), report)).toEqual(quiet);
  }
  const lost = SHELLS.filter(([program]) => isInstalled(program)).length;
  await start();
  expect(await lostOf()).toMatchObject({ dropped: lost });
  const { findings } = await host.control('doctor.run', {});
  expect(findings.find(({ code }) => code === 'reports_lost')?.params).toMatchObject({ dropped: lost });

  // The hook of an input that stays open gives up, and its report arrives all the same.
  let attempts = 0;
  const open = WHOLE['a pipe that stays open']!;
  while (attempts < ATTEMPTS && !(await arrives(['dash'], commandOf(['dash']), 'open', open))) attempts += 1;
  expect(existsSync(bridges('lost'))).toBe(true);
  await expect.poll(async () => (await lostOf())?.dropped).toBe(lost + attempts);

  // The file does not grow for ever, and what is not a file of ours is left alone.
  await host.stop();
  writeFileSync(bridges('lost'), 'claude-code 1\n'.repeat(20_000));
  const before = readFileSync(bridges('lost'));
  for (const program of ['dash', 'bash'].filter(isInstalled)) {
    expect(await runHook([program], commandOf(['dash']), report)).toEqual(quiet);
  }
  expect(readFileSync(bridges('lost'))).toEqual(before);
  rmSync(bridges('lost'));
  spawnSync('mkfifo', [bridges('lost')]);
  expect(await runHook(['/bin/sh'], commandOf(['dash']), report)).toEqual(quiet);
  await start();
  expect(await lostOf()).toBeNull();
});

test('a terminal is no report, and stays as it is', async () => {
  const { runInTerminal } = await import('../../../test/support/terminal.ts');
  const script = join(home, 'in-terminal.sh');
  writeFileSync(script, `(${commandOf(['dash'])})\necho "status $?"\n`);
  chmodSync(script, 0o700);
  const answer = await runInTerminal(['/bin/sh', script], process.env);
  if ('missing' in answer) return console.warn(`Skipped: ${answer.missing}`);
  expect(answer.shown).toBe('status 0\r\n');
});
