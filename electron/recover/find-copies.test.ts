import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { withCopies } from './find-copies.ts';

let folder: string;
let root: string;
const { HOME } = process.env;

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
function write(path: string, content: string): string {
  const file = path.startsWith('/') ? path : join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
/** Returns what both parts of a search find. */
const findCopies = (path: string, lostAt?: number) =>
  withCopies(path, lostAt, async ({ isThere, look }) => {
    const [named, unnamed] = [await look('named'), await look('unnamed')];
    return {
      isThere,
      copies: [...named.copies, ...unnamed.copies],
      places: named.places + unnamed.places,
      unread: named.unread + unnamed.unread,
    };
  });
/** Returns the source and kind of each copy with this content. */
const sourcesOf = async (path: string, content: string) => {
  const { copies } = await findCopies(join(root, path));
  const sha256 = createHash('sha256').update(content).digest('hex');
  return copies.filter((copy) => copy.sha256 === sha256).map(({ source, kind }) => `${source} ${kind}`);
};

beforeEach(() => {
  folder = realpathSync(temporaryFolder());
  process.env.HOME = join(folder, 'home');
  root = join(folder, 'home/project');
  mkdirSync(root, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', root]);
  write('kept.txt', 'kept');
  git('add', '-A');
  git('commit', '-qm', 'start');
});
afterEach(() => {
  process.env.HOME = HOME;
  rmSync(folder, { recursive: true, force: true });
});

/** Each way to lose a file, with the sources that must have its content. */
const LOSSES: Record<string, [lose: () => void, sources: string[]]> = {
  'committed and deleted': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      rmSync(join(root, 'a.txt'));
    },
    ['git_commit version', 'git_index version'],
  ],
  'committed, and overwritten by a later commit': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      write('a.txt', 'newer');
      git('commit', '-qam', 'b');
    },
    ['git_commit version'],
  ],
  'only added to the index': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      rmSync(join(root, 'a.txt'));
    },
    ['git_index version'],
  ],
  'added, and overwritten in the index': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      write('a.txt', 'newer');
      git('add', '-A');
    },
    ['git_unreachable may_be'],
  ],
  'stashed and forgotten': [
    () => {
      write('kept.txt', 'lost');
      git('stash');
      renameSync(join(root, 'kept.txt'), join(root, 'a.txt'));
    },
    [],
  ],
  'untracked, stashed with all files': [
    () => {
      write('a.txt', 'lost');
      git('stash', '-u');
    },
    ['git_stash version'],
  ],
  'stashed, and the stash dropped': [
    () => {
      write('a.txt', 'lost');
      git('stash', '-u');
      git('stash', 'drop');
    },
    ['git_unreachable version'],
  ],
  'committed, and the commit reset': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      git('reset', '-q', '--hard', 'HEAD~1');
    },
    ['git_reflog version'],
  ],
  'committed on a branch that was deleted': [
    () => {
      git('checkout', '-qb', 'other');
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      git('checkout', '-q', 'main');
      git('branch', '-D', 'other');
    },
    ['git_reflog version'],
  ],
  'committed on another branch': [
    () => {
      git('checkout', '-qb', 'other');
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      git('checkout', '-q', 'main');
      git('pack-refs', '--all');
    },
    ['git_commit version'],
  ],
  'committed in another working tree': [
    () => {
      git('worktree', 'add', '-q', '--detach', join(folder, 'tree'));
      writeFileSync(join(folder, 'tree/a.txt'), 'lost');
      git('-C', join(folder, 'tree'), 'add', '-A');
      git('-C', join(folder, 'tree'), 'commit', '-qm', 'a');
    },
    ['git_commit version'],
  ],
  'moved to the trash': [
    () => {
      const file = write('a b.txt', 'lost');
      const trash = join(folder, 'home/.local/share/Trash');
      write(
        join(trash, 'info/a b.2.txt.trashinfo'),
        `[Trash Info]\nPath=${encodeURI(join(root, 'a.txt'))}\nDeletionDate=2026-01-02T03:04:05\n`,
      );
      mkdirSync(join(trash, 'files'));
      renameSync(file, join(trash, 'files/a b.2.txt'));
    },
    ['trash version'],
  ],
  'in the history of an editor': [
    () => {
      const history = join(folder, 'home/.config/Cursor/User/History/-1a2b');
      const resource = pathToFileURL(join(root, 'a.txt')).href;
      write(
        join(history, 'entries.json'),
        JSON.stringify({ version: 1, resource, entries: [{ id: 'x1.txt', timestamp: 1_760_000_000_000 }] }),
      );
      write(join(history, 'x1.txt'), 'lost');
    },
    ['editor_history version'],
  ],
  'with a backup beside it': [() => write('a.txt~', 'lost'), ['backup_file version']],
  'in the history of an agent': [
    () => {
      const name = createHash('sha256').update(join(root, 'a.txt')).digest('hex').slice(0, 16);
      write(join(folder, `home/.claude/file-history/5f0c/${name}@v2`), 'lost');
    },
    ['agent_history version'],
  ],
};

