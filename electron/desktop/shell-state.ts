import Store from 'electron-store';

interface ShellStateFile {
  closeExplained: boolean;
}

/** What the shell itself remembers; settings that people choose are the host's. */
export class ShellState {
  readonly #store: Store<ShellStateFile>;

  constructor(dataDir: string) {
    this.#store = new Store<ShellStateFile>({
      cwd: dataDir,
      name: 'shell',
      configFileMode: 0o600,
      clearInvalidConfig: true,
      defaults: { closeExplained: false },
    });
  }

  /** True the first time it is asked. */
  shouldExplainClose(): boolean {
    if (this.#store.get('closeExplained')) return false;
    this.#store.set('closeExplained', true);
    return true;
  }
}
