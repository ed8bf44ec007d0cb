import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { Logger } from 'pino';
import type { MirrorSettings, MirrorState, MirrorStatus } from '../../shared/mirror.ts';
import { mirrorFile } from '../receipts/copy/mirror-place.ts';
import type { CopyFacts } from '../receipts/copy/record-copy.ts';
import type { CopyPosition, CopySlice } from '../receipts/store/record-slice.ts';
import { type CopyClient, CopyError } from '../receipts/worker/copy-client.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';

/** A receipt reaches the mirror within a second, also when more arrive all the time. */
const COPY_DELAY_MS = 400;
/** How soon a removed volume, or one that is back, is noticed. */
const LOOK_INTERVAL_MS = 5000;
const TRIM_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A volume that hangs must not hold up a deletion or the end of the host. */
const PATIENCE_MS = 3000;

/** The mirror is open, and how far it has come. */
interface OpenMirror {
  folder: string;
  position: CopyPosition;
  receipts: number;
  bytes: number;
  device: number;
  isOpenToOthers: boolean;
  trimmedAt: number;
}

/** The record in use does not continue the mirror. */
class OtherRecord extends Error {}

interface MirrorParts {
  dataDir: string;
  receipts: ReceiptClient;
  settings: SettingsStore;
  log: Logger;
  changed(): void;
}

const states: Partial<Record<CopyError['failure'], MirrorState>> = {
  missing: 'away',
  other_version: 'other_version',
};

const addsNothing = ({ from, to, receipts, small }: CopySlice) =>
  receipts.length === 0 &&
  small === undefined &&
  from.leaves === to.leaves &&
  from.checkpoint === to.checkpoint;

/**
 * Keeps a second copy of the record in a folder that the user chose. It reads the record in slices after the events were
 * acknowledged, and a thread of its own writes them: a slow volume delays no event.
 */
export class Mirror {
  readonly #parts: MirrorParts;
  #client: CopyClient | undefined;
  #open: OpenMirror | undefined;
  #state: MirrorState;
  #copiedAt: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isDue = false;
  #working: Promise<void> | undefined;
  #isStopped = false;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
    this.#state = parts.settings.settings.mirror === null ? 'off' : 'copying';
    parts.receipts.on('committed', (added) => {
      if (added > 0) this.#soon();
    });
    parts.receipts.on('checkpoint', () => this.#soon());
    parts.receipts.on('set_aside', () => this.recheck());
    this.#schedule(COPY_DELAY_MS);
  }

  /** The folder of the mirror, or undefined while it is off. */
  get folder(): string | undefined {
    return this.#parts.settings.settings.mirror?.folder;
  }

  status(): MirrorStatus {
    const open = this.#open;
    return {
      state: this.#state,
      settings: this.#parts.settings.settings.mirror,
      receipts: open?.receipts ?? null,
      bytes: open?.bytes ?? null,
      copiedAt: this.#copiedAt,
      isOnSameVolume: open !== undefined && open.device === statSync(this.#parts.dataDir).dev,
      isOpenToOthers: open?.isOpenToOthers ?? false,
    };
  }

  /** Begins a mirror in a folder, or continues the one that is there. Throws {@link CopyError}. */
  async turnOn(wanted: Omit<MirrorSettings, 'hasDeleted'>): Promise<void> {
    if (!isAbsolute(wanted.folder)) throw new CopyError('missing');
    await this.#close();
    try {
      await this.#openIn(wanted.folder, true);
    } catch (error) {
      await this.#close();
      this.#schedule(0);
      throw error instanceof OtherRecord ? new CopyError('exists') : error;
    }
    this.#parts.settings.update({ mirror: { ...wanted, hasDeleted: false } });
    await this.copyNow();
  }

  /** Ends the mirror. Its file stays unless it is deleted. */
  async turnOff(deletes: boolean): Promise<void> {
    const { folder } = this;
    if (folder !== undefined && deletes) await this.#thread().call('remove', mirrorFile(folder));
    this.#parts.settings.update({ mirror: null });
    await this.#close();
    this.#setState('off');
  }

  /** Returns true if `folder` is in the data directory: whoever deletes the record would delete the mirror. */
  isInDataDir(folder: string): boolean {
    try {
      const path = relative(realpathSync(this.#parts.dataDir), realpathSync(folder));
      return !path.startsWith('..') && !isAbsolute(path);
    } catch {
      return false;
    }
  }

  /** Compares the mirror with the record again, because another store has taken the place of the record. */
  recheck(): void {
    this.#open = undefined;
    this.#soon();
  }

  /** Notes that the user deleted receipts, and deletes them in the mirror if it is there. */
  async erased(): Promise<void> {
    const { settings } = this.#parts;
    const { mirror } = settings.settings;
    if (mirror === null) return;
    if (!mirror.hasDeleted) settings.update({ mirror: { ...mirror, hasDeleted: true } });
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
    await Promise.race([this.copyNow(), patience]);
  }

  /** Brings the mirror up to date. */
  async copyNow(): Promise<void> {
    this.#isDue = true;
    while (this.#isDue && !this.#isStopped) {
      this.#working ??= this.#work().finally(() => {
        this.#working = undefined;
      });
      await this.#working;
    }
  }

  /** Runs an action while the file of the mirror is closed. */
  async whileClosed<T>(act: () => Promise<T>): Promise<T> {
    await this.#close();
    try {
      return await act();
    } finally {
      this.#schedule(0);
    }
  }

  async stop(): Promise<void> {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
    if (this.#open !== undefined) await Promise.race([this.copyNow(), patience]);
    this.#isStopped = true;
    await this.#close();
    const ended = this.#client?.end();
    await Promise.race([ended, patience]);
  }

  /** Waits for the work that runs, then closes the file. */
  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    await this.#working;
    this.#open = undefined;
    await this.#client?.call('close').catch(() => {});
  }

  #thread(): CopyClient {
    this.#client ??= this.#parts.receipts.startCopyThread();
    return this.#client;
  }

