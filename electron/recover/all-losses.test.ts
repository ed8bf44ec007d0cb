import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { findCopies, LossKit, sha256 } from '../../test/support/loss-kit.ts';

/*
 * Losses in real repositories and folders. `npm test` has those of find-copies.test.ts, and `npm run test:long recover` these.
 */

const LARGE_BYTES = 5_000_000;
const TOO_LARGE_BYTES = 25 * 1_048_576;

let kit: LossKit;
afterEach(() => kit.remove());

/** Loses `a.txt`, or the path that it returns, whose last content was `lost`. Then these sources must have it. */
type Loss = [lose: (kit: LossKit) => string | undefined, sources: string[], init?: string[]];

/** An agent's repository beside the project, with its files in a commit. */
function shadow({ gitIn, root, home }: LossKit, gitDir: string, ...args: string[]): string {
  const folder = join(home, gitDir);
  mkdirSync(folder, { recursive: true });
  gitIn(root, '--git-dir', folder, '--work-tree', root, 'init', '-q', ...args);
  const inShadow = (...words: string[]) => gitIn(root, '--git-dir', folder, '--work-tree', root, ...words);
  inShadow('add', 'a.txt');
  inShadow('commit', '-qm', 'checkpoint');
  return folder;
}

const LOSSES: Record<string, Loss> = {
  'ignored, with an editor’s history': [
    ({ write, commit, editorHistory, delete: remove }) => {
      write('.gitignore', 'a.txt\n');
      commit('ignore');
      write('a.txt', 'lost');
      editorHistory('a.txt', 'lost');
      remove('a.txt');
    },
    ['editor_history version'],
  ],
  'ignored, and nowhere else': [
    ({ write, commit, delete: remove }) => {
      write('.gitignore', 'a.txt\n');
      commit('ignore');
      write('a.txt', 'lost');
      remove('a.txt');
    },
    [],
  ],
  'renamed, and deleted under its new name': [
    ({ write, commit, git, had, delete: remove }) => {
      write('old.txt', 'lost');
      commit('old');
      git('mv', 'old.txt', 'a.txt');
      had('a.txt', 'lost');
      remove('a.txt');
    },
    ['git_index version'],
  ],
  'renamed, and asked for by its old name': [
    ({ write, commit, git, had }) => {
      write('a.txt', 'lost');
      commit('old');
      git('mv', 'a.txt', 'new.txt');
      had('new.txt', 'lost');
      commit('new');
    },
    ['git_commit version'],
  ],
  'overwritten twice': [
    ({ write, commit }) => {
      write('a.txt', 'lost');
      commit('a');
      for (const content of ['second', 'third']) {
        write('a.txt', content);
        commit(content);
      }
    },
    ['git_commit version'],
  ],
  'unstaged, and cleaned away': [
    ({ write, git }) => {
      write('a.txt', 'lost');
      git('add', 'a.txt');
      git('reset', '-q');
      git('clean', '-fdq');
    },
    ['git_unreachable may_be'],
  ],
  'untracked in a folder that was cleaned away, with a history': [
    ({ write, git, editorHistory }) => {
      write('deep/er/a.txt', 'lost');
      editorHistory('deep/er/a.txt', 'lost', '.config/Windsurf');
      git('clean', '-fdq');
      return 'deep/er/a.txt';
    },
    ['editor_history version'],
  ],
  'staged, and reset --hard': [
    ({ write, git, commit }) => {
      write('a.txt', 'old');
      commit('a');
      write('a.txt', 'lost');
      git('add', 'a.txt');
      git('reset', '-q', '--hard');
    },
    ['git_unreachable may_be'],
  ],
  'changed, and checked out again': [
    ({ write, git, commit, editorHistory }) => {
      write('a.txt', 'old');
      commit('a');
      write('a.txt', 'lost');
      editorHistory('a.txt', 'lost');
      git('checkout', '-q', '--', 'a.txt');
    },
    ['editor_history version'],
  ],
  'in an amended commit': [
    ({ write, git, commit }) => {
      write('a.txt', 'lost');
      commit('a');
      write('a.txt', 'other');
      git('commit', '-q', '-a', '--amend', '-m', 'b');
    },
    ['git_reflog version'],
  ],
  'in a commit that no log has any more': [
    ({ write, git, commit }) => {
      write('a.txt', 'lost');
      commit('a');
      git('reset', '-q', '--hard', 'HEAD~1');
      git('reflog', 'expire', '--expire=now', '--all');
      rmSync(join(kit.root, '.git/ORIG_HEAD'));
    },
    ['git_unreachable version'],
  ],
  'in a conflict': [
    ({ write, git, commit }) => {
      write('a.txt', 'base');
      commit('a');
      git('checkout', '-qb', 'other');
      write('a.txt', 'lost');
      commit('theirs');
      git('checkout', '-q', 'main');
      write('a.txt', 'ours');
      commit('ours');
      expect(() => git('merge', 'other')).toThrow();
      rmSync(join(kit.root, 'a.txt'));
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a packed repository': [
    ({ write, git, commit, delete: remove }) => {
      write('a.txt', 'lost');
      commit('a');
      git('gc', '-q');
      remove('a.txt');
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a split index': [
    ({ write, git, delete: remove }) => {
      git('update-index', '--split-index');
      write('a.txt', 'lost');
      git('add', 'a.txt');
      remove('a.txt');
    },
    ['git_index version'],
  ],
  'in an index of version 4': [
    ({ write, git, delete: remove }) => {
      git('update-index', '--index-version', '4');
      write('a.txt', 'lost');
      git('add', 'a.txt');
      remove('a.txt');
    },
    ['git_index version'],
  ],
  executable: [
    ({ write, git, delete: remove }) => {
      chmodSync(write('a.txt', 'lost'), 0o755);
      git('add', 'a.txt');
      remove('a.txt');
    },
    ['git_index version'],
  ],
  'replaced by a folder': [
    ({ write, commit, delete: remove }) => {
      write('a.txt', 'lost');
      commit('a');
      remove('a.txt');
      write('a.txt/inner', 'inner');
      commit('b');
    },
    ['git_commit version'],
  ],
  'a link': [
    ({ git, root, delete: remove }) => {
      symlinkSync('lost', join(root, 'a.txt'));
      git('add', 'a.txt');
      remove('a.txt');
    },
    [],
  ],
  'a pointer of Git LFS': [
    ({ write, commit, had, delete: remove }) => {
      const hash = sha256('lost');
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize 4\n`;
      write('a.txt', pointer);
      commit('a');
      const lfs = kit.at(`.git/lfs/objects/${hash.slice(0, 2)}/${hash.slice(2, 4)}`);
      mkdirSync(lfs, { recursive: true });
      writeFileSync(join(lfs, hash), 'lost');
      had('a.txt', 'lost');
      remove('a.txt');
    },
    ['git_commit version', 'git_index version'],
  ],
  'a pointer of Git LFS without its content': [
    ({ write, commit, delete: remove }) => {
      writeFileSync(
        kit.at('a.txt'),
        `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256('x')}\nsize 1\n`,
      );
      commit('a');
      remove('a.txt');
      write('b.txt', 'b');
    },
    [],
  ],
  'behind a replaced object': [
    ({ write, git, commit }) => {
      write('a.txt', 'lost');
      commit('a');
      const id = git('rev-parse', 'HEAD:a.txt').trim();
      const other = git('rev-parse', 'HEAD:kept.txt').trim();
      git('replace', id, other);
    },
    ['git_commit version', 'git_index version'],
  ],
  'committed in SHA-256': [
    ({ write, commit, delete: remove }) => {
      write('a.txt', 'lost');
      commit('a');
      remove('a.txt');
    },
    ['git_commit version', 'git_index version'],
    ['--object-format=sha256'],
  ],
  'overwritten in a SHA-256 index': [
    ({ write, git }) => {
      for (const content of ['lost', 'newer']) {
        write('a.txt', content);
        git('add', 'a.txt');
      }
    },
    ['git_unreachable may_be'],
    ['--object-format=sha256'],
  ],
  'in a shallow clone': [
    ({ write, gitIn, commit, folder, home, had }) => {
      write('a.txt', 'lost');
      commit('a');
      gitIn(home, 'clone', '-q', '--depth=1', pathToFileURL(kit.root).href, 'clone');
      had(join(home, 'clone/a.txt'), 'lost');
      had(join(home, 'clone/kept.txt'), 'kept');
      rmSync(join(home, 'clone/a.txt'));
      expect(folder).not.toBe('');
      return join(home, 'clone/a.txt');
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a working tree that was beside and is removed': [
    ({ write, git, gitIn, root, delete: remove }) => {
      const tree = join(root, '../tree');
      git('worktree', 'add', '-q', '--detach', tree);
      write(join(tree, 'a.txt'), 'lost');
      gitIn(tree, 'add', 'a.txt');
      remove(tree);
      process.chdir(root);
      return join(tree, 'a.txt');
    },
    ['git_index version'],
  ],
  'in a working tree below the repository that is removed': [
    ({ write, git, commit, root, delete: remove }) => {
      const tree = join(root, '.claude/worktrees/one');
      git('worktree', 'add', '-q', '-b', 'one', tree);
      write(join(tree, 'a.txt'), 'lost');
      commit('in tree', tree);
      remove(tree);
      return join(tree, 'a.txt');
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a submodule whose folder is removed': [
    ({ write, git, gitIn, commit, home, root, had, delete: remove }) => {
      gitIn(home, 'init', '-q', '-b', 'main', 'module');
      write(join(home, 'module/b.txt'), 'b');
      commit('b', join(home, 'module'));
      git('submodule', '--quiet', 'add', join(home, 'module'), 'sub');
      write('sub/a.txt', 'lost');
      had('sub/b.txt', 'b');
      gitIn(join(root, 'sub'), 'add', 'a.txt');
      remove('sub');
      return 'sub/a.txt';
    },
    ['git_index version'],
  ],
  'in a submodule that is deinitialized': [
    ({ write, git, gitIn, commit, home, root }) => {
      gitIn(home, 'init', '-q', '-b', 'main', 'module');
      write(join(home, 'module/b.txt'), 'b');
      commit('b', join(home, 'module'));
      git('submodule', '--quiet', 'add', join(home, 'module'), 'sub');
      write('sub/a.txt', 'lost');
      commit('in module', join(root, 'sub'));
      git('submodule', '--quiet', 'deinit', '-f', 'sub');
      return 'sub/a.txt';
    },
    ['git_commit version', 'git_index version'],
  ],
  'with a line feed in its name': [
    ({ write, git, delete: remove }) => {
      write('a\n100644 b 0\tb.txt', 'lost');
      git('add', '-A');
      remove('a\n100644 b 0\tb.txt');
      return 'a\n100644 b 0\tb.txt';
    },
    ['git_index version'],
  ],
  'with an odd name': [
    ({ write, commit, delete: remove }) => {
      write('-:(glob)*"ä\\ .txt', 'lost');
      write('-:(glob)other"ä\\ .txt', 'other');
      commit('a');
      remove('-:(glob)*"ä\\ .txt');
      return '-:(glob)*"ä\\ .txt';
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a folder of the trash': [
    ({ write, trash }) => {
      write('deep/er/a.txt', 'lost');
      trash('deep', 'deep.2');
      return 'deep/er/a.txt';
    },
    ['trash version'],
  ],
  'in the trash of macOS, which knows its name alone': [
    ({ write, home, root }) => {
      write('a.txt', 'lost');
      mkdirSync(join(home, '.Trash'));
      renameSync(join(root, 'a.txt'), join(home, '.Trash/a 03.04.05.txt'));
    },
    ['trash may_be'],
  ],
  'with what a merge leaves beside it': [
    ({ write }) => {
      write('a.txt.orig', 'lost', 'a.txt');
    },
    ['backup_file version'],
  ],
  'behind a link to its folder': [
    ({ write, commit, root, home, had, delete: remove }) => {
      write('a.txt', 'lost');
      commit('a');
      symlinkSync(root, join(home, 'link'));
      remove('a.txt');
      had(join(home, 'link/a.txt'), 'lost');
      return join(home, 'link/a.txt');
    },
    ['git_commit version', 'git_index version'],
  ],
  'in a snapshot that snapper made': [
    ({ write, home, delete: remove }) => {
      write('a.txt', 'lost');
      mkdirSync(join(home, '.snapshots/7/snapshot/project'), { recursive: true });
      copyFileSync(join(kit.root, 'a.txt'), join(home, '.snapshots/7/snapshot/project/a.txt'));
      remove('a.txt');
    },
    ['snapshot version'],
  ],
  'in a checkpoint of Gemini': [
    (each) => {
      each.write('a.txt', 'lost');
      shadow(each, `.gemini/history/${sha256(each.root)}/.git`);
      each.delete('a.txt');
    },
    ['agent_history version'],
  ],
  'in a checkpoint of Cline, from which it was deleted': [
    (each) => {
      each.write('a.txt', 'lost');
      const name = '.config/Code/User/globalStorage/saoudrizwan.claude-dev/checkpoints/1234/.git';
      const gitDir = shadow(each, name);
      each.gitIn(each.root, '--git-dir', gitDir, 'config', 'core.worktree', each.root);
      each.delete('a.txt');
      each.gitIn(each.root, '--git-dir', gitDir, '--work-tree', each.root, 'add', '-A');
    },
    ['agent_history version'],
  ],
  'in a snapshot of OpenCode, which borrows objects of the repository': [
    ({ write, gitIn, root, home, delete: remove }) => {
      const gitDir = join(home, '.local/share/opencode/snapshot/project/tree');
      mkdirSync(join(gitDir, 'objects/info'), { recursive: true });
      const git = (...words: string[]) => gitIn(root, '--git-dir', gitDir, '--work-tree', root, ...words);
      git('init', '-q');
      git('config', 'core.worktree', root);
      writeFileSync(join(gitDir, 'objects/info/alternates'), `${join(root, '.git/objects')}\n`);
      write('a.txt', 'lost');
      git('add', '-A');
      git('write-tree');
      remove('a.txt');
      git('add', '-A');
      git('write-tree');
    },
    ['agent_history version'],
  ],
};

/** Links, modes and characters in names, which Windows may not have, and the trash of desktops. */
const NOT_ON_WINDOWS = [
  'a link',
  'behind a link to its folder',
  'executable',
  'with a line feed in its name',
  'with an odd name',
  'in a folder of the trash',
  'in a snapshot that snapper made',
];
const possible = Object.keys(LOSSES).filter(
  (name) => process.platform !== 'win32' || !NOT_ON_WINDOWS.includes(name),
);

describe('a file that was', () => {
  const here = process.cwd();
  afterEach(() => {
    if (process.cwd() !== here) process.chdir(here);
  });

  test.each(possible)('%s', async (name) => {
    const [lose, sources, init = []] = LOSSES[name]!;
    kit = new LossKit(...init);
    const path = lose(kit) ?? 'a.txt';
    const { copies } = await findCopies(kit.at(path));
    expect(kit.wrong(copies)).toEqual([]);
    const found = copies.filter((copy) => copy.sha256 === sha256('lost'));
    expect(found.map(({ source, kind }) => `${source} ${kind}`).sort()).toEqual(sources.toSorted());
  });

  test('binary or large is compared by its hash, and too large is counted', async () => {
    kit = new LossKit();
    const contents = [
      Buffer.from([0, 1, 2]),
      Buffer.alloc(LARGE_BYTES, 'x'),
      Buffer.alloc(TOO_LARGE_BYTES, 'y'),
    ];
    for (const [index, content] of contents.entries()) {
      kit.write(`${index}.bin`, content);
      kit.commit(String(index));
    }
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    for (const [index, content] of contents.slice(0, 2).entries()) {
      const { copies, unread } = await findCopies(kit.at(`${index}.bin`));
      expect(new Set(copies.map((copy) => copy.sha256))).toEqual(new Set([hash(content)]));
      expect(unread).toBe(0);
    }
    expect(await findCopies(kit.at('2.bin'))).toMatchObject({ copies: [], unread: 2 });
  });

  test('written over is compared with the version before', async () => {
    kit = new LossKit();
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}\n`);
    for (const content of [lines.slice(0, 8), lines, [...lines.slice(5), 'last\n']]) {
      kit.write('a.txt', content.join(''));
      kit.git('add', '-A');
      kit.git('commit', '-qm', 'a', '--date=2026-01-01T00:00:00Z');
    }
    unlinkSync(kit.at('a.txt'));
    const lostAt = Date.now() + 3_600_000;
    const { copies } = await findCopies(kit.at('a.txt'), lostAt);
    const told = copies.filter(({ source }) => source === 'git_commit').map(({ lines: of }) => of);
    expect(told).toHaveLength(3);
    expect(told).toContainEqual({ added: 1, removed: 5 });
    expect(told).toContainEqual({ added: 2, removed: 0 });
    // Git stores whole seconds.
    for (const { minutesBeforeLoss } of copies) expect([59, 60]).toContain(minutesBeforeLoss);
  });
});
