import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dataDirectory } from '../src/discovery.ts';
import { PlinthClient } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

const { dataDir } = isolateEnvironment();
const token = makeToken();
const posix = process.platform !== 'win32';

const runtime = (baseUrl: unknown, pid: unknown = process.pid) =>
  JSON.stringify({ baseUrl, port: 1, pid, instanceId: 'i', apiVersion: '1.1', startedAt: 'now' });

function publish(text: string, mode = 0o600): string {
  const path = join(dataDir(), 'runtime.json');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const found = () => new PlinthClient({ token, integration: 'a' }).baseUrl;

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('runtime.json', () => {
  it('tells where Plinth is', () => {
    publish(runtime('http://127.0.0.1:5001'));
    assert.equal(found(), 'http://127.0.0.1:5001');
  });

  it('counts after PLINTH_BASE_URL', () => {
    publish(runtime('http://127.0.0.1:5001'));
    process.env.PLINTH_BASE_URL = 'http://127.0.0.1:5002';
    assert.equal(found(), 'http://127.0.0.1:5002');
  });

  it('is ignored when it points elsewhere than loopback', () => {
    for (const baseUrl of ['http://example.com', 'http://10.0.0.1:1', 7, null, {}]) {
      publish(runtime(baseUrl));
      assert.equal(found(), null);
    }
  });

  it('is ignored when it is not what it should be', () => {
    for (const text of [
      '',
      '{',
      'null',
      '7',
      '[]',
      '"x"',
      `${runtime('http://127.0.0.1:5001')}${' '.repeat(20_000)}`,
    ]) {
      publish(text);
      assert.equal(found(), null, text.slice(0, 40));
    }
  });

  it('is ignored when the process is gone, or is none', () => {
    for (const pid of [deadPid(), 0, -1, 'x', null, 1.5e300, {}]) {
      publish(runtime('http://127.0.0.1:5001', pid));
      assert.equal(found(), null, String(pid));
    }
  });

  it("is trusted when the process lives but is another user's", (t) => {
    publish(runtime('http://127.0.0.1:5001', 1));
    t.mock.method(process, 'kill', () => {
      throw Object.assign(new Error(), { code: 'EPERM' });
    });
    assert.equal(found(), 'http://127.0.0.1:5001');
  });

  it('is ignored when others may write it', { skip: !posix }, () => {
    for (const mode of [0o620, 0o602, 0o666]) {
      publish(runtime('http://127.0.0.1:5001'), mode);
      assert.equal(found(), null);
    }
  });

  it('is ignored when another user owns it', { skip: process.getuid?.() !== 0 && 'needs root' }, async () => {
    const { chownSync } = await import('node:fs');
    chownSync(publish(runtime('http://127.0.0.1:5001')), 12_345, 12_345);
    assert.equal(found(), null);
  });

  it('is ignored when it is a link, a folder or a pipe', { skip: !posix }, () => {
    const path = publish(runtime('http://127.0.0.1:5001'));
    const target = join(dataDir(), 'target.json');
    writeFileSync(target, runtime('http://127.0.0.1:5001'), { mode: 0o600 });
    rmSync(path);
    symlinkSync(target, path);
    assert.equal(found(), null);
    rmSync(path);
    mkdirSync(path);
    assert.equal(found(), null);
    rmSync(path, { recursive: true });
    assert.equal(spawnSync('mkfifo', [path]).status, 0);
    assert.equal(found(), null);
  });
});

describe('the data folder', () => {
  it('is PLINTH_DATA_DIR, then where the system keeps such things', () => {
    assert.equal(dataDirectory(), dataDir());
    delete process.env.PLINTH_DATA_DIR;
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    const on = (name: string) => {
      Object.defineProperty(process, 'platform', { ...platform, value: name });
      return dataDirectory();
    };
    try {
      assert.equal(on('linux'), join(homedir(), '.local/share/plinth'));
      process.env.XDG_DATA_HOME = mkdtempSync(join(tmpdir(), 'xdg-'));
      assert.equal(on('linux'), join(process.env.XDG_DATA_HOME, 'plinth'));
      assert.equal(on('darwin'), join(homedir(), 'Library/Application Support/Plinth'));
      const local = process.env.LOCALAPPDATA;
      process.env.LOCALAPPDATA = join(tmpdir(), 'local');
      assert.equal(on('win32'), join(tmpdir(), 'local', 'Plinth'));
      delete process.env.LOCALAPPDATA;
      assert.equal(on('win32'), join(homedir(), 'AppData/Local', 'Plinth'));
      if (local !== undefined) process.env.LOCALAPPDATA = local;
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

describe('a Plinth that restarts', () => {
  it('is found again at its new port, within one report', async () => {
    const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
    const first = await startContractServer(known);
    publish(runtime(first.baseUrl));
    const plinth = new PlinthClient({ token, integration: 'acme' });
    await plinth.sessionStarted({ sessionId: 's' });
    const second = await startContractServer(known);
    await first.close();
    publish(runtime(second.baseUrl));
    await plinth.sessionEnded({ sessionId: 's' });
    assert.deepEqual([first.accepted.length, second.accepted.length], [1, 1]);
    assert.equal(plinth.baseUrl, second.baseUrl);
    plinth.close();
    await second.close();
  });

  it('is not looked for when the place was given', async () => {
    const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
    const [first, second] = [await startContractServer(known), await startContractServer(known)];
    await first.close();
    publish(runtime(second.baseUrl));
    const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: first.baseUrl, retries: 1 });
    await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'down' });
    assert.equal(second.requests, 0);
    plinth.close();
    await second.close();
  });
});
