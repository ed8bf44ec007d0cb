import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlEnvelope, ControlResult } from '../../shared/control.ts';
import type { SampleChannel } from '../../shared/sample.ts';
import { REMOVED_WHOLE } from '../platform/held-file.ts';
import { fillRecord } from './fill-record.ts';
import { SAMPLE_AGENTS, sampleEvents } from './sample-events.ts';

/** Enough for every screen to have something to show, and filled in less than a second. */
const RECEIPTS = 1200;
const DAYS = 8;
/** A window that was closed does not say so. */
const IDLE_MS = 30 * 60_000;

/** The part of a host that the sample needs: its stores behind control, and their end. */
interface SampleHost {
  dispatch(channel: string, params: unknown): Promise<ControlEnvelope<unknown>>;
  stop(): Promise<void>;
}

interface OpenSample {
  folder: string;
  host: SampleHost;
}

/**
 * A made-up record for a window whose own record is empty. It has stores of its own in a temporary folder, so that nothing
 * of it is ever among the user's receipts. It exists from the first question about it until it is closed.
 */
export class SampleRecord {
  readonly #openHost: (dataDir: string) => Promise<SampleHost>;
  readonly #receiptWorker: URL;
  #open: Promise<OpenSample> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** `openHost` opens the stores of a data directory without a listener. */
  constructor(openHost: (dataDir: string) => Promise<SampleHost>, receiptWorker: URL) {
    this.#openHost = openHost;
    this.#receiptWorker = receiptWorker;
  }

  /** Answers a question about the sample as control answers it about the record. */
  async call(channel: SampleChannel, params: unknown): Promise<ControlEnvelope<unknown>> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    this.#open ??= this.#make();
    const { host } = await this.#open;
    return host.dispatch(channel, params);
  }

  /** Closes the sample and removes its folder. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const open = await this.#open?.catch(() => undefined);
    this.#open = undefined;
    if (open === undefined) return;
    await open.host.stop();
    await rm(open.folder, REMOVED_WHOLE);
  }

  async #make(): Promise<OpenSample> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-sample-'));
    try {
      const empty = await this.#openHost(folder);
      const ids: string[] = [];
      try {
        for (const { name } of SAMPLE_AGENTS) {
          const answer = await empty.dispatch('integrations.generate', {
            name,
            permissions: ['events:write'],
          });
          if (!answer.ok) throw new Error(answer.error.reason);
          ids.push((answer.result as ControlResult<'integrations.generate'>).integration.id);
        }
      } finally {
        await empty.stop();
      }
      // Receipts of earlier days can be made only where the store itself is filled.
      const events = sampleEvents(RECEIPTS, Date.now(), DAYS, ids);
      await fillRecord(folder, events, { inOrder: true, receiptWorker: this.#receiptWorker });
      return { folder, host: await this.#openHost(folder) };
    } catch (error) {
      this.#open = undefined;
      await rm(folder, REMOVED_WHOLE);
      throw error;
    }
  }
}
