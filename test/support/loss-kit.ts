import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withCopies } from '../../electron/recover/find-copies.ts';
import type { FileCopy } from '../../shared/recover.ts';
import { temporaryFolder } from './temporary-folders.ts';

export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Returns what both parts of a search find. */
export const findCopies = (path: string, lostAt?: number) =>
  withCopies(path, lostAt, async ({ isThere, lookInAll }) => ({ isThere, ...(await lookInAll()) }));

/** A home folder with a repository in which files are lost. It knows each content that each path ever had. */
export class LossKit {
  readonly folder = realpathSync(temporaryFolder());
  readonly home = join(this.folder, 'home');
  readonly root = join(this.home, 'project');
  readonly #contents = new Map<string, Set<string>>();
  readonly #before = { HOME: process.env.HOME, USERPROFILE: process.env.USERPROFILE };

  constructor(...init: string[]) {
    // Windows has the second one.
    Object.assign(process.env, { HOME: this.home, USERPROFILE: this.home });
    mkdirSync(this.root, { recursive: true });
    this.git('init', '-q', '-b', 'main', ...init);
    this.write('kept.txt', 'kept');
    this.commit('start');
  }

  remove(): void {
    for (const [name, value] of Object.entries(this.#before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  readonly git = (...args: string[]) => this.gitIn(this.root, ...args);
  readonly gitIn = (folder: string, ...args: string[]) =>
    execFileSync(
      'git',
      [
        ...[
          '-C',
          folder,
          '-c',
          'user.name=t',
          '-c',
          'user.email=t@localhost',
          '-c',
          'protocol.file.allow=always',
        ],
        ...args,
      ],
      { stdio: 'pipe', encoding: 'utf8' },
    );
  readonly commit = (message: string, folder = this.root) => {
    this.gitIn(folder, 'add', '-A');
    this.gitIn(folder, 'commit', '-qm', message);
  };
  readonly at = (path: string) => (isAbsolute(path) ? path : join(this.root, path));
  /** Writes a file, and notes that its path had this content. */
  readonly write = (path: string, content: string | Buffer, ofPath = path): string => {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    this.had(ofPath, content);
    return file;
  };
  readonly had = (path: string, content: string | Buffer) => {
    const known = this.#contents.get(this.at(path)) ?? new Set();
    this.#contents.set(this.at(path), known.add(sha256(content)));
  };
  readonly delete = (path: string) => rmSync(this.at(path), { recursive: true });

  /** Moves a file or a folder to the trash as desktops do. */
  readonly trash = (path: string, name: string) => {
    const trash = join(this.home, '.local/share/Trash');
    mkdirSync(join(trash, 'info'), { recursive: true });
    mkdirSync(join(trash, 'files'), { recursive: true });
    const info = `[Trash Info]\nPath=${encodeURI(this.at(path))}\nDeletionDate=2026-01-02T03:04:05\n`;
    writeFileSync(join(trash, `info/${name}.trashinfo`), info);
    renameSync(this.at(path), join(trash, 'files', name));
  };

  /** Keeps a content in the local history of an editor. */
  readonly editorHistory = (path: string, content: string, editor = '.config/Code') => {
    const history = join(this.home, editor, 'User/History', sha256(path).slice(0, 8));
    const resource = pathToFileURL(this.at(path)).href;
    mkdirSync(history, { recursive: true });
    writeFileSync(
      join(history, 'entries.json'),
      JSON.stringify({ version: 1, resource, entries: [{ id: 'x1.txt', timestamp: 1_760_000_000_000 }] }),
    );
    writeFileSync(join(history, 'x1.txt'), content);
    this.had(path, content);
  };

  /** Versions under a path that never had their content. */
  wrong(copies: readonly FileCopy[]): string[] {
    return copies
      .filter(
        ({ kind, path, sha256: hash }) => kind === 'version' && this.#contents.get(path)?.has(hash) !== true,
      )
      .map(({ path, source }) => `${source} ${path}`);
  }
}
