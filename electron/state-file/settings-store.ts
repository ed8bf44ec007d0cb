import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DoctorFinding, doctorFinding } from '../../shared/doctor.ts';
import { isObject } from '../../shared/is-object.ts';
import { Settings } from '../../shared/settings.ts';
import { makeWellFormed } from '../../shared/well-formed.ts';
import type { IntegrationRecord, IntegrationRecords } from '../integrations/integration-store.ts';
import { replaceByRename } from '../platform/held-file.ts';
import { setAsideName, writePrivateFile } from '../platform/private-file.ts';
import { isStrange, readOwnText, StrangeFile } from '../platform/regular-file.ts';
import type { KeyValueFile, OpenKeyValueFile } from './key-value-file.ts';
import {
  initialContent,
  keepUnknown,
  type RecordingState,
  readContent,
  recoveryFaults,
  type SettingsContent,
  type StoredObject,
  type StoreLoss,
  type StoreWitness,
  storedIntegrations,
} from './settings-content.ts';

const FILE_NAME = 'settings';
/** The last complete copy of the settings. It is used if the file cannot be read. */
export const SETTINGS_COPY = 'settings.last-good.json';
const LOSSES_KEPT = 10;
/** A full disk often has room again soon, and a try costs little. */
const RETRY_MS = 5000;

/** A newer Plinth wrote the settings. This version cannot read them and leaves them unchanged. */
export class NewerSettings extends Error {}

interface SettingsEvents {
  settings_changed: [];
  recording_changed: [];
}

/** Settings, integrations and the recording state, in one 0600 file. */
export class SettingsStore extends EventEmitter<SettingsEvents> implements IntegrationRecords {
  readonly #file: KeyValueFile;
  readonly #copy: string;
  /** The stored content, including unknown members. */
  #stored: StoredObject;
  #content: SettingsContent;
  /** File name of a damaged file that this start set aside. */
  readonly setAside: string | undefined;
  readonly #recovery: readonly DoctorFinding[];
  /** Set while a change that applies could not be written. */
  #retry: NodeJS.Timeout | undefined;

  constructor(dataDir: string, openFile: OpenKeyValueFile) {
    super();
    this.#copy = join(dataDir, SETTINGS_COPY);
    const open = () =>
      openFile({ cwd: dataDir, name: FILE_NAME, configFileMode: 0o600, clearInvalidConfig: false });
    const path = join(dataDir, `${FILE_NAME}.json`);
    const existed = existsSync(path);
    let file: KeyValueFile | undefined;
    try {
      // The library's reading of a pipe would never end.
      if (!isStrange(path)) file = open();
    } catch (error) {
      // An unreadable file is a fault of the environment, and the file must stay. Only a file that is not JSON is
      // damaged.
      if (!(error instanceof SyntaxError)) throw error;
    }
    const stored = existed ? file?.store : undefined;
    const content = this.#read(stored);
    if (file !== undefined && stored !== undefined && content !== undefined) {
      this.#file = file;
      this.#stored = stored;
      this.#content = content;
      this.#recovery = [];
      this.#refreshCopy();
      return;
    }
    const copied = file?.isInMemory === true ? undefined : this.#readCopy();
    const fromCopy = this.#read(copied);
    if (existed && file?.isInMemory === true) throw new Error('damaged_settings');
    if (existed) {
      const aside = setAsideName(path, new Date());
      replaceByRename(path, aside);
      this.setAside = basename(aside);
      file = undefined;
    }
    this.#file = file ?? open();
    this.#stored = fromCopy === undefined ? initialContent(existed) : copied!;
    this.#file.store = this.#stored;
    this.#content = this.#read(this.#stored)!;
    this.#recovery = recoveryFaults(existed, fromCopy !== undefined);
    this.#refreshCopy();
  }

