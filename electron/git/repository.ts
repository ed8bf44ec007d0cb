import { constants, type Dirent, rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { REMOVED_WHOLE } from '../platform/held-file.ts';
import { readRegularFile } from '../platform/regular-file.ts';
import { GitRefused, runGit, runGitForBytes } from './run-git.ts';

/*
 * A repository that an agent named. Agents write configurations, attributes and hooks, so nothing of them is used. Git
 * reads the index and the objects of the repository, and its files, beside a configuration of our own: it then knows no
 * filter, hook, file watcher, remote or include of the repository or of the user.
 */

/** Settings that say how the files of a working tree are stored. None of them names a program or a path. */
const HARMLESS =
  /^core\.(?:autocrlf|eol|safecrlf|filemode|ignorecase|symlinks|precomposeunicode|checkstat|trustctime|longpaths)$/;
/** A file that names another folder holds a path. */
const MAX_POINTER_BYTES = 8192;
const MAX_CONFIG_BYTES = 1_048_576;
/** Some 25,000 patterns, or commits of a shallow clone. */
const MAX_LIST_BYTES = 1_048_576;
/** An index of a million files. The parts of a split index, which git keeps for two weeks, have as much together. */
const MAX_INDEX_BYTES = 128 * 1_048_576;

export interface Places {
  /** The top of the working tree. */
  root: string;
  gitDir: string;
  /** The folder with the objects. A linked working tree shares it with others. */
  commonDir: string;
}

/** A working tree that git reads without the repository's configuration. */
export interface Repository {
  root: string;
  /** Runs git. Throws {@link GitRefused}. */
  git(args: readonly string[], input?: string): Promise<string>;
  /** The same for content, which need not be text. */
  bytes(args: readonly string[], input?: string): Promise<Buffer>;
  /** The same for a check, whose output counts although it found faults. */
  check(args: readonly string[]): Promise<string>;
  /** The folder of this working tree's git, and the one with the objects. They are the same but for a linked tree. */
  gitDir: string;
  commonDir: string;
  /** Names commits, so that `--glob` and `fsck` know them. Names are below `refs/`, ids must exist. */
  nameCommits(refs: ReadonlyMap<string, string>): Promise<void>;
}

const real = (path: string) => realpath(path).catch(() => undefined);

/** Returns the text of a regular file, and an empty one for any other: a link leads out of the project. */
async function textOf(file: string, maxBytes: number): Promise<string> {
  const status = await lstat(file).catch(() => undefined);
  const read = status?.isFile() === true ? readRegularFile(file, maxBytes) : 'not_a_file';
  return typeof read === 'string' ? '' : read.bytes.toString('utf8');
}

async function pointer(file: string, prefix = ''): Promise<string | undefined> {
  const text = (await textOf(file, MAX_POINTER_BYTES)).trimEnd();
  const isThere = text !== '' && text.startsWith(prefix);
  return isThere ? real(resolve(dirname(file), text.slice(prefix.length))) : undefined;
}

/** Returns the folder that `.git` in a folder is, or names. A link leads out of the project. */
async function gitDirIn(folder: string): Promise<string | undefined> {
  const entry = join(folder, '.git');
  const status = await lstat(entry).catch(() => undefined);
  if (status?.isDirectory() === true) return real(entry);
  return status?.isFile() === true ? pointer(entry, 'gitdir: ') : undefined;
}

/** Returns whether the git folder belongs to this working tree: its own, that of a linked one, or of a submodule. */
async function isOwn({ root, gitDir, commonDir }: Places): Promise<boolean> {
  if ((await gitDirIn(root)) !== gitDir) return false;
  if (gitDir === join(root, '.git')) return commonDir === gitDir;
  const isLinked =
    gitDir === join(commonDir, 'worktrees', basename(gitDir)) &&
    (await pointer(join(gitDir, 'gitdir'))) === join(root, '.git');
  if (isLinked) return true;
  for (let above = dirname(root); above !== dirname(above); above = dirname(above)) {
    const outer = await gitDirIn(above);
    if (outer !== undefined) return commonDir === gitDir && gitDir.startsWith(join(outer, 'modules') + sep);
  }
  return false;
}

/** Returns whether all objects and the index are in the git folder itself, or else in the folder of objects `lender`. */
async function isWhole({ gitDir, commonDir }: Places, lender?: string): Promise<boolean> {
  const objects = join(commonDir, 'objects');
  if ((await real(objects)) !== objects) return false;
  const entriesIn = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);
  const top = await entriesIn(objects);
  // A link would lead to the objects of another repository, and git would wait for a pipe.
  const isPlain = (entry: Dirent) => entry.isFile() || entry.isDirectory();
  if (!top.every(isPlain)) return false;
  for (const { name } of top.filter((entry) => /^(?:[0-9a-f]{2}|pack|info)$/.test(entry.name)))
    if (!(await entriesIn(join(objects, name))).every(isPlain)) return false;
  for (const name of ['alternates', 'http-alternates']) {
    const file = join(objects, 'info', name);
    const isThere = (await lstat(file).catch(() => undefined)) !== undefined;
    if (isThere && (lender === undefined || (await pointer(file)) !== lender)) return false;
  }
  const index = await lstat(join(gitDir, 'index')).catch(() => undefined);
  return index === undefined || index.isFile();
}

