import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Repository, withRepository } from '../git/repository.ts';
import { GitRefused } from '../git/run-git.ts';
import type { Candidate, CopySource, Looked } from './file-copy.ts';
import { GitContents } from './git-contents.ts';
import { readTips } from './git-tips.ts';

/** Commits of one source that are looked at, newest first. */
const MAX_VERSIONS = 1000;
/** Contents without a path that are listed, newest first. */
const MAX_UNNAMED = 30;
const EMPTY = /^0+$/;
/** The content of an empty file, by either hash. */
const EMPTY_BLOB =
  /^(?:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813)$/;

type Versions = { id: string; path: string; savedAt: number; commit: string }[];

/** Reads `git log --raw -z`: the contents that each commit gave to the paths. */
function versionsIn(output: string): Versions {
  const found: Versions = [];
  const fields = output.split('\0');
  let [commit, savedAt] = ['', 0];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at]!.trimStart();
    const head = /^plinth:([0-9a-f]+) (\d+)/.exec(field);
    if (head !== null) [commit, savedAt] = [head[1]!, Number(head[2]) * 1000];
    const raw = /:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*$/.exec(field);
    if (raw === null) continue;
    at += 1;
    // A link or a submodule has no content of its own.
    if (/^100/.test(raw[1]!) && !EMPTY.test(raw[2]!))
      found.push({ id: raw[2]!, path: fields[at]!, savedAt, commit });
  }
  return found;
}

class GitLooker {
  readonly #repository: Repository;
  readonly #path: string;
  readonly #names = new Map<string, string>();
  readonly #contents: GitContents;
  readonly candidates: Candidate[] = [];

  constructor(repository: Repository, path: string) {
    this.#repository = repository;
    this.#path = path;
    this.#contents = new GitContents(repository);
  }