  #soon(): void {
    if (this.#isSoon || this.#parts.settings.settings.mirror === null) return;
    this.#schedule(COPY_DELAY_MS);
    this.#isSoon = true;
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#isSoon = false;
    if (this.#isStopped || this.#parts.settings.settings.mirror === null) return;
    this.#timer = setTimeout(() => {
      this.#isSoon = false;
      void this.copyNow();
    }, delayMs).unref();
  }

  async #work(): Promise<void> {
    this.#isDue = false;
    const { settings } = this.#parts.settings;
    if (settings.mirror === null) return;
    try {
      if (this.#open?.folder !== settings.mirror.folder) await this.#openIn(settings.mirror.folder, false);
      await this.#copy(this.#open!);
      await this.#trim(this.#open!, settings.mirror);
      this.#copiedAt = new Date().toISOString();
      if (settings.mirror.hasDeleted) {
        this.#parts.settings.update({ mirror: { ...settings.mirror, hasDeleted: false } });
      }
      this.#setState('current');
    } catch (error) {
      this.#open = undefined;
      const state = error instanceof CopyError ? (states[error.failure] ?? 'failing') : 'failing';
      this.#setState(error instanceof OtherRecord ? 'other_record' : state);
    }
    if (!this.#isDue) this.#schedule(LOOK_INTERVAL_MS);
  }

  async #openIn(folder: string, mayCreate: boolean): Promise<void> {
    const { receipts, settings } = this.#parts;
    this.#open = undefined;
    const facts = await this.#thread().call('openMirror', folder, settings.vaultAccount, mayCreate);
    if (facts.instanceId !== settings.vaultAccount) throw new OtherRecord();
    if (!(await receipts.call('continuesCopy', facts.position.leaves, facts.root))) throw new OtherRecord();
    this.#open = { folder, ...facts, trimmedAt: Number.NEGATIVE_INFINITY };
  }

  async #copy(open: OpenMirror): Promise<void> {
    const { receipts } = this.#parts;
    const thread = this.#thread();
    for (let isLast = false; !isLast; ) {
      const slice = await receipts.call('copySlice', open.position);
      if (addsNothing(slice)) await thread.call('probe');
      else await thread.call('apply', slice);
      isLast = slice.isLast;
      open.position = slice.to;
      open.receipts += slice.receipts.length;
      if (!isLast) this.#setState('copying');
      if (slice.tree.tree_marks.length > 0) open.trimmedAt = 0;
    }
  }

  async #trim(open: OpenMirror, { maxAgeDays, maxBytes }: MirrorSettings): Promise<void> {
    const now = Date.now();
    if (now - open.trimmedAt < TRIM_INTERVAL_MS) return;
    const olderThan = maxAgeDays === null ? null : now - maxAgeDays * DAY_MS;
    const facts: CopyFacts = await this.#thread().call('trim', { olderThan, maxBytes });
    Object.assign(open, { receipts: facts.receipts, bytes: facts.bytes, trimmedAt: now });
  }

  #setState(state: MirrorState): void {
    if (state === this.#state) return;
    if (state === 'failing' || state === 'other_record') {
      this.#parts.log.error({ state }, 'the mirror of the record is not kept');
    }
    this.#state = state;
    this.#parts.changed();
  }
}