  /** Returns the parts of the stored settings that could not be used. */
  get faults(): readonly DoctorFinding[] {
    const faults = [...this.#recovery, ...this.#content.faults];
    return this.isUnkept ? [doctorFinding('change_not_kept', {}), ...faults] : faults;
  }

  /** True while a change applies that could not be written to the file yet. */
  get isUnkept(): boolean {
    return this.#retry !== undefined;
  }

  get vaultAccount(): string {
    return this.#content.vaultAccount;
  }

  get vaultKeyId(): string | undefined {
    return this.#content.vaultKeyId;
  }

  get settings(): Settings {
    return this.#content.settings;
  }

  get recording(): RecordingState {
    return this.#content.recording;
  }

  get witness(): StoreWitness | undefined {
    return this.#content.witness;
  }

  get losses(): readonly StoreLoss[] {
    return this.#content.losses;
  }

  get lastCheck(): SettingsContent['lastCheck'] {
    return this.#content.lastCheck;
  }

  get anchor(): string | undefined {
    return this.#content.anchor;
  }

  get path(): string {
    return this.#file.path;
  }

  /** Returns true if both files exist and contain settings. Their content may be edited by hand. */
  isKept(): boolean {
    try {
      return [this.#file.path, this.#copy].every((path) => isObject(JSON.parse(readOwnText(path))));
    } catch {
      return false;
    }
  }

  /** Writes both files again from what this process holds. */
  restore(): void {
    this.#setStrangeAside();
    this.#writeCopy(this.#stored);
    this.#file.store = this.#stored;
  }

  load(): IntegrationRecord[] {
    return this.#content.integrations;
  }

  save(records: readonly IntegrationRecord[], appliesAnyway = false): void {
    const change = { integrations: storedIntegrations(this.#stored.integrations as unknown[], records) };
    appliesAnyway ? this.#apply(change) : this.#write(change);
  }

  /** Sets the recording state, which applies also while it cannot be written. */
  setRecording(recording: RecordingState): void {
    this.#apply({ recording });
    this.emit('recording_changed');
  }

  /** Writes the change that applies and is not in the file yet. */
  keepUnkept(): void {
    if (this.isUnkept) this.#apply({});
  }

  /** Stores the number of receipts. */
  setWitness(witness: StoreWitness): void {
    this.#write({ witness });
  }

  /** Stores what is kept about the record apart from it. */
  keep(kept: Partial<Pick<SettingsContent, 'vaultKeyId' | 'anchor' | 'lastCheck'>>): void {
    this.#write(kept);
  }

  /** Stores a loss of receipts and the store's state from then on. */
  addLoss(loss: StoreLoss, witness: StoreWitness): void {
    this.#write({ losses: [...this.losses, loss].slice(-LOSSES_KEPT), witness });
  }

  /** Removes the stored losses, for example after the user deletes everything. */
  forgetLosses(): void {
    if (this.losses.length > 0) this.#write({ losses: [] });
  }

  /** Removes the stored losses whose receipts are there again. */
  settleLosses(receipts: number): void {
    const losses = this.losses.filter(({ expected }) => expected > receipts);
    if (losses.length < this.losses.length) this.#write({ losses });
  }

  update(change: Partial<Settings>): Settings {
    const stored = this.#stored.settings as StoredObject;
    const changed = Object.entries(change).map(
      ([name, value]) =>
        [name, keepUnknown(stored[name], value, Settings.properties[name as keyof Settings])] as const,
    );
    this.#write({ settings: { ...stored, ...Object.fromEntries(changed) } });
    this.emit('settings_changed');
    return this.settings;
  }

  /** Parses the stored content. Returns undefined if it is damaged. Throws {@link NewerSettings}. */
  #read(stored: StoredObject | undefined): SettingsContent | undefined {
    if (stored === undefined) return undefined;
    const content = readContent(makeWellFormed(stored) as StoredObject);
    if (content === 'newer') throw new NewerSettings();
    return content === 'damaged' ? undefined : content;
  }

  #readCopy(): StoredObject | undefined {
    let text: string;
    try {
      text = readOwnText(this.#copy);
    } catch (error) {
      const isThere = !(error instanceof StrangeFile) && (error as NodeJS.ErrnoException).code !== 'ENOENT';
      if (!isThere) return undefined;
      throw error;
    }
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #refreshCopy(): void {
    try {
      if (JSON.stringify(this.#readCopy()) !== JSON.stringify(this.#stored)) this.#writeCopy(this.#stored);
    } catch {
      // The file itself is intact. The next change writes the copy or reports the failure.
    }
  }

  #writeCopy(stored: StoredObject): void {
    if (this.#file.isInMemory === true) return;
    writePrivateFile(this.#copy, `${JSON.stringify(stored, null, '\t')}\n`);
  }

  /*
   * Writes to disk first: a change that could not be saved must not apply. Writes the copy before the file, because an
   * older copy could make a revoked token valid again.
   */
  #write(change: StoredObject): void {
    const next = { ...this.#stored, ...change };
    const content = this.#read(next)!;
    this.#writeCopy(next);
    try {
      this.#setStrangeAside();
      // A change alone would begin a file without all other settings, where another program deleted the file.
      if (existsSync(this.#file.path) && !this.isUnkept) this.#file.set(change);
      else this.#file.store = next;
    } catch (error) {
      try {
        this.#writeCopy(this.#stored);
      } catch {
        // The caller gets the original failure. The next start refreshes the copy from the file.
      }
      throw error;
    }
    this.#stored = next;
    this.#content = content;
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  /** Applies a change, also where it cannot be written: who revokes or pauses must not wait for a full disk. */
  #apply(change: StoredObject): void {
    try {
      this.#write(change);
    } catch {
      this.#stored = { ...this.#stored, ...change };
      this.#content = this.#read(this.#stored)!;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.keepUnkept(), RETRY_MS).unref();
    }
  }

  /** Renames a pipe or a device in the place of the file: the library reads the file before each change. */
  #setStrangeAside(): void {
    const { path } = this.#file;
    if (isStrange(path)) replaceByRename(path, setAsideName(path, new Date()));
  }
}
