import { join, relative, sep } from 'node:path';
import type { SearchNote, SearchPart } from '../../shared/recover.ts';
import type { Repository } from '../git/repository.ts';
import { GitRefused } from '../git/run-git.ts';
import { type Candidate, type CopySource, isAsked, type Looked, MAX_COPIES, sha256 } from './file-copy.ts';
import { timeOf } from './files-below.ts';
import { GitContents } from './git-contents.ts';
import { type OpenRepository, removedTree } from './git-places.ts';
import { readTips } from './git-tips.ts';
import { readOwnFile } from './own-file.ts';

/** Commits of one source that are looked at, newest first. */
const MAX_VERSIONS = 1000;
/** Contents without a path that are listed, newest first. */
const MAX_UNNAMED = 30;
/** Trees of an unknown place that are looked at, newest first. Each needs a start of git. */
const MAX_TREES = 50;
/** The format of https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md, whose pointers are shorter than this. */
const MAX_POINTER_BYTES = 1024;
const LFS_POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\n/;
const EMPTY = /^0+$/;
/** The content of an empty file, by either hash. */
const EMPTY_BLOB =
  /^(?:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813)$/;

/** Yields the fields of an output of git, which each end with a NUL. An array of them takes more memory than the output. */
function* fieldsOf(output: string): Generator<string> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\0', at);
    yield output.slice(at, end < 0 ? output.length : end);
    at = end < 0 ? output.length : end + 1;
  }
}

interface Version {
  id: string;
  path: string;
  savedAt: number;
  commit: string;
}

/** Reads `git log --raw -z`: the contents that each commit gave to the paths. */
function* versionsIn(output: string): Generator<Version> {
  let [commit, savedAt] = ['', 0];
  let raw: RegExpExecArray | null = null;
  for (const field of fieldsOf(output)) {
    if (raw !== null) {
      // A link or a submodule has no content of its own.
      if (/^100/.test(raw[1]!) && !EMPTY.test(raw[2]!)) yield { id: raw[2]!, path: field, savedAt, commit };
      raw = null;
      continue;
    }
    const head = /^\s*plinth:([0-9a-f]+) (\d+)/.exec(field);
    if (head !== null) [commit, savedAt] = [head[1]!, Number(head[2]) * 1000];
    raw = /:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*$/.exec(field);
  }
}

/** Looks in one part of what a repository has. */
export type LookInGit = (part: SearchPart) => Promise<Looked[]>;

class GitLooker {
  readonly #repository: Repository;
  readonly #path: string;
  readonly #agent: boolean;
  readonly #names = new Map<string, string>();
  readonly #contents: GitContents;
  #candidates: Candidate[] = [];
  #notes: SearchNote[] = [];
  /** Copies that the present step can still add. */
  #left = 0;

  constructor(repository: Repository, path: string, agent: boolean) {
    this.#repository = repository;
    this.#path = path;
    this.#agent = agent;
    this.#contents = new GitContents(repository);
  }

