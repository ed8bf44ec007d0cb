import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../electron/cli/all-commands.ts';
import { allCommands, commandTree } from '../../electron/cli/command-tree.ts';
import { ControlAccess } from '../../electron/cli/control-access.ts';
import { examplesOf } from '../../electron/cli/examples.ts';
import { acquireHostLock } from '../../electron/platform/host-lock.ts';
import { acquireHostMark } from '../../electron/platform/host-mark.ts';
import { runAll } from '../support/command-line.ts';
import { startHostProcess } from '../support/host-process.ts';
import { type Outcome, runCommands } from '../support/run-commands.ts';
import { sampleEvent, temporaryFolder } from '../support/running-host.ts';
import { canBeAnotherUser, STRANGER } from '../support/stranger.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

/** They start another program, or change the services of the user who runs the tests. */
const NOT_RUN = /^(?:acp|run|serve|service (?:install|restart|uninstall))$/;
/** They begin a record or change one. Every other command only looks. */
const CHANGING =
  /^(?:bridge (?:connect|disconnect|reconnect)|mirror (?:on|off)|receipts delete|recording (?:pause|resume)|repair|restore|retention run|token (?:generate|revoke|rotate)|uninstall)$/;
interface Command {
  name: string;
  path: readonly string[];
  words: string[];
  /** True if it only looks. */
  looks: boolean;
}

/** The words of an example, without what the shell does with its input and output. */
const wordsOf = (line: string): string[] =>
  line
    .replace(/ (?:[|>&<]|>>|\|\|) .*/, '')
    .match(/'[^']*'|\S+/g)!
    .slice(1)
    .map((word) => word.replaceAll("'", ''));

/** Every command of the program with its first example, as a dry run where it has one. */
const commands: Command[] = allCommands(commandTree(commandLine()))
  .filter((node) => node.commands.length === 0 && !NOT_RUN.test(node.path.join(' ')))
  .map(({ path, options }) => {
    const name = path.join(' ');
    const isDry = options.some(({ names }) => names.includes('--dry-run'));
    const words = wordsOf(examplesOf(path)[0]!.line).filter((word) => word !== '--follow' && word !== '-f');
    return {
      name,
      path,
      words: isDry && !words.includes('--dry-run') ? [...words, '--dry-run'] : words,
      looks: isDry || !CHANGING.test(name),
    };
  });

let intact: string;
let killed: string;
/** The folder in which the commands run. It has the copy that the example of `restore` names. */
let workFolder: string;

/** The copy in the example of `restore`. */
const [, RESTORED = ''] = commands.find(({ name }) => name === 'restore')!.words;

/** Makes two records: one that its host left in order, and one whose host was killed. */
beforeAll(async () => {
  intact = temporaryFolder();
  killed = temporaryFolder();
  for (const dataDir of [intact, killed]) {
    const host = await startHostProcess({ dataDir, env: { PLINTH_CONSOLE_PORT: 'off' } });
    const { token } = await host.control('integrations.generate', {
      name: 'one',
      permissions: ['events:write'],
    });
    const answer = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleEvent('one')),
    });
    expect(answer.status).toBe(202);
    await host.end(dataDir === intact ? 'SIGTERM' : 'SIGKILL');
  }
  workFolder = temporaryFolder();
  chmodSync(workFolder, 0o755);
  const [backup] = await runAll([['backup', RESTORED, '--data-dir', intact]], {
    env: environment(workFolder),
    cwd: workFolder,
  });
  expect(backup).toMatchObject({ status: 0 });
});
afterAll(() => {
  for (const folder of [intact, killed, workFolder]) rmSync(folder, { recursive: true, force: true });
});

/** Everything below a folder: its kind, mode, size and time. */
function listing(folder: string): string[] {
  const lines: string[] = [];
  const add = (path: string) => {
    const status = lstatSync(path);
    lines.push([path.slice(folder.length), status.mode, status.size, status.mtimeMs, status.ino].join(' '));
    if (status.isDirectory()) for (const name of readdirSync(path)) add(join(path, name));
  };
  add(folder);
  return lines;
}

