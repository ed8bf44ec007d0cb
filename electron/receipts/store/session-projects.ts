import type { DatabaseSync } from 'node:sqlite';
import { isWithin } from '../../../shared/path-below.ts';
import { statement } from '../schema/statements.ts';
import { KnownNames } from './known-names.ts';

const MAX_REMEMBERED = 4096;
/** The folders above one that are looked up. Projects do not lie deeper in each other. */
const MAX_ABOVE = 64;
/** Folders that hold all projects of a user. A session that starts there does not own what lies below. */
const TOO_WIDE = /^(?:~|\/|\/tmp|\/home|\/Users|\/root|[A-Za-z]:[\\/]?)$/;

/** Removes the separators at the end of a path. */
const folderOf = (cwd: string) => (cwd.length > 1 ? cwd.replace(/(?<![\\/])[\\/]+$/, '') || '/' : cwd);
const parentOf = (path: string) => path.replace(/(?:^|[\\/])[^\\/]*$/, '');

const isOwn = (path: string, root: string) => path === root || (!TOO_WIDE.test(root) && isWithin(path, root));

interface Story {
  project: number;
  root: string | undefined;
  hasTitle: boolean;
}

/**
 * The project of each receipt. A session's project is the folder of its first event that names one, and every folder
 * below it belongs to it. Another folder belongs to the nearest known project above it, or is a project of its own.
 * Nothing is guessed: without a folder, a receipt has the project of its session or none.
 */
export class SessionProjects {
  readonly names: KnownNames;
  readonly #db: DatabaseSync;
  readonly #stories = new Map<number, Story>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.names = new KnownNames(db, 'projects', 'path');
  }

  /** Returns the project of a receipt. `title` says that the receipt has a prompt, which can be the session's title. */
  projectOf(sessionKey: number, cwd: string | undefined, seq: number, title: boolean): number {
    const story = this.#storyOf(sessionKey);
    const folder = cwd === undefined || cwd === '' ? undefined : folderOf(cwd);
    const startsProject = story.project === 0 && folder !== undefined;
    if (startsProject) {
      story.project = this.names.keyOf(folder);
      story.root = folder;
    }
    if (startsProject || (title && !story.hasTitle)) {
      story.hasTitle ||= title;
      statement(
        this.#db,
        `INSERT INTO session_stories (session_key, project, title_seq) VALUES (?, ?, ?)
         ON CONFLICT (session_key) DO UPDATE SET project = excluded.project,
           title_seq = coalesce(title_seq, excluded.title_seq)`,
      ).run(sessionKey, story.project, title ? seq : null);
    }
    if (folder === undefined || story.root === undefined || isOwn(folder, story.root)) return story.project;
    return this.#nearest(folder);
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#stories.clear();
    this.names.forget();
  }

  #storyOf(sessionKey: number): Story {
    const known = this.#stories.get(sessionKey);
    if (known !== undefined) return known;
    const row = statement(
      this.#db,
      `SELECT s.project, s.title_seq, p.path FROM session_stories s LEFT JOIN projects p ON p.key = s.project
       WHERE s.session_key = ?`,
    ).get(sessionKey) as { project: number; title_seq: number | null; path: string | null } | undefined;
    const story = {
      project: row?.project ?? 0,
      root: row?.path ?? undefined,
      hasTitle: row?.title_seq != null,
    };
    if (this.#stories.size >= MAX_REMEMBERED) this.#stories.clear();
    this.#stories.set(sessionKey, story);
    return story;
  }

  #nearest(folder: string): number {
    let path = folder;
    for (let above = 0; above < MAX_ABOVE && path !== '' && !TOO_WIDE.test(path); above += 1) {
      const key = this.names.find(path);
      if (key !== undefined) return key;
      path = parentOf(path);
    }
    return this.names.keyOf(folder);
  }
}
