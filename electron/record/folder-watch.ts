import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Tells of the first change in a set of folders, by the system's own notices: nothing runs until then. */
export class FolderWatch {
  readonly #changed: () => void;
  #watchers: FSWatcher[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Watches a folder, its own name in the folder above, and further folders. Returns false if the system cannot: then
   * only a check finds changes.
   */
  arm(folder: string, further: readonly string[]): boolean {
    if (this.#watchers.length > 0) return true;
    const above = dirname(folder);
    // The folder above can contain what others write. The second name is its own: it was moved or removed.
    // Windows tells names in the case of the disk, whatever the case of the path is.
    const names = [basename(folder), basename(above)].map((name) => name.toLowerCase());
    try {
      for (const path of new Set([folder, ...further])) this.#watch(path, () => true);
      this.#watch(above, (name) => name === null || names.includes(name.toLowerCase()));
      return true;
    } catch {
      this.disarm();
      return false;
    }
  }

  /** Ends the watch. A host that records every few milliseconds would only hear of its own changes. */
  disarm(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }

  #watch(path: string, concerns: (name: string | null) => boolean): void {
    const onChange = () => {
      if (this.#watchers.length === 0) return;
      this.disarm();
      this.#changed();
    };
    const watcher = watch(path, { persistent: false }, (_event, name) => {
      if (concerns(name)) onChange();
    });
    watcher.on('error', onChange);
    this.#watchers.push(watcher);
  }
}