interface Home {
  home: string;
  dataDir: string;
}

/** A home in which a test may break something. `as` names the user who owns it. */
function newHome(from?: string): Home {
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dataDir = join(home, '.local/share/plinth');
  mkdirSync(join(home, '.local/share'), { recursive: true });
  if (from !== undefined) cpSync(from, dataDir, { recursive: true, preserveTimestamps: true });
  return { home, dataDir };
}

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  user?: { uid: number; gid: number };
  only?: readonly Command[];
}

const environment = (home: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR,
  PLINTH_KEYCHAIN: 'off',
  PLINTH_CONSOLE_PORT: 'off',
  ...env,
});

/** Commands add it to their answer from the second minute after the host's end. */
const LATE = /^Plinth has not been running since .*\n/m;
const STACK = /^\s+at |unexpected error/m;
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** Runs all commands that only look. Expects an unchanged home and no stack. Returns what each printed. */
async function look(place: Home, options: RunOptions = {}): Promise<Outcome[]> {
  const only = options.only ?? commands.filter(({ looks }) => looks);
  const before = listing(place.home);
  const words = only.map((command) => command.words);
  const env = environment(place.home, options.env);
  // Another user needs a process of its own.
  const outcomes = await (options.user === undefined
    ? runAll(words, { env, cwd: workFolder })
    : runCommands(words, { cwd: workFolder, env, user: options.user }));
  expect(listing(place.home)).toEqual(before);
  expect(outcomes.map(({ words }) => words)).toEqual(only.map(({ words }) => words));
  for (const outcome of outcomes) {
    const { words, stdout, stderr } = outcome;
    expect(stdout + stderr, words.join(' ')).not.toMatch(STACK);
    outcome.stderr = stderr.replace(LATE, '');
  }
  return outcomes;
}

/** Commands that ask a record in different ways. */
const FEW = commands.filter(({ name }) =>
  /^(?:changes|doctor|receipts export|repair|token list|verify)$/.test(name),
);
/** `npm run test:long homes` runs every command in every home. Otherwise only the first home of a kind has all of them. */
const some = (isFirst: boolean): readonly Command[] =>
  isFirst || process.env.PLINTH_EVERY_COMMAND === '1' ? commands.filter(({ looks }) => looks) : FEW;

const nameOf = ({ words }: Outcome) =>
  commands.find(({ path }) => path.every((word, at) => word === words[at]))!.name;
const of = (outcomes: Outcome[], name: string) => outcomes.find((each) => nameOf(each) === name)!;

/** Expects that every command refuses with one sentence and this code. */
function expectRefused(outcomes: Outcome[], sentence: RegExp, except: RegExp, code = 3): void {
  for (const outcome of outcomes) {
    if (except.test(nameOf(outcome))) continue;
    const { status, stdout, stderr, words } = outcome;
    expect([status, stdout], `${words.join(' ')}: ${stderr}`).toEqual([code, '']);
    expect(linesOf(stderr), words.join(' ')).toEqual([expect.stringMatching(sentence)]);
  }
}

/** They answer without a record, or only ask the running host. */
const OTHERWISE =
  /^(?:bridge (?:connect|reconnect|disconnect|status|test)|completion|doctor|recover get|redact|service status|uninstall)$/;

const NO_RECORD = /^(?:There is no record in \S+: |Plinth is not running for )/;
const UNREADABLE = (why: string) => new RegExp(`^(?:\\S.*${why}|Plinth is not running for )`);

