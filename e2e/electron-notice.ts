import type { Reporter } from '@playwright/test/reporter';
import { electronAvailability } from './fixtures/electron-availability.ts';

/** Prints at the very end that the Electron specs did not run, so that the reader sees it. */
export default class ElectronNotice implements Reporter {
  #electronWanted = false;

  onBegin(config: { projects: { name: string }[] }): void {
    this.#electronWanted = config.projects.some(({ name }) => name === 'electron');
  }

  onEnd(): void {
    const availability = electronAvailability();
    if (this.#electronWanted && 'missing' in availability) {
      console.log(`\nElectron end-to-end specs: SKIPPED, because ${availability.missing}.`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
