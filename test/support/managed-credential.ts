import { nodeHostOptions } from '../../electron/host/headless-options.ts';
import { IntegrationStore } from '../../electron/integrations/integration-store.ts';
import { SettingsStore } from '../../electron/state-file/settings-store.ts';

/** Issues a managed credential in the stores of a data directory that no host uses. */
export function issueManagedCredential(dataDir: string, name: string, harness: string): string {
  const { openSettingsFile } = nodeHostOptions('stores-only', { dataDir, port: '0' });
  const store = new IntegrationStore(new SettingsStore(dataDir, openSettingsFile));
  const result = store.generateManaged(name, harness);
  if (!result.ok) throw new Error(result.fault);
  return result.value.credential;
}