/** Gives a home to the other user. */
function giveAway(path: string): void {
  lchownSync(path, STRANGER.uid, STRANGER.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

describe('a home without a record', () => {
  test('stays as it is where a restoration has no source', async () => {
    const restore = (...words: string[]): Command => ({
      ...{ name: 'restore', path: ['restore'], words: ['restore', ...words], looks: true },
    });
    const outcomes = await look(newHome(), { only: [restore(), restore('/no/such/file', '--yes')] });
    expect(outcomes.map(({ status, stderr }) => [status, linesOf(stderr)])).toEqual([
      [3, [expect.stringMatching(NO_RECORD)]],
      [1, [expect.stringMatching(/^There is no such file or folder\. /)]],
    ]);
  });

  test.each<[string, (place: Home) => unknown]>([
    ['whose folder is missing', () => {}],
    ['whose folder is empty', ({ dataDir }) => void mkdirSync(dataDir)],
    [
      'with only a log, a lock and an old runtime file',
      ({ dataDir }) => {
        mkdirSync(join(dataDir, 'logs'), { recursive: true });
        for (const name of ['host.lock', 'runtime.json', 'control.sock'])
          writeFileSync(join(dataDir, name), '');
      },
    ],
    [
      'whose runtime file names a host, and whose record was deleted',
      ({ dataDir }) => {
        mkdirSync(dataDir);
        cpSync(join(killed, 'runtime.json'), join(dataDir, 'runtime.json'));
      },
    ],
    ['that does not exist', ({ home }) => ({ HOME: join(home, 'missing/home') })],
    [
      'with odd folders in the variables',
      () => ({ XDG_DATA_HOME: 'relative', XDG_CACHE_HOME: '', PLINTH_DATA_DIR: '' }),
    ],
    ['with a relative data directory', () => ({ PLINTH_DATA_DIR: 'some/where' })],
  ])('%s', async (name, breakIt) => {
    const place = newHome();
    const env = (breakIt(place) ?? {}) as NodeJS.ProcessEnv;
    const only = some(name === 'whose folder is missing');
    const outcomes = await look(place, { env, only });
    expectRefused(outcomes, NO_RECORD, OTHERWISE);
    if (only !== FEW) {
      for (const command of ['bridge connect', 'bridge status', 'doctor', 'uninstall', 'completion'])
        expect(of(outcomes, command), command).toMatchObject({
          status: 0,
          stderr: command === 'bridge connect' ? expect.anything() : '',
        });
      expect(of(outcomes, 'bridge connect').stdout).toContain('+++ ');
    }
    expect(of(outcomes, 'doctor')).toMatchObject({ status: 0, stderr: '' });
    expect(of(outcomes, 'doctor').stdout).toContain('There is no data directory yet');
  });
});

describe('a record that cannot be read', () => {
  const inFile = (name: string, content: string) => (place: Home) =>
    writeFileSync(join(place.dataDir, name), content);
  const without =
    (...names: string[]) =>
    (place: Home) => {
      for (const name of names) rmSync(join(place.dataDir, name), { force: true });
    };
  const asFolder = (name: string) => (place: Home) => {
    without(name)(place);
    mkdirSync(join(place.dataDir, name));
  };
  const asPipe = (name: string) => (place: Home) => {
    without(name)(place);
    spawnSync('mkfifo', [join(place.dataDir, name)]);
  };
  test.each<[string, (place: Home) => void, RegExp]>([
    ['without its store', without('receipts.db'), UNREADABLE('has no receipts.db: ')],
    ['without its settings', without('settings.json'), UNREADABLE('has no settings.json: ')],
    [
      'with damaged settings',
      inFile('settings.json', '{"version": 1'),
      UNREADABLE('cannot read settings.json'),
    ],
    ['with settings of another kind', inFile('settings.json', '[]'), UNREADABLE('cannot read settings.json')],
    [
      'with settings of a newer version',
      inFile('settings.json', '{"version": 99}'),
      UNREADABLE('settings were written by a newer Plinth'),
    ],
    [
      'with a folder in the place of its settings',
      asFolder('settings.json'),
      UNREADABLE('is not a file of Plinth'),
    ],
    [
      'with a folder in the place of its store',
      asFolder('receipts.db'),
      UNREADABLE('is not a file of Plinth'),
    ],
    ['with a pipe in the place of its key', asPipe('vault.key'), UNREADABLE('is not a file of Plinth')],
    [
      'whose folder is a file',
      ({ dataDir }) => {
        rmSync(dataDir, { recursive: true });
        writeFileSync(dataDir, '');
      },
      UNREADABLE('is not a folder'),
    ],
    [
      'whose folder is a link that leads nowhere',
      ({ dataDir }) => {
        rmSync(dataDir, { recursive: true });
        symlinkSync(join(dataDir, '../elsewhere'), dataDir);
      },
      UNREADABLE('is not a folder'),
    ],
    [
      'whose folder is a link to itself',
      ({ dataDir }) => {
        rmSync(dataDir, { recursive: true });
        symlinkSync('plinth', dataDir);
      },
      UNREADABLE('is not a folder'),
    ],
  ])('%s', async (name, breakIt, sentence) => {
    const place = newHome(intact);
    breakIt(place);
    const outcomes = await look(place, { only: some(name === 'without its settings') });
    // A repair reads the store without its settings.
    expectRefused(outcomes, sentence, new RegExp(`${OTHERWISE.source}|^repair$`));
    expect(of(outcomes, 'doctor').status).toBe(1);
  });

  test.skipIf(!canBeAnotherUser).each<[string, (dataDir: string) => void]>([
    ['whose folder is closed', (dataDir) => chmodSync(dataDir, 0)],
    ['whose folder above is closed', (dataDir) => chmodSync(join(dataDir, '..'), 0)],
    ['whose store is closed', (dataDir) => chmodSync(join(dataDir, 'receipts.db'), 0)],
    ['that belongs to root', (dataDir) => chownSync(dataDir, 0, 0)],
  ])('%s', async (name, breakIt) => {
    const place = newHome(intact);
    giveAway(place.home);
    breakIt(place.dataDir);
    const outcomes = await look(place, { only: some(name === 'whose folder is closed'), user: STRANGER });
    expectRefused(
      outcomes,
      UNREADABLE('(?:may not use|belongs to another|cannot read)'),
      new RegExp(`${OTHERWISE.source}|^repair$`),
    );
    expect(of(outcomes, 'doctor').status).toBe(1);
  });
});

test.each([
  ['damaged', 'x'.repeat(8192)],
  ['empty', ''],
])('an %s store is refused, and “plinth repair” says what it is', async (_name, content) => {
  const place = newHome(intact);
  writeFileSync(join(place.dataDir, 'receipts.db'), content);
  const outcomes = await look(place, { only: FEW });
  expectRefused(
    outcomes,
    /cannot read receipts\.db in \S+, and has not changed it\. .*: plinth repair --dry-run$/,
    /^(?:doctor|repair)$/,
  );
  for (const name of ['doctor', 'repair'])
    expect(of(outcomes, name)).toMatchObject({ status: 1, stderr: '' });
});

describe('a record that can be read', () => {
  /** A dry run of a restoration prepares a copy beside the record, under the lock. */
  const reading = commands.filter(({ looks, name }) => looks && name !== 'restore');

  test('although its host was killed, is shown completely and stays as it is', async () => {
    const outcomes = await look(newHome(killed), { only: reading });
    expect(of(outcomes, 'receipts export')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Explain this function'),
      stderr: '',
    });
    expect(of(outcomes, 'token list').stdout).toContain('one');
    expect(of(outcomes, 'verify').status).toBe(0);
  });

  test.skipIf(!canBeAnotherUser)('in files that nobody may write, is shown', async () => {
    for (const from of [intact, killed]) {
      const place = newHome(from);
      giveAway(place.home);
      for (const name of [...readdirSync(place.dataDir), '.']) chmodSync(join(place.dataDir, name), 0o500);
      const outcomes = await look(place, { only: FEW, user: STRANGER });
      expect(of(outcomes, 'receipts export').stdout).toContain('Explain this function');
    }
  });

  test('without its key, is shown, and the doctor tells it', async () => {
    const place = newHome(intact);
    rmSync(join(place.dataDir, 'vault.key'));
    const outcomes = await look(place, { only: FEW });
    expect(of(outcomes, 'receipts export').stdout).toContain('Explain this function');
    expect(of(outcomes, 'doctor').stdout).toContain('The key of earlier receipts');
  });

  test('is read by several commands at once, also while another process holds the lock', async () => {
    const { dataDir } = newHome(killed);
    const lock = acquireHostLock(dataDir)!;
    onTestFinished(() => lock.release());
    const read = async () => {
      const access = new ControlAccess({ dataDir });
      try {
        return await access.call('receipts.count', {});
      } finally {
        await access.close();
      }
    };
    const answers = await Promise.all(Array.from({ length: 3 }, read));
    expect(answers).toEqual(Array(3).fill({ count: 1 }));
  });

  test('is read again when another process writes meanwhile', async () => {
    const { dataDir } = newHome(killed);
    const access = new ControlAccess({ dataDir });
    onTestFinished(() => access.close());
    expect(await access.call('receipts.count', {})).toEqual({ count: 1 });
    const writer = new ControlAccess({ dataDir });
    const scope = { everything: true } as const;
    expect(await writer.call('receipts.delete', { scope })).toMatchObject({ receipts: 1 });
    await writer.close();
    expect(await access.call('receipts.count', {})).toEqual({ count: 0 });
  });
});

test.skipIf(process.platform === 'win32')(
  'a folder that a running host has lost stays lost after a look',
  async () => {
    const place = newHome();
    const mark = acquireHostMark(place.dataDir)!;
    onTestFinished(() => mark.release());
    const outcomes = await look(place, { only: some(false) });
    expectRefused(
      outcomes,
      /^(?:A running Plinth keeps its record in |Plinth is not running for )/,
      OTHERWISE,
    );
    expect(of(outcomes, 'doctor')).toMatchObject({ status: 1 });
  },
);

describe.skipIf(!canBeAnotherUser)('root in the home of another user', () => {
  test('gets one sentence from every command but redact, and leaves no file there', async () => {
    const place = newHome();
    giveAway(place.home);
    const only = commands.map((each) => ({ ...each, words: each.words.filter((word) => word !== '--json') }));
    const outcomes = await look(place, { only });
    expect(outcomes).toHaveLength(commands.length);
    expectRefused(
      outcomes,
      /^Plinth does not run as root in \S+, which belongs to another user\. /,
      /^redact$/,
      1,
    );
  });

  test('cannot start a host or a command there, and gets the help and the version', async () => {
    const { home } = newHome();
    giveAway(home);
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [plinth, ...words], { encoding: 'utf8', env: environment(home) });
    for (const words of [['serve'], ['run', '--', 'true'], ['acp', '--', 'true'], ['service', 'install']])
      expect(run(...words)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('does not run as root'),
      });
    for (const word of ['--help', '--version']) expect(run(word)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(home, { recursive: true })).toEqual(['.local', '.local/share']);
  });
});

