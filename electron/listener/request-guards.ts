import type { IncomingMessage } from 'node:http';
import type { Refusal } from './problem-response.ts';

/** `Host` values that name this listener. Anything else is a name somebody rebound to loopback. */
export function allowedHosts(port: number): ReadonlySet<string> {
  const hosts = ['127.0.0.1', '[::1]', 'localhost'];
  const withPort = hosts.map((host) => `${host}:${port}`);
  return new Set(port === 80 ? [...withPort, ...hosts] : withPort);
}

/**
 * Refuses whatever a web page could have sent, before anything else is looked at: a page can reach loopback by
 * rebinding its own name (`Host`) or by a cross-site request (`Origin`, `Sec-Fetch-Site`).
 */
export function guardRequest(req: IncomingMessage, hosts: ReadonlySet<string>): Refusal | undefined {
  const { host, origin, 'sec-fetch-site': fetchSite } = req.headers;
  if (host === undefined || !hosts.has(host)) return { code: 'forbidden_host' };
  if (origin !== undefined || (fetchSite !== undefined && fetchSite !== 'none')) {
    return { code: 'forbidden_origin' };
  }
  return undefined;
}
