import { discover } from './discovery.ts';
import { environment } from './environment.ts';
import { PlinthConfigurationError } from './errors.ts';

/** Where a base URL came from. */
export type BaseUrlSource = 'option' | 'environment' | 'discovery';

/** A checked place to connect to. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly source: BaseUrlSource;
  /** A literal loopback address, or `localhost`. */
  readonly host: string;
  readonly port: number;
}

// One grammar instead of a URL parser: nothing can be spelled so that the check and the connection read it differently.
const LOOPBACK_URL =
  /^http:\/\/(localhost|127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(?::([1-9]\d{0,4}))?\/?$/i;

function parse(text: unknown, source: BaseUrlSource): Endpoint | undefined {
  const [, host = '', digits = '80'] = LOOPBACK_URL.exec(`${text}`.toLowerCase()) ?? [];
  const port = Number(digits);
  return host && port < 65_536
    ? { baseUrl: `http://${host}:${port}`, source, host: host.replace(/[[\]]/g, ''), port }
    : undefined;
}

/** Option, then `PLINTH_BASE_URL`; undefined when neither is given. */
export function givenEndpoint(option: string | undefined): Endpoint | undefined {
  const source = option === undefined ? 'environment' : 'option';
  const text = option ?? environment('PLINTH_BASE_URL');
  const endpoint = parse(text, source);
  if (text === undefined || endpoint) return endpoint;
  throw new PlinthConfigurationError(
    `The base URL (${source}) must be http:// with a loopback address (127.0.0.1, [::1] or localhost), a port and no path.`,
  );
}

/** The place that the discovery file of a running Plinth names; undefined when there is none, and nothing may be sent. */
export function findEndpoint(): Endpoint | undefined {
  return parse(discover(), 'discovery');
}

/** Whether the discovery file still names this place, and its process lives. */
export function isStillFound({ baseUrl }: Endpoint): boolean {
  return findEndpoint()?.baseUrl === baseUrl;
}
