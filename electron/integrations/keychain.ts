/** The part of keytar's interface that the vault uses. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

// On Linux the library would silently fall back to the kernel keyring, and a restart empties that keyring. With the
// Secret Service pinned, its absence is an error that the vault can report.
const OPTIONS = { linux: { store: 'secret-service' as const } };

/** Returns the operating system's keychain, or undefined if its native addon cannot be loaded. */
export async function systemKeychain(): Promise<Keychain | undefined> {
  const keyring = await import('keytar').catch(() => undefined);
  if (keyring === undefined) return undefined;
  const entry = (service: string, account: string) => new keyring.AsyncEntry(service, account, OPTIONS);
  return {
    getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
    setPassword: async (service, account, password) => entry(service, account).setPassword(password),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
  };
}