describe.skipIf(process.platform === 'win32')('a command in odd surroundings', () => {
  /** Runs a command by a shell, which prepares its surroundings. */
  const inShell = (script: string) => {
    const { home } = newHome();
    const run = spawnSync('/bin/sh', ['-c', script, 'sh', process.execPath, plinth], {
      cwd: home,
      encoding: 'utf8',
      env: environment(home),
    });
    expect(run.stdout + run.stderr, script).not.toMatch(STACK);
    expect(listing(home).filter((line) => !line.startsWith('/gone'))).toHaveLength(3);
    return run;
  };
  const full = existsSync('/dev/full') ? ['"$@" completion bash > /dev/full'] : [];

  test.each([
    ['mkdir gone; cd gone; rmdir ../gone; "$@" status', 3],
    ['mkdir gone; cd gone; rmdir ../gone; "$@" --data-dir x status', 1],
    ['mkdir gone; cd gone; rmdir ../gone; "$@" changes', 1],
    ['"$@" status >&- 2>&-', 3],
    ['"$@" status <&-', 3],
    ['"$@" completion bash | head -c 1 >/dev/null; exit 0', 0],
    ...full.map((script) => [script, 1]),
    ['"$@" receipts show "$(printf \'\\377\\001\')"', 1],
    ['"$@" "$(printf \'\\377\\001\')"', 2],
  ] as [string, number][])('%s', (script, status) => {
    const run = inShell(script);
    expect(run.status, run.stderr).toBe(status);
    expect(linesOf(run.stderr).length).toBeLessThanOrEqual(1);
  });
});
