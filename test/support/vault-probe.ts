import { openKeyVault } from '../../electron/integrations/key-vault.ts';
import { systemKeychain } from '../../electron/integrations/keychain.ts';

// Run by a test in a process of its own, in a session with a keychain or without one.
const [dataDir, account] = process.argv.slice(2);
const { state, key } = await openKeyVault(dataDir!, account!, await systemKeychain());
console.log(JSON.stringify({ ...state, key: Buffer.from(key('test')).toString('hex') }));