describe.skipIf(process.platform === 'win32')('a file that was', () => {
  test.each(Object.keys(LOSSES))('%s', async (name) => {
    const [lose, sources] = LOSSES[name]!;
    lose();
    expect((await sourcesOf('a.txt', 'lost')).sort()).toEqual(sources.toSorted());
  });

  test.skipIf(process.platform !== 'linux')('deleted while a program has it open', async () => {
    const file = write('a.txt', 'lost');
    const tail = spawn('tail', ['-f', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(tail.stdout, 'data');
    rmSync(file);
    expect(await sourcesOf('a.txt', 'lost')).toEqual(['open_file version']);
    tail.kill();
    await once(tail, 'exit');
  });

  test('below a folder that is gone is listed by its own path', async () => {
    write('src/deep/a.ts', 'a');
    write('src/b.ts', 'b');
    git('add', '-A');
    git('commit', '-qm', 'src');
    rmSync(join(root, 'src'), { recursive: true });
    const { copies, isThere } = await findCopies(join(root, 'src'));
    expect(isThere).toBe(false);
    const paths = new Set(copies.map(({ path }) => path));
    expect([...paths].sort()).toEqual([join(root, 'src/b.ts'), join(root, 'src/deep/a.ts')]);
  });

  test('never in a repository leaves no version under its path', async () => {
    write('other.txt', 'other');
    git('add', '-A');
    git('commit', '-qm', 'other');
    const { copies, places } = await findCopies(join(root, 'a.txt'));
    expect(copies).toEqual([]);
    expect(places).toBeGreaterThan(4);
  });
});

test('the repository stays as it is, and runs nothing', async () => {
  write('a.txt', 'lost');
  git('add', '-A');
  const program = write(join(folder, 'program'), `#!/bin/sh\n: > '${folder}/ran'\ncat\n`);
  chmodSync(program, 0o700);
  write('.gitattributes', '* filter=evil diff=evil\n');
  const config = join(root, '.git/config');
  writeFileSync(
    config,
    `${readFileSync(config, 'utf8')}[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}\n[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n`,
  );
  const before = statSync(join(root, '.git/index')).mtimeMs;
  const { copies } = await findCopies(join(root, 'a.txt'));
  expect(copies.map(({ source }) => source)).toEqual(['git_index']);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
  expect(statSync(join(root, '.git/index')).mtimeMs).toBe(before);
  expect(existsSync(join(root, '.git/lost-found'))).toBe(false);
});

test('a link in a source is not followed', async () => {
  const secret = write(join(folder, 'secret'), 'secret of another folder');
  symlinkSync(secret, join(root, 'a.txt~'));
  mkdirSync(join(folder, 'home/.local/share/Trash/info'), { recursive: true });
  mkdirSync(join(folder, 'home/.local/share/Trash/files'));
  symlinkSync(folder, join(folder, 'home/.local/share/Trash/files/a'));
  write(join(folder, 'home/.local/share/Trash/info/a.trashinfo'), `[Trash Info]\nPath=${root}\n`);
  const { copies, unread } = await findCopies(join(root, 'secret'));
  expect(copies).toEqual([]);
  expect(unread).toBe(1);
  expect((await findCopies(join(root, 'a.txt'))).copies).toEqual([]);
});
