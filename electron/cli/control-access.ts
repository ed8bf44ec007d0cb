import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import { currentGap } from '../../shared/recording-gap.ts';
import { failureSentence } from '../../shared/words/failures.ts';
import { gapSentence } from '../../shared/words/recording-gaps.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import type { Host } from '../host/create-host.ts';
import type { HostFlags } from '../host/headless-options.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { exactStatus } from '../platform/file-identity.ts';
import { HostError } from '../platform/host-error.ts';
import { readSign } from '../record/sign-of-life.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { note } from './terminal-notes.ts';
import { shownTime } from './terminal-time.ts';

/** Ten seconds in total: on a slow disk a host takes seconds to open a large store, or to stop. */
const ATTEMPTS = 100;
const ATTEMPT_PAUSE_MS = 100;

/** Channels that change nothing on the disk. Every other one opens the stores to write. */
const READING =
  /\.(?:list|get|query|export|count|status|gaps|check|progress|checkpoint|preview|make|backup|test)$|^(?:doctor|console)\./;
/** Channels whose dry run changes nothing. */
const WITH_DRY_RUN = /^(?:receipts\.delete|retention\.run)$/;
/** Channels that answer without a record, or begin one. */
const WITHOUT_RECORD =
  /^(?:bridges\.(?:status|preview|connect)|integrations\.generate|recording\.pause|mirror\.on|record\.restore)$/;

/** Channels whose answers end with the last host where none runs. */
const OF_RECORD = /^(?:receipts|sessions|incidents|stats|changes|recover|retention|bridges|host|record)\./;

const isReading = (channel: string, params: object): boolean =>
  READING.test(channel) || (WITH_DRY_RUN.test(channel) && 'dryRun' in params && params.dryRun === true);

/** Describes the files of a record. A write to one of them changes it. */
const stateOf = (dataDir: string): string =>
  JSON.stringify(
    ['receipts.db', 'receipts.db-wal', 'settings.json'].map((name) => {
      const status = exactStatus(join(dataDir, name));
      return status && [status.ino, status.size, status.mtimeNs].join();
    }),
  );

/** Returns the result, or throws the failure as a {@link CommandFailure}. */
export function unwrap<R>(envelope: ControlEnvelope<R>): R {
  if (envelope.ok) return envelope.result;
  const { code } = envelope.error;
  const exitCode = code === 'unavailable' ? EXIT.unavailable : EXIT.refused;
  throw new CommandFailure(code, failureSentence(envelope.error), exitCode);
}

/** Says since when nothing is recorded. */
export function noteSilence(dataDir: string): void {
  const last = readSign(dataDir);
  if (last !== undefined) note(gapSentence(currentGap(last, Date.now()), shownTime));
}

/** What calls control: in a running host only, or also in the stores of a host that does not run. */
export type Control = Pick<ControlAccess, 'call'>;

/**
 * Calls control in the running host. When no host runs, it opens the stores and calls control there: as they are and
 * without a lock, or under the lock for a call that changes something. Its calls throw {@link HostError} when neither is available.
 */
export class ControlAccess {
  readonly #flags: HostFlags;
  readonly #dataDir: string;
  #host: Host | undefined;
  /** State of the files that are only read. Undefined under the lock. */
  #state: string | undefined;
  #opening: Promise<void> | undefined;
  #isSilenceNoted = false;

  constructor(flags: HostFlags) {
    this.#flags = flags;
    this.#dataDir = resolveDataDir(flags.dataDir);
  }

  /** Returns the result of a call, or throws its failure. */
  async call<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<ControlResult<C>> {
    return unwrap(await this.#answer(channel, params));
  }

  async #answer<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>> {
    const reads = isReading(channel, params);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (this.#mustOpen(reads)) {
        try {
          return await callControlSocket(this.#dataDir, channel, params);
        } catch (error) {
          // A host that ends can have done what it was asked.
          const isEnding = error instanceof HostError && error.code === 'unavailable';
          if (!(error instanceof NoHostRunning || (reads && isEnding))) throw error;
        }
        // The progress of a check is asked for while its call opens the stores.
        this.#opening ??= this.#open(channel, params, reads).finally(() => {
          this.#opening = undefined;
        });
        await this.#opening;
      }
      const answer = await this.#host?.dispatch(channel, params);
      if (answer !== undefined && this.#isCurrent()) return answer as ControlEnvelope<ControlResult<C>>;
      // A host starts or stops and does not answer yet, or another command wrote what this one read.
      await this.close();
      await delay(ATTEMPT_PAUSE_MS);
    }
    const { alreadyRunning } = await import('../host/start-steps.ts');
    throw alreadyRunning(this.#dataDir);
  }

  async close(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    await host?.stop();
  }

  #isCurrent(): boolean {
    return this.#state === undefined || this.#state === stateOf(this.#dataDir);
  }

  #mustOpen(reads: boolean): boolean {
    return this.#host === undefined || (this.#state !== undefined && !reads);
  }

  async #open(channel: string, params: object, reads: boolean): Promise<void> {
    if (!this.#mustOpen(reads)) return;
    await this.close();
    // The stores are half of the program, and a running host needs none of them here.
    const { missingRecord } = await import('../host/start-steps.ts');
    const { createHost, openingSentences } = await import('../host/create-host.ts');
    const { nodeHostOptions, readingOptions } = await import('../host/headless-options.ts');
    const missing = missingRecord(this.#dataDir);
    // Without settings no mirror is known, which is the source of a restoration that names none.
    const hasSource = missing?.code !== 'no_record' || !('source' in params) || params.source !== null;
    if (missing !== undefined && !(WITHOUT_RECORD.test(channel) && hasSource)) throw missing;
    this.#state = reads ? stateOf(this.#dataDir) : undefined;
    try {
      this.#host = await createHost(
        reads ? readingOptions(this.#flags) : nodeHostOptions('stores-only', this.#flags),
      );
      for (const sentence of openingSentences(this.#host)) console.error(sentence);
      if (!reads || !OF_RECORD.test(channel) || this.#isSilenceNoted) return;
      noteSilence(this.#dataDir);
      this.#isSilenceNoted = true;
    } catch (error) {
      const isBusy = error instanceof HostError && error.code === 'already_running';
      if (!isBusy && this.#isCurrent()) throw error;
    }
  }
}
