import type { Provider } from './harness.ts';

/** Returns the host of an address in a harness's settings. User name, password, port and path stay out. */
export function hostOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return hostname === '' ? undefined : hostname;
}

export const namedProvider = (name: string): Provider => ({ name, named: true });
export const ownProvider = (name: string): Provider => ({ name, named: false });

/** Returns true where a switch in a harness's settings is on. The harnesses accept several spellings. */
export function isSwitchedOn(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value));
}
