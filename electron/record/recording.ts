import type { Recording } from '../../shared/control.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';

/** setTimeout stores milliseconds in 32 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface RecordingObserver {
  paused(at: number): void;
  resumed(at: number): void;
}

/** Tells whether events are recorded. A pause survives a restart and ends at its time. */
export class RecordingSwitch {
  readonly #settings: SettingsStore;
  readonly #observer: RecordingObserver;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: SettingsStore, observer: RecordingObserver, now: () => number) {
    this.#settings = settings;
    this.#observer = observer;
    this.#now = now;
    this.#schedule();
  }

  isPaused(): boolean {
    return this.#settings.recording.pausedAt !== null;
  }

  state(): Recording {
    const { pausedAt, resumesAt } = this.#settings.recording;
    return { state: pausedAt === null ? 'recording' : 'paused', pausedAt, resumesAt };
  }

  /** Pauses for a number of minutes, or until the user resumes when `minutes` is null. */
  pause(minutes: number | null): Recording {
    const now = this.#now();
    const pausedAt = this.#settings.recording.pausedAt ?? new Date(now).toISOString();
    const resumesAt = minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
    this.#settings.setRecording({ pausedAt, resumesAt });
    this.#observer.paused(now);
    this.#schedule();
    return this.state();
  }

  resume(): Recording {
    if (this.isPaused()) {
      this.#settings.setRecording({ pausedAt: null, resumesAt: null });
      this.#observer.resumed(this.#now());
    }
    this.#schedule();
    return this.state();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const { resumesAt } = this.#settings.recording;
    if (resumesAt === null) return;
    const wait = Math.max(0, Math.min(MAX_TIMER_MS, Date.parse(resumesAt) - this.#now()));
    this.#timer = setTimeout(() => {
      if (Date.parse(resumesAt) <= this.#now()) this.resume();
      else this.#schedule();
    }, wait).unref();
  }
}
