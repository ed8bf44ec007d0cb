import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plantedIn } from '../../test/support/planted-values.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { openKeyVault } from './key-vault.ts';
import type { Keychain } from './keychain.ts';

const ACCOUNT = 'account-of-this-data-directory';

let dataDir: string;
let keyFile: string;

beforeEach(() => {
  dataDir = temporaryFolder();
  keyFile = join(dataDir, 'vault.key');
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Returns a keychain that keeps its passwords. */
function workingKeychain(): Keychain & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const name = (service: string, account: string) => `${service}/${account}`;
  return {
    entries,
    getPassword: async (service, account) => entries.get(name(service, account)) ?? null,
    setPassword: async (service, account, password) => void entries.set(name(service, account), password),
    deletePassword: async (service, account) => entries.delete(name(service, account)),
  };
}

describe('in a file', () => {
  test('keeps one key for every run, readable only by its owner', async () => {
    const first = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
    expect(first.state).toEqual({ backend: 'file', reason: 'chosen' });
    expect(first.key('a')).toHaveLength(32);
    if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const again = await openKeyVault(dataDir, ACCOUNT, undefined);
    expect(again.state).toEqual({ backend: 'file', reason: 'no_keychain' });
    expect(hex(again.key('a'))).toBe(hex(first.key('a')));
    expect(readdirSync(dataDir)).toEqual(['vault.key']);
  });

  test('derives a different key for each purpose, and none equals the key on the disk', async () => {
    const vault = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
    const keys = ['a', 'b', ''].map((purpose) => hex(vault.key(purpose)));
    expect(new Set([...keys, readFileSync(keyFile, 'utf8').trim()]).size).toBe(4);
    const otherDir = join(dataDir, 'other');
    mkdirSync(otherDir);
    const other = await openKeyVault(otherDir, ACCOUNT, 'chosen_file');
    expect(hex(other.key('a'))).not.toBe(keys[0]);
  });

  test.each(['', 'short', 'x'.repeat(64), `${'a'.repeat(63)}\u0000`, `${'a'.repeat(64)}bb`])(
    'sets aside the content %j',
    async (content) => {
      writeFileSync(keyFile, content);
      const vault = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
      expect(vault.setAside).toMatch(/^vault\.key\.corrupt-/);
      expect(readFileSync(join(dataDir, vault.setAside!), 'utf8')).toBe(content);
      const again = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
      expect(again.setAside).toBeUndefined();
      expect(hex(again.key('a'))).toBe(hex(vault.key('a')));
    },
  );
});

describe('in a keychain', () => {
  test('keeps the key only there', async () => {
    const keychain = workingKeychain();
    const first = await openKeyVault(dataDir, ACCOUNT, keychain);
    expect(first.state).toEqual({ backend: 'keychain', reason: null });
    expect([...keychain.entries.keys()]).toEqual([`Plinth/${ACCOUNT}`]);
    expect(readdirSync(dataDir)).toEqual([]);
    const again = await openKeyVault(dataDir, ACCOUNT, keychain);
    expect(hex(again.key('a'))).toBe(hex(first.key('a')));
    const other = await openKeyVault(dataDir, 'another account', keychain);
    expect(hex(other.key('a'))).not.toBe(hex(first.key('a')));
  });

  test('takes over the key of the file and deletes the file', async () => {
    const before = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
    const secret = readFileSync(keyFile, 'utf8').trim();
    const after = await openKeyVault(dataDir, ACCOUNT, workingKeychain());
    expect(after.state.backend).toBe('keychain');
    expect(hex(after.key('a'))).toBe(hex(before.key('a')));
    expect(plantedIn(dataDir, [secret])).toEqual([]);
  });

  test.each<[string, Partial<Keychain>, string]>([
    ['keeps nothing', { setPassword: async () => {} }, 'no_keychain'],
    ['keeps something else', { getPassword: async () => 'a'.repeat(64).replace('a', 'A') }, 'no_keychain'],
    [
      'is locked',
      { getPassword: () => Promise.reject(new Error('the collection is locked')) },
      'keychain_locked',
    ],
    [
      'was dismissed',
      { setPassword: () => Promise.reject(new Error('Prompt dismissed')) },
      'keychain_locked',
    ],
    ['fails', { setPassword: () => Promise.reject(new Error('boom')) }, 'no_keychain'],
    ['never answers', { getPassword: () => new Promise(() => {}) }, 'keychain_timeout'],
  ])('that %s: the file keeps the key, and the state gives the reason', async (_name, odd, reason) => {
    const keychain = { ...workingKeychain(), ...odd };
    const first = await openKeyVault(dataDir, ACCOUNT, keychain);
    expect(first.state).toEqual({ backend: 'file', reason });
    expect(existsSync(keyFile)).toBe(true);
    const again = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
    expect(hex(again.key('a'))).toBe(hex(first.key('a')));
  });
});

describe('a key with a known id', () => {
  const locked: Keychain = {
    ...workingKeychain(),
    getPassword: () => Promise.reject(new Error('the collection is locked')),
  };

  test('is not reported while it is the same, in any place', async () => {
    const { keyId } = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
    expect(keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(readFileSync(keyFile, 'utf8')).not.toContain(keyId);
    const keychain = workingKeychain();
    for (const where of ['chosen_file', locked, keychain, keychain] as const) {
      const vault = await openKeyVault(dataDir, ACCOUNT, where, keyId);
      expect(vault.keyId).toBe(keyId);
      expect(vault.state.otherKey).toBeUndefined();
    }
  });

  test('has a stand-in while the keychain is locked, reports it, and is used again afterwards', async () => {
    const keychain = workingKeychain();
    const first = await openKeyVault(dataDir, ACCOUNT, keychain);
    for (let start = 0; start < 2; start += 1) {
      const standIn = await openKeyVault(dataDir, ACCOUNT, locked, first.keyId);
      expect(standIn.state).toEqual({ backend: 'file', reason: 'keychain_locked', otherKey: 'stand_in' });
      expect(standIn.keyId).not.toBe(first.keyId);
    }
    const again = await openKeyVault(dataDir, ACCOUNT, keychain, first.keyId);
    expect(again.state).toEqual({ backend: 'keychain', reason: null });
    expect(hex(again.key('a'))).toBe(hex(first.key('a')));
    expect(existsSync(keyFile)).toBe(false);
  });

  test.each([
    ['the keychain is empty', workingKeychain()],
    ['there is no keychain', undefined],
    ['the file is gone', 'chosen_file'],
  ] as const)('is replaced by a new one and reported if %s', async (_name, where) => {
    const first = await openKeyVault(dataDir, ACCOUNT, workingKeychain());
    const vault = await openKeyVault(dataDir, ACCOUNT, where, first.keyId);
    expect(vault.state.otherKey).toBe('new');
    const again = await openKeyVault(dataDir, ACCOUNT, where, vault.keyId);
    expect(again.state.otherKey).toBeUndefined();
  });
});

const probe = fileURLToPath(new URL('../../test/support/vault-probe.ts', import.meta.url));

interface Probed {
  backend: string;
  reason: string | null;
  key: string;
}

function environment(home: string): NodeJS.ProcessEnv {
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { recursive: true, mode: 0o700 });
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...rest } = process.env;
  return { ...rest, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: runtimeDir };
}

