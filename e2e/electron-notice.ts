import type { Reporter } from '@playwright/test/reporter';
import { electronAvailability } from './fixtures/electron-availability.ts';

/** Says at the very end, where it is read, that the Electron half of the suite did not run. */
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