  readonly look: LookInGit = async (part) => {
    this.#candidates = [];
    this.#notes = [];
    const steps: (() => Promise<void>)[] =
      part === 'unnamed'
        ? [() => this.#unreachable()]
        : [
            () => this.#index(),
            () => this.#nameTips(),
            () => this.#commits('git_commit', 'refs', []),
            () => this.#commits('git_stash', 'stash', ['refs']),
            () => this.#commits('git_reflog', 'log', ['refs', 'stash']),
          ];
    for (const step of steps) {
      this.#left = MAX_COPIES;
      try {
        await step();
      } catch (error) {
        if (!(error instanceof GitRefused)) throw error;
        this.#notes.push({ note: this.#agent ? 'agent_git_unread' : 'git_part_unread', fault: error.fault });
      }
    }
    return [{ candidates: this.#candidates, places: steps.length, notes: this.#notes }];
  };

  /** Names commits by what leads to them, so that git can leave out those of another name. */
  #name(kind: string, ids: Iterable<string>): Promise<void> {
    for (const id of ids) this.#names.set(`refs/plinth/${kind}/${id}`, id);
    return this.#repository.nameCommits(this.#names);
  }

  async #nameTips(): Promise<void> {
    const { refs, stash, log } = await readTips(this.#repository);
    await this.#name('refs', refs);
    await this.#name('stash', stash);
    await this.#name('log', log);
  }

  #add(version: Omit<Candidate, 'read' | 'kind'> & { id: string; kind?: 'may_be' }) {
    const { id, path, kind = 'version', source, ...rest } = version;
    const { root } = this.#repository;
    // Anybody can write a tree with a name such as `..`.
    const full = join(root, path);
    const isBent = path !== '.' && relative(root, full) !== path.split('/').join(sep);
    if (isBent || !isAsked(full, root)) return;
    this.#left -= 1;
    if (this.#left === -1) this.#notes.push({ note: 'more_copies' });
    if (this.#left < 0) return;
    this.#candidates.push({
      ...rest,
      source: this.#agent ? 'agent_history' : source,
      kind,
      path: full,
      announce: () => this.#contents.announce(id),
      read: () => this.#read(id),
    });
  }

  /** Reads a content. In place of a file of Git LFS, git stores its hash. */
  async #read(id: string): Promise<Buffer> {
    const content = await this.#contents.read(id);
    const [, hash] = LFS_POINTER.exec(content.toString('latin1', 0, MAX_POINTER_BYTES)) ?? [];
    if (hash === undefined) return content;
    const { commonDir } = this.#repository;
    const file = join(commonDir, 'lfs/objects', hash.slice(0, 2), hash.slice(2, 4), hash);
    const whole = await readOwnFile(file, commonDir);
    if (sha256(whole) !== hash) throw new Error('another content');
    return whole;
  }

  async #index(): Promise<void> {
    const output = await this.#repository.git(['ls-files', '-s', '--debug', '-z', '--', this.#path]);
    // Each entry is followed by what the index knows of its file: the time of the content that was added.
    let entry: RegExpExecArray | null = null;
    for (const field of fieldsOf(output)) {
      const [, seconds] = /^ {2}ctime: [\d:]+\n {2}mtime: (\d+):/.exec(field) ?? [];
      const savedAt = Number(seconds) > 0 ? Number(seconds) * 1000 : Number.NaN;
      const [, mode = '', id = '', path = ''] = entry ?? [];
      // `git add -N` names a file without its content.
      if (/^100/.test(mode) && !EMPTY_BLOB.test(id))
        this.#add({ source: 'git_index', id, path, savedAt, where: 'git index' });
      entry = /(?:^|\n)(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(field);
    }
  }

  /** Looks through the commits of one kind of names that no earlier kind reaches. */
  async #commits(source: CopySource, kind: string, without: readonly string[]): Promise<void> {
    // Without names, git would take the commit of the working tree.
    if (![...this.#names.keys()].some((name) => name.startsWith(`refs/plinth/${kind}/`))) return;
    const hidden =
      without.length === 0 ? [] : ['--not', ...without.map((each) => `--glob=refs/plinth/${each}/*`)];
    const form = ['--full-history', '-m', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-color'];
    const output = await this.#repository.git([
      'log',
      ...form,
      `-n${MAX_VERSIONS}`,
      '--format=plinth:%H %ct',
      `--glob=refs/plinth/${kind}/*`,
      ...hidden,
      '--',
      this.#path,
    ]);
    for (const { commit, ...version } of versionsIn(output))
      this.#add({ source, ...version, where: `commit ${commit.slice(0, 12)}` });
  }

