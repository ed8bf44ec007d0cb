import type { BaseUrlSource } from './base-url.ts';
import type { Delivery } from './delivery.ts';
import {
  NotPlinthError,
  PlinthDownError,
  PlinthError,
  type PlinthErrorCode,
  PlinthProtocolError,
} from './errors.ts';
import type { Capabilities } from './events.ts';

const CLOCK_TOLERANCE_MS = 60_000;
const WRITE = 'events:write';

/** What `testConnection()` found. Null means that it could not be found out. */
export interface ConnectionReport {
  /** Everything needed to report events works. */
  readonly ok: boolean;
  /** Where Plinth is taken to be. */
  readonly baseUrl: string | null;
  readonly baseUrlSource: BaseUrlSource | null;
  /** Something answers there. */
  readonly reachable: boolean;
  /** What answers is Plinth. */
  readonly isPlinth: boolean;
  /** Plinth knows the token. */
  readonly authorized: boolean | null;
  /** What the token may do. */
  readonly permissions: readonly string[] | null;
  /** The name the token was generated for. */
  readonly integration: string | null;
  /** That name is the client's `integration`, character for character. */
  readonly nameMatches: boolean | null;
  /** Plinth's clock less this process's, in milliseconds, to the second. */
  readonly clockSkewMs: number | null;
  /** The error met, if any. */
  readonly error: PlinthErrorCode | null;
  /** One sentence for each thing that does not work; empty when all does. */
  readonly problems: readonly string[];
}

/**
 * Asks for the capabilities, and throws the error that the answer means.
 *
 * @internal
 */
export async function askCapabilities(delivery: Delivery): Promise<Capabilities> {
  const answer = await delivery.send();
  if (answer instanceof PlinthError) throw answer;
  const capabilities = answer.value as unknown as Capabilities;
  if (!Array.isArray(capabilities.permissions) || !capabilities.integration?.name) {
    throw new PlinthProtocolError('Plinth did not answer with its capabilities.');
  }
  return capabilities;
}

/**
 * Asks for the capabilities, and says what the answer means.
 *
 * @internal
 */
export async function examineConnection(delivery: Delivery, name: string): Promise<ConnectionReport> {
  const answer = await delivery.send();
  let error = answer instanceof PlinthError ? answer : null;
  let permissions: string[] | null = null;
  let authorized: boolean | null = null;
  let integration: string | null = null;
  let clockSkewMs: number | null = null;
  if (!(answer instanceof PlinthError)) {
    const { value, headers } = answer;
    authorized = true;
    permissions = Array.isArray(value.permissions) ? value.permissions.map(String) : null;
    integration = String((value.integration as { name?: unknown } | undefined)?.name ?? '') || null;
    // The Date header is cut to the second: half a second is its likeliest remainder. Less 1 ms, because 0.5 rounds up.
    const seconds = Math.round((Date.parse(String(headers.date)) + 499 - Date.now()) / 1000);
    clockSkewMs = Number.isNaN(seconds) ? null : seconds * 1000 || 0;
  } else if (answer.problem === 'insufficient_permission') {
    authorized = true;
    // The token may not read capabilities. An empty event is refused before anything is recorded, and how it is refused
    // tells whether the token may write.
    const probe = await delivery.send(Buffer.from('{}'));
    if (probe instanceof PlinthError && probe.problem === 'invalid_event') {
      permissions = [WRITE];
      error = null;
    }
  } else if (answer.code === 'unauthorized') {
    authorized = false;
  }
  const nameMatches = integration && integration === name;
  const mayWrite = permissions?.includes(WRITE) ?? null;
  const skewed = Math.abs(clockSkewMs ?? 0) > CLOCK_TOLERANCE_MS;
  const reachable = !(error instanceof PlinthDownError || error?.code === 'configuration');
  return {
    ok: error === null && mayWrite === true && nameMatches !== false,
    baseUrl: delivery.endpoint?.baseUrl ?? null,
    baseUrlSource: delivery.endpoint?.source ?? null,
    reachable,
    isPlinth: reachable && !(error instanceof NotPlinthError),
    authorized,
    permissions,
    integration,
    nameMatches: nameMatches as boolean | null,
    clockSkewMs,
    error: error?.code ?? null,
    problems: [
      error?.message ?? '',
      mayWrite === false ? `The token lacks the permission ${WRITE}.` : '',
      nameMatches === false ? 'The token is for another `integration` name.' : '',
      skewed ? 'The clocks differ by more than a minute.' : '',
    ].filter((sentence) => sentence !== ''),
  };
}
