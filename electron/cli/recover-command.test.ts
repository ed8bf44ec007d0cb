import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECOVER_FIRST } from '../../shared/words/recover.ts';
import { runCommand } from '../../test/support/command-line.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

let home: string;
let root: string;
const recover = (...words: string[]) =>
  runCommand(['recover', ...words], {
    cwd: root,
    env: { ...process.env, HOME: home, PLINTH_DATA_DIR: join(home, 'none') },
  });

beforeAll(() => {
  home = realpathSync(temporaryFolder());
  root = join(home, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      stdio: 'pipe',
    });
  git('init', '-q');
  for (const [content, message] of [
    ['first\n', 'a'],
    ['second\n', 'b'],
  ] as const) {
    writeFileSync(join(root, 'src/app.ts'), content);
    git('add', '-A');
    git('commit', '-qm', message);
  }
  rmSync(join(root, 'src/app.ts'));
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

test('copies are listed without a host and a record, under what to do first', async () => {
  const { status, stdout, stderr } = await recover('src/app.ts');
  expect([status, stderr.includes(RECOVER_FIRST[0])]).toEqual([0, true]);
  expect(stderr).toContain('nothing is there now');
  expect(stdout).toMatch(/a version of \S*src[\\/]app\.ts +git index/);
  expect(stdout.match(/git commit/g)).toHaveLength(2);
  const { paths } = JSON.parse((await recover('src/app.ts', '--json')).stdout);
  expect(paths[0].copies.map(({ bytes }: { bytes: number }) => bytes).sort()).toEqual([6, 7, 7]);
  expect(readdirSync(home)).toEqual(['project']);
});

test('a copy is written beside its original, once, for this user alone', async () => {
  const { paths } = JSON.parse((await recover('src/app.ts', '--json')).stdout);
  const first = paths[0].copies.findIndex(({ bytes }: { bytes: number }) => bytes === 6) + 1;
  expect((await recover('get', String(first), 'src/app.ts')).status).toBe(0);
  const target = join(root, 'src/app.ts.recovered');
  expect(readFileSync(target, 'utf8')).toBe('first\n');
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600);
  const again = await recover('get', String(first), 'src/app.ts');
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('is there already') });
  expect((await recover('get', '99', 'src/app.ts')).status).toBe(1);
  rmSync(target);
});

test.skipIf(process.platform === 'win32')('no copy is written through a link', async () => {
  const outside = join(home, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(root, 'link'));
  const { status, stderr } = await recover('get', '1', 'src/app.ts', '--to', 'link/app.ts');
  expect([status, stderr]).toEqual([1, expect.stringContaining('is a link')]);
  symlinkSync(join(outside, 'x'), join(root, 'src/app.ts.recovered'));
  expect((await recover('get', '1', 'src/app.ts')).status).toBe(1);
  expect(readdirSync(outside)).toEqual([]);
  rmSync(join(root, 'src/app.ts.recovered'));
});

test('all copies go to a new folder with a list', async () => {
  const folder = join(home, 'found');
  expect((await recover('src', '--write', folder)).status).toBe(0);
  const names = readdirSync(folder).sort();
  expect(names).toEqual(
    ['1-app.ts', '2-app.ts', '3-app.ts', 'list.jsonl'].filter((name) => names.includes(name)),
  );
  const lines = readFileSync(join(folder, 'list.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(lines.map(() => join(root, 'src/app.ts')));
  expect((await recover('src', '--write', folder)).status).toBe(1);
});

test('without a path, it lists what agents reported as lost, and opens nothing', async () => {
  const host: RunningHost = await startTestHost();
  try {
    const { token } = await host.generateToken('Agent');
    const report = async (command: string) => {
      const event = { event: 'command.before_run', sessionId: 's', data: { command, cwd: root } };
      expect((await host.post(token, sampleEvent('Agent', event))).status).toBe(202);
    };
    writeFileSync(join(root, 'here.txt'), '');
    await report('rm -rf src/app.ts "$DIR/x" && git reset --hard');
    await report('node clean.js && ssh host ./clean.sh');
    await report('ssh host rm -rf away.txt');
    await report('echo a > here.txt; rm build/*.o; echo "rm nothing.txt"');
    await expect
      .poll(async () => (await host.control('receipts.count', { filter: { notable: 'deletes' } })).count, {
        timeout: 60_000,
      })
      .toBe(2);
    const { stdout } = await runCommand(['recover', '--json'], {
      env: { ...process.env, HOME: home, PLINTH_DATA_DIR: host.dataDir },
    });
    expect(JSON.parse(stdout)).toMatchObject({ isCut: false, scripts: 1 });
    const lost = JSON.parse(stdout).lost as { path: string; kind: string; isThere: boolean | null }[];
    // Paths of commands have slashes everywhere, and the folder of an agent has those of its system. On Windows the temporary
    // folder is in the home folder, which is `~`.
    const told = lost.map(({ path, kind, isThere }) => [
      path.replaceAll('\\', '/').replace(/^.*\/project(?=\/|$)/, 'ROOT'),
      kind,
      isThere,
    ]);
    expect(told.sort()).toEqual(
      [
        ['$DIR/x', 'deletes', null],
        ['ROOT', 'discards_work', true],
        ['ROOT/build/*.o', 'deletes', null],
        ['ROOT/here.txt', 'overwrites', true],
        ['ROOT/src/app.ts', 'deletes', false],
      ].sort(),
    );
  } finally {
    await host.remove();
  }
});
