import { app } from 'electron';
import { STOP_LIMIT_MS, within } from './time-limit.ts';

/** Delays the app's end until its stop work is done, for a limited time. */
export class Quitting {
  #asked = false;
  #stopping: Promise<void> | undefined;
  #stopped = false;

  constructor(stop: () => Promise<unknown>) {
    app.on('before-quit', () => {
      this.#asked = true;
    });
    app.on('will-quit', (event) => {
      if (this.#stopped) return;
      event.preventDefault();
      // Another quit can arrive while the first stop is in progress.
      this.#stopping ??= within(STOP_LIMIT_MS, stop()).then(() => {
        this.#stopped = true;
        app.quit();
      });
    });
  }

  /** True from the first request to quit. Nothing may be opened after it. */
  get asked(): boolean {
    return this.#asked;
  }
}
