import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { callControlSocket, controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import { compileCacheFolder } from '../../electron/platform/compile-cache.ts';
import { privateFolderFault } from '../../electron/platform/private-folder.ts';
import { startHostProcess } from '../support/host-process.ts';
import { sampleEvent, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { asStranger, canBeAnotherUser, STRANGER } from '../support/stranger.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Creates a folder like /tmp, in which every user can create files. */
function newSharedFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o1777);
  return folder;
}

function plantedByStranger(folder: string): string {
  expect(asStranger('umask 0; mkdir -p "$1"', folder).status).toBe(0);
  return folder;
}

function run(args: string[], env: Record<string, string>) {
  return spawnSync(process.execPath, [plinth, ...args], {
    env: { ...process.env, PLINTH_KEYCHAIN: 'off', ...env },
    encoding: 'utf8',
  });
}

if (!canBeAnotherUser) console.warn('Skipped in part: only the superuser can act as another user.');

describe.skipIf(process.platform === 'win32')('the compile cache', () => {
  // That of the tests.
  beforeEach(() => void vi.stubEnv('NODE_COMPILE_CACHE', undefined));

  test('is a private folder of this user, not the shared temporary folder', async () => {
    const shared = newSharedFolder();
    const caches = temporaryFolder();
    onTestFinished(() => rmSync(caches, { recursive: true, force: true }));
    const env = { TMPDIR: shared, XDG_CACHE_HOME: caches, HOME: caches };
    const dataDir = join(caches, 'data');
    // A command that only looks uses the cache, and a host creates it.
    expect(run(['--version'], env).status).toBe(0);
    expect(readdirSync(caches)).toEqual([]);
    const host = await startHostProcess({ dataDir, env });
    expect(await host.end('SIGTERM')).toBe(0);
    expect(readdirSync(shared)).toEqual([]);
    if (process.platform !== 'linux') return;
    const folder = compileCacheFolder(env)!;
    expect(folder.startsWith(caches)).toBe(true);
    expect(privateFolderFault(folder)).toBeUndefined();
    expect(readdirSync(folder)).not.toEqual([]);
  });

  test.skipIf(!canBeAnotherUser)('that another user has planted is not used', async () => {
    const shared = newSharedFolder();
    const inTemporary = plantedByStranger(join(shared, 'node-compile-cache'));
    const asOwn = plantedByStranger(join(shared, 'plinth', 'compile-cache'));
    const env = { TMPDIR: shared, XDG_CACHE_HOME: shared };
    expect(run(['--version'], env)).toMatchObject({ status: 0, stderr: '' });
    const dataDir = temporaryFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const host = await startHostProcess({ dataDir, env });
    expect(await host.end('SIGTERM')).toBe(0);
    expect(readdirSync(inTemporary)).toEqual([]);
    expect(readdirSync(asOwn)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('in a folder that others can write is not used either', () => {
    const caches = temporaryFolder();
    onTestFinished(() => rmSync(caches, { recursive: true, force: true }));
    const folder = compileCacheFolder({ XDG_CACHE_HOME: caches })!;
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    expect(run(['--version'], { XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is enabled in one place', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const found = ['bin', 'electron', 'scripts', 'shared'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file, 'utf8').includes('module.enableCompileCache')),
    );
    expect(found.map((file) => file.slice(root.length))).toEqual(['electron/platform/compile-cache.ts']);
  });
});

describe.skipIf(process.platform === 'win32')(
  'the control socket of a data directory with a long path',
  () => {
    function newDeepDataDir(): string {
      const base = temporaryFolder();
      onTestFinished(() => rmSync(base, { recursive: true, force: true }));
      return join(base, 'a-long-name-'.repeat(10));
    }

    test('is in a private folder elsewhere', async () => {
      vi.stubEnv('XDG_RUNTIME_DIR', newSharedFolder());
      const dataDir = newDeepDataDir();
      const host = await startTestHost({ dataDir });
      onTestFinished(() => host.stop());
      const folder = dirname(controlSocketPath(dataDir));
      expect(folder.startsWith(dataDir)).toBe(false);
      expect(privateFolderFault(folder)).toBeUndefined();
      expect(await callControlSocket(dataDir, 'host.status', {})).toMatchObject({ ok: true });
    });

    test.skipIf(!canBeAnotherUser)(
      'is neither served nor called when another user has created the folder',
      async () => {
        vi.stubEnv('XDG_RUNTIME_DIR', newSharedFolder());
        const dataDir = newDeepDataDir();
        const path = controlSocketPath(dataDir);
        plantedByStranger(dirname(path));
        await expect(startTestHost({ dataDir })).rejects.toMatchObject({
          code: 'socket_folder_untrusted',
          message: expect.stringContaining('belongs to another user'),
        });

        let calls = 0;
        const impostor = createServer((_req, res) => {
          calls += 1;
          res.end('{"ok":true,"result":{}}');
        });
        await new Promise<void>((resolve) => impostor.listen(path, resolve));
        onTestFinished(() => new Promise<void>((resolve) => impostor.close(() => resolve())));
        lchownSync(path, STRANGER.uid, STRANGER.gid);
        await expect(callControlSocket(dataDir, 'integrations.list', {})).rejects.toMatchObject({
          code: 'socket_folder_untrusted',
        });
        const called = run(['--data-dir', dataDir, 'token', 'list'], {});
        expect(called).toMatchObject({ status: 3, stdout: '' });
        expect(called.stderr.trim().split('\n')).toEqual([
          expect.stringMatching(
            /^Plinth does not use .* for its control socket, because it belongs to another user\. /,
          ),
        ]);
        expect(calls).toBe(0);
      },
    );
  },
);

test.skipIf(!canBeAnotherUser)('another user cannot read the stores', async () => {
  const base = temporaryFolder();
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const dataDir = join(base, 'plinth');
  const host = await startHostProcess({ dataDir });
  onTestFinished(async () => void (await host.end('SIGKILL')));
  const { token } = await host.control('integrations.generate', {
    name: 'reader',
    permissions: ['events:write'],
  });
  const answer = await fetch(`${host.baseUrl}/api/developer/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleEvent('reader')),
  });
  expect(answer.status).toBe(202);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.map((file) => file.slice(dataDir.length + 1))).toEqual(
    expect.arrayContaining(['settings.json', 'receipts.db', 'runtime.json', 'vault.key']),
  );
  const looked = asStranger('cd "$1" && ls; find "$1" -type f; shift; cat "$@"', dataDir, ...files);
  expect(looked.stdout).toBe('');
  expect(looked.stderr).toContain('denied');
});
