import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureSentence } from '../../shared/words/failures.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';
import { withRepository } from '../git/repository.ts';
import { parseStatus } from './git-status.ts';

let host: RunningHost;
let token: string;
let root: string;
const START = Date.now() - 3_600_000;

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    stdio: 'pipe',
    env: { ...process.env, GIT_COMMITTER_DATE: new Date(START).toISOString() },
  });
/** Writes a file whose time is some seconds after the start. */
function write(path: string, seconds: number): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), String(seconds));
  utimesSync(join(root, path), START / 1000 + seconds, START / 1000 + seconds);
}
async function report(event: string, data: object, seconds: number, sessionId = 's1'): Promise<void> {
  const occurredAt = new Date(START + seconds * 1000).toISOString();
  const answer = await host.post(
    token,
    sampleEvent('Agent', { event, sessionId, occurredAt, data: { cwd: root, ...data } }),
  );
  expect(answer.status).toBe(202);
}
const changes = async () => {
  const { files } = await host.control('changes.list', { folder: join(root, 'src') });
  return Object.fromEntries(files.map(({ path, kind, verdict }) => [path, [kind, verdict]]));
};

beforeAll(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('Agent'));
  root = join(temporaryFolder(), 'a project');
  mkdirSync(join(root, 'src'), { recursive: true });
  execFileSync('git', ['init', '-q', root]);
  for (const name of [
    'edited.ts',
    'by-hand.ts',
    'built.ts',
    'again.ts',
    'gone.ts',
    'lost.ts',
    'rm.ts',
    'deep/a.ts',
    'old name.ts',
    'moved.ts',
  ]) {
    write(`src/${name}`, 0);
  }
  git('add', '-A');
  git('commit', '-qm', 'start');
});
afterAll(async () => {
  await host.remove();
  rmSync(join(root, '..'), { recursive: true, force: true });
});

test('each changed file is reported, named by a command, changed while one ran, or not reported', async () => {
  await report('session.started', { harness: 'test' }, 1);
  write('src/edited.ts', 10);
  await report('file.changed', { path: join(root, 'src/edited.ts'), changeType: 'modified' }, 11);
  await report('file.changed', { path: join(root, 'src/again.ts'), changeType: 'modified' }, 12);
  await report('command.before_run', { command: 'make' }, 100);
  write('src/built.ts', 130);
  write('dist/new file.js', 131);
  await report('prompt.submitted', { content: 'next' }, 160);
  write('src/by-hand.ts', 300);
  // The agent's report is of an earlier change.
  write('src/again.ts', 310);
  rmSync(join(root, 'src/gone.ts'));
  rmSync(join(root, 'src/lost.ts'));
  await report('file.changed', { path: join(root, 'src/gone.ts'), changeType: 'deleted' }, 320);
  renameSync(join(root, 'src/old name.ts'), join(root, 'src/new name.ts'));
  utimesSync(join(root, 'src/new name.ts'), START / 1000 + 330, START / 1000 + 330);
  await report('command.before_run', { command: `cd src && rm -rf d*p "rm.ts"` }, 340);
  rmSync(join(root, 'src/rm.ts'));
  rmSync(join(root, 'src/deep'), { recursive: true });
  await report('command.before_run', { command: 'node tools/generate.mjs --out=src/by-tool.ts' }, 400);
  write('src/by-tool.ts', 405);
  await report('prompt.submitted', { content: 'next' }, 410);
  // A rename keeps the time of the content.
  renameSync(join(root, 'src/moved.ts'), join(root, 'src/moved away.ts'));
  git('add', '-A', 'src/old name.ts', 'src/new name.ts', 'src/moved.ts', 'src/moved away.ts');
  const { path, previousPath } = {
    path: join(root, 'src/new name.ts'),
    previousPath: join(root, 'src/old name.ts'),
  };
  await report('file.changed', { path, previousPath, changeType: 'renamed' }, 331);

  expect(await changes()).toEqual({
    'src/edited.ts': ['modified', 'reported'],
    'src/again.ts': ['modified', 'not_reported'],
    'src/built.ts': ['modified', 'during_command'],
    'dist/new file.js': ['created', 'during_command'],
    'src/by-hand.ts': ['modified', 'not_reported'],
    'src/gone.ts': ['deleted', 'reported'],
    'src/lost.ts': ['deleted', 'during_command'],
    'src/rm.ts': ['deleted', 'named_by_command'],
    'src/deep/a.ts': ['deleted', 'named_by_command'],
    'src/by-tool.ts': ['created', 'named_by_command'],
    'src/new name.ts': ['renamed', 'reported'],
    'src/moved away.ts': ['renamed', 'during_command'],
  });
});

