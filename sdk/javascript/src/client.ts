/// <reference lib="esnext.disposable" preserve="true" />

import type { Answer } from './answer.ts';
import { type ConnectionReport, examineConnection } from './connection-report.ts';
import { Delivery } from './delivery.ts';
import { encodeEvent } from './encoding.ts';
import { environment } from './environment.ts';
import { PlinthConfigurationError, PlinthError, PlinthProtocolError } from './errors.ts';
import { type Capabilities, EventHelpers, type PlinthEvent, type Receipt } from './events.ts';
import { type PlinthReporter, QueueReporter, type ReporterOptions } from './reporter.ts';
import { checkToken } from './token.ts';

/** Options of {@link PlinthClient}. */
export interface PlinthClientOptions {
  /** The developer token; `PLINTH_TOKEN` if left out. */
  token?: string | undefined;
  /** The integration's name, exactly as it was given when the token was generated. */
  integration: string;
  /** `http://` with a loopback address. If left out: `PLINTH_BASE_URL`, then the discovery file of a running Plinth. */
  baseUrl?: string | undefined;
  /** Milliseconds allowed for one call in total, retries included. Default 2000. */
  timeoutMs?: number | undefined;
  /** Tries after the first, 0 to 10. Default 2. */
  retries?: number | undefined;
}

const LONGEST_TIMEOUT_MS = 600_000;

/**
 * Reports what an agent does to the Plinth on this computer. It connects to loopback addresses alone, through no proxy.
 * Every method that returns a promise rejects with a {@link PlinthError}.
 */
export class PlinthClient extends EventHelpers<Promise<Receipt>> {
  readonly #integration: string;
  readonly #delivery: Delivery;
  readonly #retries: number;

  /** @throws {PlinthConfigurationError} The token, the base URL or another option cannot be used. Nothing is sent. */
  constructor(options: PlinthClientOptions) {
    super();
    const { token, integration, baseUrl, timeoutMs = 2_000, retries = 2 } = options;
    if (!integration || typeof integration !== 'string') {
      throw new PlinthConfigurationError('`integration` must be the name the token was generated for.');
    }
    if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS && retries >= 0 && retries <= 10)) {
      throw new PlinthConfigurationError('`timeoutMs` must be from 1 to 600000, and `retries` from 0 to 10.');
    }
    this.#integration = integration;
    this.#retries = retries;
    this.#delivery = new Delivery(checkToken(token ?? environment('PLINTH_TOKEN')), timeoutMs, baseUrl);
  }

  /** Where Plinth is taken to be; null while it is not running. It may change when Plinth restarts elsewhere. */
  get baseUrl(): string | null {
    return this.#delivery.endpoint?.baseUrl ?? null;
  }

  override async submit(event: PlinthEvent): Promise<Receipt> {
    const bytes = encodeEvent(this.#integration, event);
    const { value, headers } = orThrow(await this.#delivery.send(bytes, this.#retries));
    const { accepted, recorded, reportOnly, receiptId } = value as unknown as Receipt;
    if (!accepted || !reportOnly || typeof recorded !== 'boolean' || !/^rcpt_\w+$/.test(receiptId)) {
      throw notThat('a receipt');
    }
    return { accepted, recorded, reportOnly, receiptId, replayed: headers['plinth-replayed'] === 'true' };
  }

  /** What this Plinth can do and what the token may do. Needs the permission `capabilities:read`; records nothing. */
  async capabilities(): Promise<Capabilities> {
    const capabilities = orThrow(await this.#delivery.ask(this.#retries)).value as unknown as Capabilities;
    if (!Array.isArray(capabilities.permissions) || !capabilities.integration?.name) {
      throw notThat('its capabilities');
    }
    return capabilities;
  }

  /** Finds out what works, what does not, and why. Records nothing and never rejects. */
  testConnection(): Promise<ConnectionReport> {
    return examineConnection(this.#delivery, this.#integration, this.#retries);
  }

  /** A queue that sends in the background and never throws, for use inside an agent. Close it when done. */
  reporter(options: ReporterOptions = {}): PlinthReporter {
    return new QueueReporter(this.#delivery, this.#integration, options);
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

function orThrow(result: Answer | PlinthError): Answer {
  if (result instanceof PlinthError) throw result;
  return result;
}

function notThat(expected: string): PlinthError {
  return new PlinthProtocolError(`Plinth did not answer with ${expected}.`);
}
