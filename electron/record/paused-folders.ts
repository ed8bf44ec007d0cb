import { normalized } from '../../shared/normalized.ts';
import { isWithin } from '../../shared/path-below.ts';
import { comparablePath } from '../platform/comparable-path.ts';

/** Sessions whose folder is remembered. The one that was used longest ago is forgotten first. */
const MAX_SESSIONS = 1000;
/** Below this number, nothing is about to be forgotten, and the order of use need not be kept. */
const FEW_SESSIONS = MAX_SESSIONS / 2;

/** The members of an event that tell its folder. */
export interface FolderedEvent {
  integrationId: string;
  sessionId: string;
  cwd: string | undefined;
}

/** Finds the folder of each event, to tell whether it belongs to a project. Only memory holds the folders. */
export class PausedFolders {
  readonly #homes: readonly string[];
  /** The folder that each session named first. It is the session's project. */
  readonly #sessions = new Map<string, string>();

  constructor(homeDirectories: readonly string[]) {
    this.#homes = homeDirectories.map(plain).filter((home) => home.length > 1);
  }

  /** Returns the folder of an event, or the first one of its session, with ~ for the home folder. */
  folderOf({ integrationId, sessionId, cwd }: FolderedEvent): string | undefined {
    const session = `${integrationId}\0${sessionId}`;
    const first = this.#sessions.get(session);
    if (first !== undefined && this.#sessions.size > FEW_SESSIONS) {
      // Deleting and setting the key moves it to the end.
      this.#sessions.delete(session);
      this.#sessions.set(session, first);
    }
    if (cwd === undefined || cwd === '') return first;
    const folder = this.#shortened(cwd);
    if (first === undefined) {
      this.#sessions.set(session, folder);
      if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value!);
    }
    return folder;
  }

  /** Gives a project's folder with ~ for the home folder, as the record has it. */
  projectOf(folder: string): string {
    const whole = withoutEnd(normalized(folder, 'NFC'));
    const home = this.#homes.find((each) => isWithin(plain(whole), each));
    return home === undefined ? whole : `~${whole.slice(home.length)}`;
  }

  /** Returns whether a folder is the project's or below it. */
  isWithin(folder: string | undefined, project: string): boolean {
    return folder !== undefined && isWithin(folder, this.#shortened(project));
  }

  #shortened(path: string): string {
    const whole = plain(path);
    const home = this.#homes.find((each) => isWithin(whole, each));
    return home === undefined ? whole : `~${whole.slice(home.length)}`;
  }
}

const withoutEnd = (path: string) => (path.length > 1 ? path.replace(/(?<![\\/])[\\/]+$/, '') || '/' : path);

/** Gives equal texts for the spellings of one path. */
const plain = (path: string) => withoutEnd(comparablePath(path));
