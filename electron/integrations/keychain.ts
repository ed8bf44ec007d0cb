/** The part of keytar's interface that the vault uses. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

// On Linux the library would fall back in silence to the kernel keyring, which a restart empties: the Secret
// Service is pinned, so that its absence is an error and the vault can say so.
const OPTIONS = { linux: { store: 'secret-service' as const } };

/** The operating system's keychain, or undefined where its native addon cannot be loaded. */
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
