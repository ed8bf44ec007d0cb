import type { Recording } from '../../shared/control.ts';
import { MAX_SCOPED_PAUSES, type PauseScope, pauseScopeName, type ScopedPause } from '../../shared/pause.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import { type FolderedEvent, PausedFolders } from './paused-folders.ts';

/** setTimeout stores milliseconds in 32 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface RecordingObserver {
  /** `scope` is null for a pause of everything. */
  paused(at: number, scope: string | null): void;
  resumed(at: number, scope: string | null): void;
}

/** A pause that covers an event. `scope` is null for a pause of everything. */
interface EventPause {
  scope: string | null;
}

/** More pauses of single integrations and projects than Plinth compares with each event. */
export class TooManyPauses extends Error {}

/** Tells whether events are recorded. A pause survives a restart and ends at its time. */
export class RecordingSwitch {
  readonly #settings: SettingsStore;
  readonly #observer: RecordingObserver;
  readonly #folders: PausedFolders;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: SettingsStore, observer: RecordingObserver, homeDirectories: readonly string[]) {
    this.#settings = settings;
    this.#observer = observer;
    this.#folders = new PausedFolders(homeDirectories);
    this.#schedule();
  }

  /** Returns the pause that covers an event. A pause of everything comes first, then the one of its integration. */
  pauseOf(event: FolderedEvent): EventPause | undefined {
    const folder = this.#folders.folderOf(event);
    const { pausedAt, pauses = [] } = this.#settings.recording;
    if (pausedAt !== null) return { scope: null };
    for (const { scope } of pauses) {
      const covers =
        'project' in scope
          ? this.#folders.isWithin(folder, scope.project)
          : scope.integrationId === event.integrationId;
      if (covers) return { scope: pauseScopeName(scope) };
    }
    return undefined;
  }

  state(): Recording {
    const { pausedAt, resumesAt } = this.#settings.recording;
    return {
      state: pausedAt === null ? 'recording' : 'paused',
      pausedAt,
      resumesAt,
      pauses: [...this.#scoped()],
    };
  }

  /** Names the pauses that are open, with null for the one of everything. */
  openScopes(): (string | null)[] {
    const names = this.#scoped().map(({ scope }) => pauseScopeName(scope));
    return this.#settings.recording.pausedAt === null ? names : [null, ...names];
  }

  /**
   * Pauses for a number of minutes, or until the user resumes when `minutes` is null. Without a scope it pauses
   * everything. Throws {@link TooManyPauses}.
   */
  pause(minutes: number | null, asked?: PauseScope): Recording {
    const scope = this.#canonical(asked);
    const now = Date.now();
    const resumesAt = minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
    const { recording } = this.#settings;
    const begin = new Date(now).toISOString();
    if (scope === undefined) {
      this.#settings.setRecording({ ...recording, pausedAt: recording.pausedAt ?? begin, resumesAt });
    } else {
      const name = pauseScopeName(scope);
      const earlier = this.#scoped().find((each) => pauseScopeName(each.scope) === name);
      const others = this.#scoped().filter((each) => each !== earlier);
      if (others.length >= MAX_SCOPED_PAUSES) throw new TooManyPauses();
      const pause: ScopedPause = { scope, pausedAt: earlier?.pausedAt ?? begin, resumesAt };
      this.#settings.setRecording({ ...recording, pauses: [...others, pause] });
    }
    this.#observer.paused(now, scope === undefined ? null : pauseScopeName(scope));
    this.#schedule();
    return this.state();
  }

  /** Ends the pause of everything, or the one of a scope. The others go on. */
  resume(asked?: PauseScope): Recording {
    const scope = this.#canonical(asked);
    const { recording } = this.#settings;
    const name = scope === undefined ? null : pauseScopeName(scope);
    if (this.openScopes().includes(name)) {
      this.#settings.setRecording(
        name === null
          ? { ...recording, pausedAt: null, resumesAt: null }
          : { ...recording, pauses: this.#scoped().filter((each) => pauseScopeName(each.scope) !== name) },
      );
      this.#observer.resumed(Date.now(), name);
    }
    this.#schedule();
    return this.state();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #canonical(scope: PauseScope | undefined): PauseScope | undefined {
    return scope !== undefined && 'project' in scope
      ? { project: this.#folders.projectOf(scope.project) }
      : scope;
  }

  #scoped(): readonly ScopedPause[] {
    return this.#settings.recording.pauses ?? [];
  }

  /** Ends the pauses whose time is over, and waits for the next one. */
  #schedule(): void {
    clearTimeout(this.#timer);
    const { resumesAt } = this.#settings.recording;
    const ends = [...this.#scoped(), { scope: undefined, resumesAt }].flatMap(({ scope, resumesAt: end }) =>
      end === null ? [] : [{ scope, at: Date.parse(end) }],
    );
    const next = ends.sort((a, b) => a.at - b.at)[0];
    if (next === undefined) return;
    const wait = Math.max(0, Math.min(MAX_TIMER_MS, next.at - Date.now()));
    this.#timer = setTimeout(() => {
      if (next.at <= Date.now()) this.resume(next.scope);
      else this.#schedule();
    }, wait).unref();
  }
}
