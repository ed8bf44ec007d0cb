import { app } from 'electron';
import { STOP_LIMIT_MS, within } from './time-limit.ts';

/** Holds the app's end back until what must end before it has ended, for a limited time. */
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
      // Somebody may ask again while the first answer is on its way.
      this.#stopping ??= within(STOP_LIMIT_MS, stop()).then(() => {
        this.#stopped = true;
        app.quit();
      });
    });
  }

  /** True from the moment somebody asked the app to quit: nothing may be opened any more. */
  get asked(): boolean {
    return this.#asked;
  }
}