/** Finds the working tree that contains a folder. Throws {@link GitRefused}. */
async function findPlaces(folder: string, startIn: string): Promise<Places & { format: string }> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory() !== true) throw new GitRefused(status ? 'not_a_folder' : 'copy_missing');
  const asked = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'];
  const answer = await runGit(['-C', folder, 'rev-parse', ...asked], { startIn });
  const [top, own, common, format] = answer.split(/\r?\n/) as [string, string, string, string];
  const [root, gitDir, commonDir] = await Promise.all([real(top), real(own), real(resolve(folder, common))]);
  if (root === undefined || gitDir === undefined || commonDir === undefined)
    throw new GitRefused('git_failed');
  const places = { root, gitDir, commonDir };
  const isInside = `${await real(folder)}${sep}`.startsWith(root + sep);
  if (!isInside || !(await isOwn(places)) || !(await isWhole(places))) throw new GitRefused('git_elsewhere');
  return { ...places, format };
}

/** Returns the settings of a repository and of the user that say how files are stored, as arguments. */
async function harmlessSettings(root: string, startIn: string): Promise<string[]> {
  const none = () => '';
  const stored = await runGit(['-C', root, 'config', '-z', '--get-regexp', '^core\\.'], { startIn }).catch(
    none,
  );
  const settings = stored.split('\0').map((entry) => entry.split('\n', 2) as [string, string | undefined]);
  const ignored = await runGit(['config', '--global', '-z', '--path', 'core.excludesFile'], {
    startIn,
  }).catch(none);
  return [
    ...settings.filter(([name]) => HARMLESS.test(name)).map(([name, value]) => `${name}=${value ?? 'true'}`),
    ...(ignored === '' ? [] : [`core.excludesFile=${ignored.replace('\0', '')}`]),
  ].flatMap((setting) => ['-c', setting]);
}

/**
 * Copies a regular file, if it is there, and returns its size. A sparse file of a terabyte takes no place, and its copy
 * would. Throws {@link GitRefused}.
 */
async function copyRegular(from: string, to: string, name: string, maxBytes: number): Promise<number> {
  const path = join(from, name);
  if ((await lstat(path).catch(() => undefined))?.isFile() !== true) return 0;
  const source = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await source.stat();
    if (size > maxBytes) throw new GitRefused('git_oversized');
    const content = size === 0 ? '' : source.createReadStream({ end: size - 1, autoClose: false });
    await writeFile(join(to, name), content);
    return size;
  } finally {
    await source.close();
  }
}

