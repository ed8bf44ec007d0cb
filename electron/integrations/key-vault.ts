import { hkdfSync, randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { VaultState } from '../../shared/control.ts';
import { removeFile, replaceByRename } from '../platform/held-file.ts';
import { setAsideName, writePrivateFile } from '../platform/private-file.ts';
import { readOwnText, StrangeFile } from '../platform/regular-file.ts';
import type { Keychain } from './keychain.ts';

const SERVICE = 'Plinth';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const KEY_FILE = 'vault.key';
/** Reasons after which the key may still be in the keychain. */
const LOCKED: readonly VaultState['reason'][] = ['keychain_locked', 'keychain_timeout'];
/** A locked keychain may wait for the user. The start of the listener does not wait longer than this. */
const KEYCHAIN_TIMEOUT_MS = 3000;

/** Short text in the keychain. */
export interface KeptText {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export interface KeyVault {
  state: VaultState;
  /** Identifies the key without revealing it. */
  keyId: string;
  /** File name of a set-aside key file that held no key. */
  setAside: string | undefined;
  /** Keeps a short text beside the key. Undefined where the key is in a file. */
  keptText: KeptText | undefined;
  /** Returns true if the key file has the key in use, or if the keychain has the key. */
  isKept(): boolean;
  /** Writes the key file again. */
  restore(): void;
  /** Derives a 32-byte key for one purpose. It is the same in every run. */
  key(purpose: string): Uint8Array;
}

type KeychainAttempt = { key: Buffer } | { reason: NonNullable<VaultState['reason']> };

function parseKey(text: string | null): Buffer | undefined {
  if (text === null || !/^[0-9a-f]{64}$/.test(text.trim())) return undefined;
  return Buffer.from(text.trim(), 'hex');
}

function parseFile(file: string): Buffer | undefined {
  try {
    return parseKey(readOwnText(file));
  } catch {
    return undefined;
  }
}

/** Returns the key from the file. Sets a file without a valid key aside, unless it is only read. */
function readKeyFile(file: string, reads: boolean): { key?: Buffer; setAside?: string } {
  let text: string | null = null;
  try {
    text = readOwnText(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (!(error instanceof StrangeFile)) throw error;
  }
  const key = parseKey(text);
  if (key !== undefined) return { key };
  if (reads) return {};
  const aside = setAsideName(file, new Date());
  replaceByRename(file, aside);
  return { setAside: basename(aside) };
}

async function fromKeychain(keychain: Keychain, account: string, initial: Buffer): Promise<KeychainAttempt> {
  const attempt = async (): Promise<KeychainAttempt> => {
    try {
      const existing = parseKey(await keychain.getPassword(SERVICE, account));
      if (existing !== undefined) return { key: existing };
      await keychain.setPassword(SERVICE, account, initial.toString('hex'));
      // Some stores accept a password and do not keep it.
      const kept = parseKey(await keychain.getPassword(SERVICE, account));
      return kept?.equals(initial) ? { key: kept } : { reason: 'no_keychain' };
    } catch (error) {
      const dismissed = /prompt|lock|denied/i.test(error instanceof Error ? error.message : '');
      return { reason: dismissed ? 'keychain_locked' : 'no_keychain' };
    }
  };
  const timer = new AbortController();
  const timeout = delay(KEYCHAIN_TIMEOUT_MS, { reason: 'keychain_timeout' } as const, {
    signal: timer.signal,
  }).catch(() => ({ reason: 'keychain_timeout' }) as const);
  const result = await Promise.race([attempt(), timeout]);
  timer.abort();
  return result;
}

const deriveKey = (key: Buffer, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', `plinth/${purpose}`, KEY_BYTES));

function keyIdOf(key: Buffer): string {
  return Buffer.from(deriveKey(key, 'key-id').subarray(0, KEY_ID_BYTES)).toString('hex');
}

function keptTextIn(keychain: Keychain, account: string): KeptText {
  const textAccount = `${account}.checkpoint`;
  return {
    read: async () => (await keychain.getPassword(SERVICE, textAccount)) ?? undefined,
    write: (text) => keychain.setPassword(SERVICE, textAccount, text),
  };
}

/**
 * Opens the vault. It holds the one secret that Plinth must read back, and all keys derive from it. The secret is in
 * the keychain under `account`, or in a 0600 file if there is no keychain. `state` gives the place and the reason. If
 * the key is not that of `knownKeyId`, `state` says so: Plinth uses a stand-in while the keychain is locked, and a new
 * key if the old one is lost. With `reads`, it stores nothing.
 */
export async function openKeyVault(
  dataDir: string,
  account: string,
  keychain: Keychain | 'chosen_file' | undefined,
  knownKeyId?: string,
  reads = false,
): Promise<KeyVault> {
  const file = join(dataDir, KEY_FILE);
  const { key: inFile, setAside } = readKeyFile(file, reads);
  const initial = inFile ?? randomBytes(KEY_BYTES);
  const write = (key: Buffer) => {
    if (!reads) writePrivateFile(file, `${key.toString('hex')}\n`);
  };
  const vault = (key: Buffer, state: VaultState, keptText?: KeptText): KeyVault => {
    const keyId = keyIdOf(key);
    const isOther = knownKeyId !== undefined && keyId !== knownKeyId;
    const otherKey = LOCKED.includes(state.reason) ? 'stand_in' : 'new';
    return {
      state: isOther ? { ...state, otherKey } : state,
      keyId,
      setAside,
      keptText,
      isKept: () => state.backend === 'keychain' || parseFile(file)?.equals(key) === true,
      restore: () => write(key),
      key: (purpose) => deriveKey(key, purpose),
    };
  };

  if (keychain !== undefined && keychain !== 'chosen_file') {
    const used = reads ? { ...keychain, setPassword: async () => {} } : keychain;
    const attempt = await fromKeychain(used, account, initial);
    if ('key' in attempt) {
      if (inFile !== undefined && !reads) removeFile(file);
      return vault(attempt.key, { backend: 'keychain', reason: null }, keptTextIn(keychain, account));
    }
    if (inFile === undefined) write(initial);
    return vault(initial, { backend: 'file', reason: attempt.reason });
  }
  if (inFile === undefined) write(initial);
  return vault(initial, { backend: 'file', reason: keychain === 'chosen_file' ? 'chosen' : 'no_keychain' });
}