test('a command of another project explains nothing here', async () => {
  await report('command.before_run', { command: 'make', cwd: '/srv/other' }, 299, 's2');
  expect((await changes())['src/by-hand.ts']).toEqual(['modified', 'not_reported']);
});

test('a reading leaves the repository as it is', async () => {
  const index = () => {
    const { ino, mtimeMs, size } = statSync(join(root, '.git/index'));
    return { ino, mtimeMs, size };
  };
  const before = index();
  await changes();
  expect(index()).toEqual(before);
});

describe('a place that cannot be compared', () => {
  let outside: string;
  const sentenceFor = async (folder: string) => {
    const answer = await host.host.dispatch('changes.list', { folder });
    return answer.ok ? undefined : failureSentence(answer.error);
  };
  beforeAll(() => {
    outside = temporaryFolder();
  });
  afterAll(() => rmSync(outside, { recursive: true, force: true }));

  test('says what it is: no repository, a file, missing, relative, bare, damaged', async () => {
    const none =
      'This folder belongs to no git repository. Plinth compares files with the last commit of one.';
    const missing = 'There is no such file or folder. Give the full path of one that exists.';
    const bare = 'This git repository has no working files here. Name the folder of a working tree.';
    expect(await sentenceFor(outside)).toBe(none);
    expect(await sentenceFor(join(root, 'src/edited.ts'))).toBe(
      'This is a file. Name the folder that it is in.',
    );
    expect(await sentenceFor(join(outside, 'nowhere'))).toBe(missing);
    expect(await sentenceFor('src')).toBe(missing);
    execFileSync('git', ['init', '-q', '--bare', join(outside, 'bare.git')]);
    expect(await sentenceFor(join(outside, 'bare.git'))).toBe(bare);
    expect(await sentenceFor(join(root, '.git'))).toBe(bare);
    execFileSync('git', ['init', '-q', join(outside, 'damaged')]);
    writeFileSync(join(outside, 'damaged/.git/index'), 'no index');
    expect(await sentenceFor(join(outside, 'damaged'))).toBe(
      'Git could not list the changed files of this repository. Run git status there to see why.',
    );
  });

  test('a repository without a commit lists its files', async () => {
    execFileSync('git', ['init', '-q', join(outside, 'new')]);
    writeFileSync(join(outside, 'new/a.txt'), 'a');
    const { files } = await host.control('changes.list', { folder: join(outside, 'new') });
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([['a.txt', 'created']]);
  });

  test.skipIf(process.getuid?.() !== 0)('a repository of another user', async () => {
    const folder = join(outside, 'foreign');
    execFileSync('git', ['init', '-q', folder]);
    execFileSync('chown', ['-R', '65534', folder]);
    expect(await sentenceFor(folder)).toBe(
      'This repository belongs to another user, so git does not read it. If you trust it, run git status there: git names the setting that allows it.',
    );
  });

  test('a computer without git', async () => {
    const { PATH } = process.env;
    process.env.PATH = outside;
    try {
      await expect(withRepository(root, async () => {})).rejects.toThrow('git_missing');
    } finally {
      process.env.PATH = PATH;
    }
  });
});

test('the status of git is read to its last entry, with spaces, renames and conflicts', () => {
  const hash = 'a'.repeat(40);
  const output = [
    `1 .M N... 100644 100644 100644 ${hash} ${hash} one file.ts`,
    `2 R. N... 100644 100644 100644 ${hash} ${hash} R100 new.ts`,
    'old.ts',
    `u UU N... 100644 100644 100644 100644 ${hash} ${hash} ${hash} both sides.ts`,
    '? neu ä.txt',
    '! ignored.log',
    '',
  ].join('\0');
  expect(parseStatus(output)).toEqual([
    { path: 'one file.ts', kind: 'modified' },
    { path: 'new.ts', kind: 'renamed' },
    { path: 'both sides.ts', kind: 'modified' },
    { path: 'neu ä.txt', kind: 'created' },
  ]);
});
