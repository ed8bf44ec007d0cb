import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { EventHub } from '../control/event-hub.ts';
import { startControlSocket } from '../control/transports/control-socket.ts';
import { acquireHostLock } from '../platform/host-lock.ts';
import { ControlAccess } from './control-access.ts';

/** Pauses end at once and are counted. Only pauses take time here. */
const pauses = vi.hoisted(() => ({ milliseconds: 0, after: async () => {} }));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    pauses.milliseconds += milliseconds;
    await pauses.after();
  },
}));

/** A host that holds the lock and does not answer yet. */
function startingHost(): string {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const lock = acquireHostLock(dataDir)!;
  onTestFinished(() => lock.release());
  pauses.milliseconds = 0;
  pauses.after = async () => {};
  return dataDir;
}

test('the command line waits for a host that takes five seconds to start, and calls it', async () => {
  const dataDir = startingHost();
  pauses.after = async () => {
    if (pauses.milliseconds !== 5_000) return;
    const dispatch = async (channel: string) => ({ ok: true as const, result: channel });
    const socket = await startControlSocket(dataDir, dispatch, new EventHub());
    onTestFinished(() => socket.stop());
  };
  const access = new ControlAccess({ dataDir });
  expect(await access.call('recording.pause', { minutes: 1 })).toBe('recording.pause');
  await access.close();
});

test('the command line gives up on a host that never answers', async () => {
  const dataDir = startingHost();
  const access = new ControlAccess({ dataDir });
  await expect(access.call('recording.pause', { minutes: 1 })).rejects.toMatchObject({
    code: 'already_running',
  });
  expect(pauses.milliseconds).toBeGreaterThanOrEqual(5_000);
  expect(pauses.milliseconds).toBeLessThanOrEqual(15_000);
});
