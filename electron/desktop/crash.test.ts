import { EventEmitter } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestHost } from '../../test/support/running-host.ts';
import { acquireHostLock } from '../platform/host-lock.ts';
import { LOG_FOLDER } from '../platform/log.ts';

const SECRET = 'hunter2-in-a-message';
const exit = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ app: { exit }, clipboard: {} }));
const { exitAfterCrash } = await import('./crash.ts');

afterEach(() => vi.restoreAllMocks());

test.each(['uncaughtException', 'unhandledRejection'])(
  'after an %s the app logs the frames, stops the host and exits with 70',
  async (event) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const ended = new Promise<number>((resolve) => exit.mockImplementationOnce(resolve));
    const { host, dataDir } = await startTestHost();
    const source = new EventEmitter();
    exitAfterCrash(Promise.resolve(host), source);
    source.emit(event, new TypeError(SECRET));
    source.emit(event, new TypeError('another while the host stops'));
    expect(await ended).toBe(70);
    const log = readFileSync(join(dataDir, LOG_FOLDER, 'plinth.log'), 'utf8');
    expect(log).toContain(`"operation":"${event}"`);
    expect(log).toContain('desktop/crash.test.ts:');
    expect(log + JSON.stringify(printed.mock.calls)).not.toContain(SECRET);
    const lock = acquireHostLock(dataDir);
    expect(lock).toBeDefined();
    lock?.release();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

test('after a crash before the host runs the app exits with 70 too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const ended = new Promise<number>((resolve) => exit.mockImplementationOnce(resolve));
  const source = new EventEmitter();
  exitAfterCrash(Promise.reject(new Error('no start')), source);
  source.emit('uncaughtException', new Error(SECRET));
  expect(await ended).toBe(70);
});
