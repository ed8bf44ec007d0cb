import { openKeyVault } from '../../electron/integrations/key-vault.ts';
import { systemKeychain } from '../../electron/integrations/keychain.ts';

// A test runs this in its own process, in a session with or without a keychain.
const [dataDir, account] = process.argv.slice(2);
const { state, key } = await openKeyVault(dataDir!, account!, await systemKeychain());
console.log(JSON.stringify({ ...state, key: Buffer.from(key('test')).toString('hex') }));