  /**
   * Looks through what nothing names: commits have paths, a tree of an unknown place and a content have none. The trees of an
   * agent's repository are whole working trees.
   */
  async #unreachable(): Promise<void> {
    const { check } = this.#repository;
    if (this.#names.size === 0) await this.#nameTips();
    const form = ['--dangling', '--no-reflogs', '--no-progress', '--connectivity-only'];
    const output = await check(['fsck', ...form]);
    const dangling = { commit: [] as string[], tree: [] as string[], blob: [] as string[] };
    for (const line of output.split('\n')) {
      const [, type, id] = /^dangling (commit|tree|blob) ([0-9a-f]+)$/.exec(line) ?? [];
      if (type !== undefined) dangling[type as keyof typeof dangling].push(id!);
    }
    await this.#name('dangling', dangling.commit);
    await this.#commits('git_unreachable', 'dangling', ['refs', 'stash', 'log']);
    const trees = await this.#newest(dangling.tree, MAX_TREES);
    if (this.#agent) {
      for (const { id: tree, savedAt } of trees) await this.#filesOfTree(tree, savedAt);
      return;
    }
    const blobs = dangling.blob;
    for (const { id: tree } of trees)
      for (const { id, path } of await this.#entriesOf(tree)) if (path === this.#path) blobs.push(id);
    for (const { id, savedAt } of await this.#newest([...new Set(blobs)], MAX_UNNAMED)) {
      const where = `object ${id.slice(0, 12)}`;
      this.#add({ source: 'git_unreachable', kind: 'may_be', id, path: this.#path, savedAt, where });
    }
  }

  /** Returns the newest objects with the time at which they were written, which a packed one does not have. */
  async #newest(ids: readonly string[], most: number): Promise<{ id: string; savedAt: number }[]> {
    const dated = [];
    for (const id of ids) {
      const loose = join(this.#repository.commonDir, 'objects', id.slice(0, 2), id.slice(2));
      dated.push({ id, savedAt: await timeOf(loose) });
    }
    if (dated.length > most) this.#notes.push({ note: 'more_copies' });
    return dated.sort((a, b) => (b.savedAt || 0) - (a.savedAt || 0)).slice(0, most);
  }

  async #entriesOf(tree: string): Promise<{ id: string; path: string }[]> {
    const output = await this.#repository.git(['ls-tree', '-r', '-z', '--full-tree', tree, '--', this.#path]);
    return output.split('\0').flatMap((entry) => {
      const [, id, path] = /^100\d+ blob ([0-9a-f]+)\t([\s\S]*)$/.exec(entry) ?? [];
      return id === undefined ? [] : [{ id, path: path! }];
    });
  }

  async #filesOfTree(tree: string, savedAt: number): Promise<void> {
    for (const { id, path } of await this.#entriesOf(tree))
      this.#add({ source: 'agent_history', id, path, savedAt, where: `tree ${tree.slice(0, 12)}` });
  }
}

const lookNowhere: LookInGit = async () => [];

/**
 * Looks in a git repository for a path: the index, each commit that a branch, a tag, the stash, a log or another working
 * tree names, and what nothing names any more; and the same in a removed tree of it that the path was in. Runs nothing of the repository, and writes nothing to it. `use` reads the
 * candidates while the repository is open. A repository that an agent made `isAgents`.
 */
export async function withGitCopies<T>(
  open: OpenRepository,
  path: string,
  isAgents: boolean,
  use: (look: LookInGit) => Promise<T>,
): Promise<T> {
  let isOpen = false;
  try {
    return await open(async (repository) => {
      isOpen = true;
      const inside = relative(repository.root, path);
      const asked = inside === '' ? '.' : inside.split(sep).join('/');
      const isInside = isAsked(path, repository.root);
      const look = isInside ? new GitLooker(repository, asked, isAgents).look : lookNowhere;
      const removed = isAgents ? undefined : await removedTree(repository, path);
      if (removed === undefined) return use(look);
      return withGitCopies(removed, path, false, (lookThere) =>
        use(async (part) => [...(await look(part)), ...(await lookThere(part))]),
      );
    });
  } catch (error) {
    if (isOpen || !(error instanceof GitRefused)) throw error;
    const { fault } = error;
    const notes: SearchNote[] =
      fault === 'no_repository' ? [] : [{ note: isAgents ? 'agent_git_unread' : 'git_unread', fault }];
    return use(async (part) => (part === 'named' ? [{ candidates: [], places: notes.length, notes }] : []));
  }
}
