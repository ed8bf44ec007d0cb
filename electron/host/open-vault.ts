import type { Logger } from 'pino';
import { type KeyVault, openKeyVault } from '../integrations/key-vault.ts';
import { systemKeychain } from '../integrations/keychain.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions } from './host-options.ts';
import { inDataDir } from './start-steps.ts';

/** Opens the key vault and remembers the id of its key. Throws a HostError. */
export async function openVault(
  { dataDir, useKeychain, reads }: HostOptions,
  settings: SettingsStore,
  log: Logger,
): Promise<KeyVault> {
  const keychain = useKeychain ? await systemKeychain() : 'chosen_file';
  const vault = await inDataDir(dataDir, async () => {
    const { vaultAccount, vaultKeyId } = settings;
    const opened = await openKeyVault(dataDir, vaultAccount, keychain, vaultKeyId, reads);
    // A stand-in replaces the key for this run only: the next start asks for the known key again.
    const isKey = opened.state.otherKey !== 'stand_in';
    if (isKey && opened.keyId !== settings.vaultKeyId) settings.keep({ vaultKeyId: opened.keyId });
    return opened;
  });
  if (vault.state.otherKey !== undefined) log.error({ key: vault.state.otherKey }, 'other key');
  return vault;
}
