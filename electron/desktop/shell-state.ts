import Store from 'electron-store';

interface ShellStateFile {
  closeExplained: boolean;
}

/** The state that only the shell stores. The host stores the user's settings. */
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

  /** Returns true on the first call only. */
  shouldExplainClose(): boolean {
    if (this.#store.get('closeExplained')) return false;
    this.#store.set('closeExplained', true);
    return true;
  }
}
