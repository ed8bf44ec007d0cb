import type { IncomingMessage } from 'node:http';
import type { Refusal } from './problem-response.ts';

/**
 * Returns the `Host` values that name this listener, in lower case: names have no case. Any other value can be a domain that an attacker rebound to
 * loopback.
 */
export function allowedHosts(port: number): ReadonlySet<string> {
  const hosts = ['127.0.0.1', '[::1]', 'localhost'];
  const withPort = hosts.map((host) => `${host}:${port}`);
  return new Set(port === 80 ? [...withPort, ...hosts] : withPort);
}

/**
 * Refuses every request that a web page could have sent. It runs before any other check. A page can reach loopback by
 * DNS rebinding (`Host`) or by a cross-site request (`Origin`, `Sec-Fetch-Site`).
 */
export function guardRequest(req: IncomingMessage, hosts: ReadonlySet<string>): Refusal | undefined {
  const { host, origin, 'sec-fetch-site': fetchSite } = req.headers;
  if (host === undefined || !hosts.has(host.toLowerCase())) return { code: 'forbidden_host' };
  if (origin !== undefined || (fetchSite !== undefined && fetchSite !== 'none')) {
    return { code: 'forbidden_origin' };
  }
  return undefined;
}