  /** Names commits by what leads to them, so that git can leave out those of another name. */
  #name(kind: string, ids: Iterable<string>): Promise<void> {
    for (const id of ids) this.#names.set(`refs/plinth/${kind}/${id}`, id);
    return this.#repository.nameCommits(this.#names);
  }

  async nameTips(): Promise<void> {
    const { refs, stash, log } = await readTips(this.#repository);
    await this.#name('refs', refs);
    await this.#name('stash', stash);
    await this.#name('log', log);
  }

  #add(
    version: Pick<Candidate, 'source' | 'savedAt' | 'where'> & { id: string; path: string; kind?: 'may_be' },
  ) {
    const { id, path, kind = 'version', ...rest } = version;
    this.#contents.announce(id);
    const read = () => this.#contents.read(id);
    this.candidates.push({ ...rest, kind, path: join(this.#repository.root, path), read });
  }

  async index(): Promise<void> {
    const output = await this.#repository.git(['ls-files', '-s', '-z', '--', this.#path]);
    for (const entry of output.split('\0')) {
      const [, mode = '', id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(entry) ?? [];
      // `git add -N` names a file without its content.
      if (id !== undefined && /^100/.test(mode) && !EMPTY_BLOB.test(id))
        this.#add({ source: 'git_index', id, path: path!, savedAt: undefined, where: 'git index' });
    }
  }

  /** Looks through the commits of one kind of names that no earlier kind reaches. */
  async commits(source: CopySource, glob: string, without: readonly string[]): Promise<void> {
    const hidden =
      without.length === 0 ? [] : ['--not', ...without.map((each) => `--glob=refs/plinth/${each}/*`)];
    const output = await this.#repository.git([
      'log',
      ...[
        '--full-history',
        '-m',
        '--raw',
        '-z',
        '--no-abbrev',
        '--no-renames',
        '--no-color',
        `-n${MAX_VERSIONS}`,
      ],
      '--format=plinth:%H %ct',
      `--glob=refs/plinth/${glob}/*`,
      ...hidden,
      '--',
      this.#path,
    ]);
    for (const { commit, ...version } of versionsIn(output))
      this.#add({ source, ...version, where: `commit ${commit.slice(0, 12)}` });
  }

  /** Looks through what nothing names: commits have paths, a tree of an unknown place and a content have none. */
  async unreachable(): Promise<void> {
    const { git, check, commonDir } = this.#repository;
    const output = await check([
      'fsck',
      '--dangling',
      '--no-reflogs',
      '--no-progress',
      '--connectivity-only',
    ]);
    const dangling = { commit: [] as string[], tree: [] as string[], blob: [] as string[] };
    for (const line of output.split('\n')) {
      const [, type, id] = /^dangling (commit|tree|blob) ([0-9a-f]+)$/.exec(line) ?? [];
      if (type !== undefined) dangling[type as keyof typeof dangling].push(id!);
    }
    await this.#name('dangling', dangling.commit);
    await this.commits('git_unreachable', 'dangling', ['refs', 'stash', 'log']);
    const asked = /[\n]/.test(this.#path) ? [] : dangling.tree.map((tree) => `${tree}:${this.#path}\n`);
    const listed = asked.length === 0 ? '' : await git(['cat-file', '--batch-check'], asked.join(''));
    const inTrees = listed.split('\n').flatMap((line) => /^([0-9a-f]+) blob \d+$/.exec(line)?.[1] ?? []);
    const dated = await Promise.all(
      [...inTrees, ...dangling.blob].map(async (id) => {
        const loose = join(commonDir, 'objects', id.slice(0, 2), id.slice(2));
        const status = await lstat(loose).catch(() => undefined);
        return { id, savedAt: status?.mtimeMs };
      }),
    );
    for (const { id, savedAt } of dated
      .sort((a, b) => (b.savedAt ?? 0) - (a.savedAt ?? 0))
      .slice(0, MAX_UNNAMED)) {
      const where = `object ${id.slice(0, 12)}`;
      this.#add({ source: 'git_unreachable', kind: 'may_be', id, path: this.#path, savedAt, where });
    }
  }
}

/**
 * Looks in the git repository around a path: the index, each commit that a branch, a tag, the stash, a log or another working
 * tree names, and what nothing names any more. Runs nothing of the repository, and writes nothing to it. `use` reads the
 * candidates while the repository is open.
 */
export async function withGitCopies<T>(
  folder: string,
  path: string,
  use: (looked: Looked) => Promise<T>,
): Promise<T> {
  const nothing = (failures: string[]) =>
    use({ candidates: [], places: failures.length, named: [], failures });
  let isOpen = false;
  try {
    return await withRepository(folder, async (repository) => {
      const inside = relative(repository.root, path);
      if (inside === '..' || inside.startsWith(`..${sep}`)) return nothing([]);
      const looker = new GitLooker(repository, inside === '' ? '.' : inside.split(sep).join('/'));
      const failures: string[] = [];
      await looker.nameTips();
      const steps: [string, () => Promise<void>][] = [
        ['the index', () => looker.index()],
        ['commits', () => looker.commits('git_commit', 'refs', [])],
        ['the stash', () => looker.commits('git_stash', 'stash', ['refs'])],
        ['the logs of branches', () => looker.commits('git_reflog', 'log', ['refs', 'stash'])],
        ['objects that nothing names', () => looker.unreachable()],
      ];
      for (const [name, look] of steps) {
        try {
          await look();
        } catch (error) {
          if (!(error instanceof GitRefused)) throw error;
          failures.push(`Git could not read ${name} of this repository (${error.fault}).`);
        }
      }
      isOpen = true;
      return use({ candidates: looker.candidates, places: steps.length, named: [], failures });
    });
  } catch (error) {
    if (isOpen || !(error instanceof GitRefused)) throw error;
    const isPlain = error.fault === 'no_repository';
    return nothing(isPlain ? [] : [`The git repository there is not read (${error.fault}).`]);
  }
}