const exists = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const hasSecretService =
  process.platform === 'linux' && exists('dbus-run-session') && exists('gnome-keyring-daemon');

describe.skipIf(!hasSecretService)(
  'in GNOME Keyring (needs dbus-run-session and gnome-keyring-daemon)',
  () => {
    test('keeps the key over runs and takes over the key of the file', async () => {
      const home = temporaryFolder();
      const before = await openKeyVault(dataDir, ACCOUNT, 'chosen_file');
      const run = `"${process.execPath}" "${probe}" "${dataDir}" "${ACCOUNT}"`;
      const script = `printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null && ${run} && ${run}`;
      const session = spawnSync('dbus-run-session', ['--', 'sh', '-c', script], {
        env: environment(home),
        encoding: 'utf8',
        timeout: 25_000,
      });
      const probed = session.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Probed);
      const expected = { backend: 'keychain', reason: null, key: hex(before.key('test')) };
      expect(probed).toEqual([expected, expected]);
      expect(existsSync(keyFile)).toBe(false);
      rmSync(home, { recursive: true, force: true });
    });
  },
);

describe.skipIf(process.platform !== 'linux')('without a Secret Service', () => {
  test('the file holds the key, and the reason is the missing keychain', () => {
    const home = temporaryFolder();
    const run = spawnSync(process.execPath, [probe, dataDir, ACCOUNT], {
      env: { ...environment(home), DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'no-bus')}` },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ backend: 'file', reason: 'no_keychain' });
    expect(existsSync(keyFile)).toBe(true);
    rmSync(home, { recursive: true, force: true });
  });

  test.skipIf(!hasSecretService)('a session bus without a secret service has the same result', () => {
    const home = temporaryFolder();
    // Its own configuration keeps the bus from starting the keyring.
    const config = join(home, 'session.conf');
    writeFileSync(
      config,
      '<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default"><allow send_destination="*"/><allow own="*"/><allow receive_sender="*"/></policy></busconfig>',
    );
    const run = spawnSync(
      'dbus-run-session',
      ['--config-file', config, '--', process.execPath, probe, dataDir, ACCOUNT],
      {
        env: environment(home),
        encoding: 'utf8',
        timeout: 25_000,
      },
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ backend: 'file', reason: 'no_keychain' });
    rmSync(home, { recursive: true, force: true });
  });
});
