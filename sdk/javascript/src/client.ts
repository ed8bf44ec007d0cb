/// <reference lib="esnext.disposable" preserve="true" />

import { optionFault } from './call-options.ts';
import type { ConnectionReport } from './connection-report.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { type Encode, encoderFor } from './encoding.ts';
import { PlinthConfigurationError, PlinthError, PlinthProtocolError } from './errors.ts';
import {
  type CallOptions,
  type Capabilities,
  EventHelpers,
  type PlinthEvent,
  type Receipt,
} from './events.ts';
import { QueueReporter } from './reporter.ts';
import type { PlinthReporter, ReporterOptions } from './reporter-contract.ts';
import { tokenSource } from './token.ts';

/** Options of {@link PlinthClient}. */
export interface PlinthClientOptions {
  /**
   * The developer token, or a function that is asked for it before each request. If left out: `PLINTH_TOKEN`, then the
   * file that `PLINTH_TOKEN_FILE` names.
   */
  token?: string | (() => string) | undefined;
  /** The integration's name, exactly as it was given when the token was generated. */
  integration: string;
  /** `http://` with a loopback address. If left out: `PLINTH_BASE_URL`, then the discovery file of a running Plinth. */
  baseUrl?: string | undefined;
  /** Milliseconds allowed for one call in total, retries included. Default 2000. */
  timeoutMs?: number | undefined;
  /** Tries after the first, 0 to 10. Default 2. */
  retries?: number | undefined;
}

/**
 * Reports what an agent does to the Plinth on this computer. It connects to loopback addresses alone, through no proxy.
 * Every method that returns a promise rejects with a {@link PlinthError}.
 */
export class PlinthClient extends EventHelpers<Promise<Receipt>> {
  readonly #integration: string;
  readonly #open: () => Delivery;
  readonly #delivery: Delivery;
  readonly #encode: Encode;

  /** @throws {PlinthConfigurationError} The token, the base URL or another option cannot be used. Nothing is sent. */
  constructor(options: PlinthClientOptions) {
    super();
    const { token, integration, baseUrl, timeoutMs = 2_000, retries = 2 } = options;
    if (!integration || typeof integration !== 'string') {
      throw new PlinthConfigurationError('`integration` must be the name the token was generated for.');
    }
    const wrong = optionFault(timeoutMs, retries);
    if (wrong) throw new PlinthConfigurationError(wrong);
    this.#integration = integration;
    this.#encode = encoderFor(integration);
    const source = tokenSource(token);
    this.#open = () => openDelivery(source, timeoutMs, retries, baseUrl);
    this.#delivery = this.#open();
  }

  /** Where Plinth is taken to be; null while it is not running. It may change when Plinth restarts elsewhere. */
  get baseUrl(): string | null {
    return this.#delivery.endpoint?.baseUrl ?? null;
  }

  override submit(event: PlinthEvent, options?: CallOptions): Promise<Receipt> {
    const receipt = this.#submit(event, options);
    // A caller who forgets `await` must not end with an unhandled rejection. The promise itself still rejects.
    receipt.catch(() => {});
    return receipt;
  }

  async #submit(event: PlinthEvent, options: CallOptions | undefined): Promise<Receipt> {
    const answer = await this.#delivery.send(this.#encode(event), options);
    if (answer instanceof PlinthError) throw answer;
    const { value, headers } = answer;
    const { accepted, recorded, reportOnly, receiptId } = value as unknown as Receipt;
    if (!accepted || !reportOnly || typeof recorded !== 'boolean' || !/^rcpt_\w+$/.test(receiptId)) {
      throw new PlinthProtocolError('Plinth did not answer with a receipt.');
    }
    return { accepted, recorded, reportOnly, receiptId, replayed: headers['plinth-replayed'] === 'true' };
  }

  /** What this Plinth can do and what the token may do. Needs the permission `capabilities:read`; records nothing. */
  async capabilities(): Promise<Capabilities> {
    const { askCapabilities } = await import('./connection-report.ts');
    return askCapabilities(this.#delivery);
  }

  /** Finds out what works, what does not, and why. Records nothing and never rejects. */
  async testConnection(): Promise<ConnectionReport> {
    const { examineConnection } = await import('./connection-report.ts');
    return examineConnection(this.#delivery, this.#integration);
  }

  /**
   * A queue that sends in the background and never throws, for use inside an agent. Close it when done. It has
   * connections of its own, so it also works after the client was closed.
   *
   * @throws {PlinthConfigurationError} An option cannot be used.
   */
  reporter(options: ReporterOptions = {}): PlinthReporter {
    return new QueueReporter(this.#open(), this.#encode, options);
  }

  /** Closes the connections. What is still under way fails; later calls reject. */
  close(): void {
    this.#delivery.close();
  }

  /** Closes the client at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}