/** Writes a git folder of our own, which names the commit and no settings of the repository. */
async function writeOwnGitDir(
  own: string,
  { gitDir, commonDir, format }: Places & { format: string },
  head: string,
) {
  await mkdir(join(own, 'refs'), { recursive: true, mode: 0o700 });
  await mkdir(join(own, 'info'), { mode: 0o700 });
  const extension = format === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${format}\n`;
  const version = format === 'sha1' ? 0 : 1;
  await writeFile(
    join(own, 'config'),
    `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = false\n${extension}`,
  );
  await writeFile(join(own, 'HEAD'), head === '' ? 'ref: refs/heads/none\n' : head);
  // Attributes name filters, but no filter has a program here.
  // A shallow clone has no objects behind some commits.
  for (const name of ['info/exclude', 'info/attributes', 'shallow'])
    await copyRegular(commonDir, own, name, MAX_LIST_BYTES);
  // A split index has its first part in a second file.
  const shared = (await readdir(gitDir)).filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name));
  let left = MAX_INDEX_BYTES;
  for (const name of shared) left -= await copyRegular(gitDir, own, name, left);
}

interface Opened {
  places: Places & { format: string };
  /** The commit of the working tree, or an empty text. */
  head: string;
  settings: readonly string[];
  /** The folder in which git starts. */
  top: string;
}

/** Opens the working tree that contains a folder for the time of `use`. Throws {@link GitRefused}. */
export const withRepository = <T>(folder: string, use: (repository: Repository) => Promise<T>): Promise<T> =>
  withOwnGitDir(async (startIn) => {
    const places = await findPlaces(folder, startIn);
    const { root } = places;
    const asked = ['-C', root, 'rev-parse', '--quiet', '--verify', 'HEAD'];
    // Git fails without a commit. Where it gives up, the commit is not known.
    const unless = (error: GitRefused) => (error.fault === 'git_failed' ? '' : Promise.reject(error));
    const head = await runGit(asked, { startIn }).catch(unless);
    return { places, head, settings: await harmlessSettings(root, startIn), top: root };
  }, use);

/**
 * Opens a git folder whose working tree may be gone, for the time of `use`. Only its objects, its index and its names are
 * read. Its objects may borrow from the folder of objects `lender`. Throws {@link GitRefused}.
 */
export const withGitFolder = <T>(
  places: Places,
  lender: string | undefined,
  use: (repository: Repository) => Promise<T>,
): Promise<T> =>
  withOwnGitDir(async (startIn) => {
    const { gitDir, commonDir } = places;
    const status = await stat(gitDir).catch(() => undefined);
    const isOwn = status?.isDirectory() === true && status.uid === (process.getuid?.() ?? status.uid);
    const isReal = (await real(gitDir)) === gitDir && (await real(commonDir)) === commonDir;
    if (!isOwn || !isReal || !(await isWhole(places, lender))) throw new GitRefused('git_elsewhere');
    const format = /^[ \t]*objectformat[ \t]*=[ \t]*sha256[ \t]*$/im.test(await configOf(commonDir))
      ? 'sha256'
      : 'sha1';
    return { places: { ...places, format }, head: '', settings: [], top: startIn };
  }, use);

/** Reads the configuration of a git folder as a text. Git would follow what it includes. */
export const configOf = (gitDir: string): Promise<string> => textOf(join(gitDir, 'config'), MAX_CONFIG_BYTES);

async function withOwnGitDir<T>(
  open: (startIn: string) => Promise<Opened>,
  use: (repository: Repository) => Promise<T>,
): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), 'plinth-git-'));
  const remove = () => rmSync(temporary, REMOVED_WHOLE);
  // The process can end in between.
  process.once('exit', remove);
  try {
    const startIn = join(temporary, 'empty');
    const own = join(temporary, 'git');
    await mkdir(startIn);
    const { places, head, settings, top } = await open(startIn);
    const { root, gitDir, commonDir } = places;
    await writeOwnGitDir(own, places, head);
    const variables = {
      GIT_DIR: own,
      GIT_WORK_TREE: top,
      GIT_INDEX_FILE: join(gitDir, 'index'),
      GIT_OBJECT_DIRECTORY: join(commonDir, 'objects'),
      GIT_CONFIG_GLOBAL: join(own, 'config'),
      GIT_CONFIG_NOSYSTEM: '1',
    };
    const call = { startIn, variables };
    return await use({
      root,
      gitDir,
      commonDir,
      git: (args, input) =>
        runGit([...settings, '-C', top, ...args], { ...call, ...(input !== undefined && { input }) }),
      bytes: (args, input) =>
        runGitForBytes([...settings, '-C', top, ...args], {
          ...call,
          ...(input !== undefined && { input }),
        }),
      check: async (args) => {
        // From 2.40 on, fsck takes the index of each working tree from its git folder, and no other.
        await copyRegular(gitDir, own, 'index', MAX_INDEX_BYTES);
        const output = await runGitForBytes([...settings, '-C', top, ...args], { ...call, withFaults: true });
        return output.toString('utf8');
      },
      nameCommits: (refs) => {
        const lines = [...refs]
          .map(([name, id]) => `${id} ${name}\n`)
          .sort((a, b) => (a.slice(a.indexOf(' ')) < b.slice(b.indexOf(' ')) ? -1 : 1));
        return writeFile(join(own, 'packed-refs'), lines.join(''));
      },
    });
  } finally {
    process.off('exit', remove);
    await rm(temporary, REMOVED_WHOLE);
  }
}
