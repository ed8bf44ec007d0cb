import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { acquireHostLock, isHostLocked } from './host-lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const lockModule = new URL('./host-lock.ts', import.meta.url).href;
/** A program that prints whether it got the lock and, when it did, holds it until it is killed. */
const program = () => `
  import { acquireHostLock } from ${JSON.stringify(lockModule)};
  const lock = acquireHostLock(${JSON.stringify(dataDir)});
  process.stdout.write(lock === undefined ? 'refused' : 'held');
  if (lock !== undefined && process.argv.includes('hold')) setInterval(() => {}, 1000);
`;
const argumentsOf = (...more: string[]) => ['--input-type=module', '--eval', program(), ...more];
const otherProcess = () => spawnSync(process.execPath, argumentsOf(), { encoding: 'utf8' }).stdout;

test('belongs to one process until that process releases it', () => {
  const lock = acquireHostLock(dataDir);
  expect(lock).toBeDefined();
  expect(otherProcess()).toBe('refused');
  lock!.release();
  expect(otherProcess()).toBe('held');
});

test('is kept when the same process asks again', () => {
  const lock = acquireHostLock(dataDir);
  expect(acquireHostLock(dataDir)).toBeUndefined();
  expect(otherProcess()).toBe('refused');
  lock!.release();
});

test('is released when its process ends, however it ends', async () => {
  const holder = spawn(process.execPath, argumentsOf('hold'), { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [said] = await once(holder.stdout, 'data');
  expect(String(said)).toBe('held');
  expect(acquireHostLock(dataDir)).toBeUndefined();
  expect(isHostLocked(dataDir)).toBe(true);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(isHostLocked(dataDir)).toBe(false);
  const lock = acquireHostLock(dataDir);
  expect(lock).toBeDefined();
  lock!.release();
});

test('is kept when nothing references it any more', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--input-type=module',
      '--eval',
      `import { spawnSync } from 'node:child_process';
       import { acquireHostLock } from ${JSON.stringify(lockModule)};
       (() => void acquireHostLock(${JSON.stringify(dataDir)}))();
       await new Promise((resolve) => setImmediate(resolve));
       gc();
       await new Promise((resolve) => setImmediate(resolve));
       const other = spawnSync(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(program())}]);
       process.stdout.write(other.stdout);`,
    ],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('refused');
});

test('is an empty file that only its owner can read', () => {
  const lock = acquireHostLock(dataDir);
  const file = join(dataDir, 'host.lock');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  lock!.release();
  expect(readFileSync(file)).toHaveLength(0);
});

test('looking for one makes no file', () => {
  expect(isHostLocked(dataDir)).toBe(false);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('of a missing folder throws an error instead of reporting a held lock', () => {
  expect(() => acquireHostLock(join(dataDir, 'nowhere'))).toThrow();
});
