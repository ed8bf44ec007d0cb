import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { DEFAULT_SETTINGS, Settings } from '../../shared/settings.ts';
import { IntegrationRecord, type IntegrationRecords } from '../integrations/integration-store.ts';
import { setAsideName } from '../private-file.ts';

const nullableInstant = Type.Union([Type.String(), Type.Null()]);

const SettingsFile = Type.Object({
  version: Type.Literal(1),
  vaultAccount: Type.String(),
  settings: Settings,
  recording: Type.Object({ pausedAt: nullableInstant, resumesAt: nullableInstant }),
  integrations: Type.Array(IntegrationRecord),
});
type SettingsFile = Static<typeof SettingsFile>;

const validator = Compile(SettingsFile);
const FILE_NAME = 'settings';

/** What electron-store and conf, its base, have in common. */
export interface KeyValueFile {
  store: Record<string, unknown>;
  readonly path: string;
  set(values: Record<string, unknown>): void;
}

/** Opens the settings file: with electron-store in Electron, with conf elsewhere; the same file either way. */
export type OpenKeyValueFile = (options: {
  cwd: string;
  name: string;
  configFileMode: number;
  clearInvalidConfig: false;
}) => KeyValueFile;

/** The file's content with what an older or newer Plinth left out or added put right; undefined when it is corrupt. */
function completed(stored: Record<string, unknown>): SettingsFile | undefined {
  const settings: Record<string, unknown> =
    typeof stored.settings === 'object' && stored.settings !== null ? { ...stored.settings } : {};
  const known = Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([name, initial]) => [name, settings[name] ?? initial]),
  );
  const content = { ...stored, settings: known };
  return validator.Check(content) ? content : undefined;
}

interface SettingsEvents {
  changed: [];
}

/** Settings, integrations and the state of recording, in one 0600 file. */
export class SettingsStore extends EventEmitter<SettingsEvents> implements IntegrationRecords {
  readonly #file: KeyValueFile;
  #content: SettingsFile;
  /** Name under which a corrupt file was set aside at this start. */
  readonly setAside: string | undefined;

  constructor(dataDir: string, openFile: OpenKeyValueFile, now: () => Date = () => new Date()) {
    super();
    const open = () =>
      openFile({ cwd: dataDir, name: FILE_NAME, configFileMode: 0o600, clearInvalidConfig: false });
    const initial = (): SettingsFile => ({
      version: 1,
      vaultAccount: randomUUID(),
      settings: DEFAULT_SETTINGS,
      recording: { pausedAt: null, resumesAt: null },
      integrations: [],
    });
    const path = join(dataDir, `${FILE_NAME}.json`);
    let file: KeyValueFile | undefined;
    try {
      file = open();
    } catch (error) {
      // An unreadable file is the environment's fault and must stay; only one that is not JSON is set aside.
      if (!(error instanceof SyntaxError)) throw error;
    }
    const existing = file?.store;
    const content = existing === undefined ? undefined : completed(existing);
    if (file !== undefined && content !== undefined) {
      this.#content = content;
    } else {
      if (existsSync(path)) {
        const aside = setAsideName(path, now());
        renameSync(path, aside);
        this.setAside = basename(aside);
        file = open();
      }
      this.#content = initial();
      file ??= open();
      file.store = { ...this.#content };
    }
    this.#file = file;
  }

  get vaultAccount(): string {
    return this.#content.vaultAccount;
  }

  get settings(): Settings {
    return this.#content.settings;
  }

  get recording(): SettingsFile['recording'] {
    return this.#content.recording;
  }

  get path(): string {
    return this.#file.path;
  }

  load(): IntegrationRecord[] {
    return this.#content.integrations;
  }

  save(records: readonly IntegrationRecord[]): void {
    this.#write({ integrations: [...records] });
  }

  setRecording(recording: SettingsFile['recording']): void {
    this.#write({ recording });
    this.emit('changed');
  }

  update(change: Partial<Settings>): Settings {
    this.#write({ settings: { ...this.#content.settings, ...change } });
    this.emit('changed');
    return this.settings;
  }

  // The file first: what could not be saved does not hold.
  #write(change: Partial<SettingsFile>): void {
    this.#file.set(change);
    this.#content = { ...this.#content, ...change };
  }
}
