import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCopies, LossKit, sha256 } from '../../test/support/loss-kit.ts';

let kit: LossKit;
const git = (...args: string[]) => kit.git(...args);
const write = (path: string, content: string, ofPath?: string) => kit.write(path, content, ofPath);

beforeEach(() => {
  kit = new LossKit();
});
afterEach(() => kit.remove());

/** Each way to lose a file, with the sources that must have its content. */
const LOSSES: Record<string, [lose: () => void, sources: string[]]> = {
  'committed and deleted': [
    () => {
      write('a.txt', 'lost');
      git('add', '-A');
      git('commit', '-qm', 'a');
      rmSync(join(kit.root, 'a.txt'));
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
      rmSync(join(kit.root, 'a.txt'));
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
      renameSync(join(kit.root, 'kept.txt'), join(kit.root, 'a.txt'));
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
      git('worktree', 'add', '-q', '--detach', join(kit.folder, 'tree'));
      write(join(kit.folder, 'tree/a.txt'), 'lost');
      kit.had('a.txt', 'lost');
      kit.commit('a', join(kit.folder, 'tree'));
    },
    ['git_commit version'],
  ],
  'moved to the trash': [
    () => {
      write('a.txt', 'lost');
      kit.trash('a.txt', 'a b.2.txt');
    },
    ['trash version'],
  ],
  'in the history of an editor': [
    () => kit.editorHistory('a.txt', 'lost', '.config/Cursor'),
    ['editor_history version'],
  ],
  'with a backup beside it': [() => write('a.txt~', 'lost', 'a.txt'), ['backup_file version']],
  'in the history of an agent': [
    () => {
      const name = sha256(join(kit.root, 'a.txt')).slice(0, 16);
      write(join(kit.home, `.claude/file-history/5f0c/${name}@v2`), 'lost', 'a.txt');
    },
    ['agent_history version'],
  ],
};

/** Returns the source and kind of each copy with this content. No version has a content that its path never had. */
const sourcesOf = async (path: string, content: string) => {
  const { copies } = await findCopies(join(kit.root, path));
  expect(kit.wrong(copies)).toEqual([]);
  const found = copies.filter((copy) => copy.sha256 === sha256(content));
  return found.map(({ source, kind }) => `${source} ${kind}`);
};

/** The trash of desktops, which Windows has in another form (trash.test.ts). */
const OF_DESKTOPS = 'moved to the trash';
const possible = Object.keys(LOSSES).filter((name) => process.platform !== 'win32' || name !== OF_DESKTOPS);

describe('a file that was', () => {
  test.each(possible)('%s', async (name) => {
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
    rmSync(join(kit.root, 'src'), { recursive: true });
    const { copies, isThere } = await findCopies(join(kit.root, 'src'));
    expect(isThere).toBe(false);
    const paths = new Set(copies.map(({ path }) => path));
    expect([...paths].sort()).toEqual([join(kit.root, 'src/b.ts'), join(kit.root, 'src/deep/a.ts')]);
  });

  test('in a folder that is there is listed without what is there now', async () => {
    kit.write('src/a.ts', 'first');
    kit.commit('first');
    kit.write('src/a.ts', 'second');
    kit.write('src/b.ts', 'b');
    kit.commit('second');
    kit.write('src/a.ts', 'lost');
    kit.git('add', '-A');
    kit.git('reset', '-q', '--hard');
    const { copies, notes } = await findCopies(kit.at('src'));
    expect(kit.wrong(copies)).toEqual([]);
    expect(copies.map((copy) => [copy.kind, copy.sha256])).toEqual([
      ['version', sha256('first')],
      ['may_be', sha256('lost')],
    ]);
    expect(notes).toContainEqual({ note: 'present_left_out' });
    const named = (await findCopies(kit.at('src/b.ts'))).copies.filter(({ kind }) => kind === 'version');
    expect(named).toHaveLength(2);
  });

  test('never in a repository leaves no version under its path', async () => {
    write('other.txt', 'other');
    git('add', '-A');
    git('commit', '-qm', 'other');
    const { copies, places } = await findCopies(join(kit.root, 'a.txt'));
    expect(copies).toEqual([]);
    expect(places).toBeGreaterThan(4);
  });
});

test('the repository stays as it is, and runs nothing', async () => {
  write('a.txt', 'lost');
  git('add', '-A');
  const script = write(join(kit.folder, 'program'), `#!/bin/sh\n: > '${kit.folder}/ran'\ncat\n`);
  chmodSync(script, 0o700);
  // A backslash begins an escape in git's configuration.
  const program = script.replaceAll('\\', '/');
  write('.gitattributes', '* filter=evil diff=evil\n');
  const config = join(kit.root, '.git/config');
  writeFileSync(
    config,
    `${readFileSync(config, 'utf8')}[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}\n[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n`,
  );
  const before = statSync(join(kit.root, '.git/index')).mtimeMs;
  const { copies } = await findCopies(join(kit.root, 'a.txt'));
  expect(copies.map(({ source }) => source)).toEqual(['git_index']);
  expect(existsSync(join(kit.folder, 'ran'))).toBe(false);
  expect(statSync(join(kit.root, '.git/index')).mtimeMs).toBe(before);
  expect(existsSync(join(kit.root, '.git/lost-found'))).toBe(false);
});

test('a link in a source is not followed', async () => {
  const secret = write(join(kit.folder, 'secret'), 'secret of another folder');
  symlinkSync(secret, join(kit.root, 'a.txt~'));
  mkdirSync(join(kit.folder, 'home/.local/share/Trash/info'), { recursive: true });
  mkdirSync(join(kit.folder, 'home/.local/share/Trash/files'));
  symlinkSync(kit.folder, join(kit.folder, 'home/.local/share/Trash/files/a'));
  write(join(kit.folder, 'home/.local/share/Trash/info/a.trashinfo'), `[Trash Info]\nPath=${kit.root}\n`);
  const { copies, unread } = await findCopies(join(kit.root, 'secret'));
  expect(copies).toEqual([]);
  expect(unread).toBe(1);
  expect((await findCopies(join(kit.root, 'a.txt'))).copies).toEqual([]);
});
