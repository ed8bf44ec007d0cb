import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VaultState } from '../../shared/control.ts';
import { examine } from './doctor.ts';

describe('the doctor', () => {
  let dataDir = '';

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'plinth-doctor-'));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true });
  });

  let disputed: { source: 'keychain'; at: string }[] = [];

  const finding = async (check: string, vault: VaultState = { backend: 'keychain', reason: null }) =>
    (
      await examine({
        dataDir,
        listener: { port: 1, addresses: ['127.0.0.1', '::1'], movedFrom: undefined },
        vault,
        integrity: [],
        health: undefined,
        expectedReceipts: 0,
        losses: [],
        lastCheck: undefined,
        disputed,
        mirror: {
          state: 'away',
          settings: { folder: '/media/backup', maxAgeDays: null, maxBytes: null, hasDeleted: false },
          receipts: null,
          bytes: null,
          copiedAt: null,
          isOnSameVolume: false,
          isOpenToOthers: false,
        },
        waiting: 0,
        incidents: [],
        problems: [],
        clockSteps: [],
        heldRetention: undefined,
        setAside: [],
        telemetry: [],
        settingsFaults: [],
        refused: undefined,
        bridges: [],
        now: Date.now(),
      })
    ).find((each) => each.check === check);

  it('asks for a keychain only if none was found, not if the user chose a file', async () => {
    expect(await finding('keychain', { backend: 'file', reason: 'chosen' })).toMatchObject({
      level: 'ok',
      code: 'keys_in_file_chosen',
    });
    expect(await finding('keychain', { backend: 'file', reason: 'no_keychain' })).toMatchObject({
      level: 'attention',
    });
  });

  it('reports another key and the reason', async () => {
    expect(
      await finding('keychain', { backend: 'file', reason: 'keychain_locked', otherKey: 'stand_in' }),
    ).toEqual({
      check: 'keychain',
      level: 'failure',
      code: 'stand_in_key',
      params: { reason: 'keychain_locked' },
    });
  });

  it('reports a disputed checkpoint, and a mirror that is not there', async () => {
    expect(await finding('checkpoints')).toBeUndefined();
    disputed = [{ source: 'keychain', at: '2026-11-21T10:00:00.000Z' }];
    expect(await finding('checkpoints')).toMatchObject({ level: 'failure', code: 'checkpoint_disputed' });
    expect(await finding('mirror')).toMatchObject({
      level: 'attention',
      code: 'mirror_behind',
      params: { folder: '/media/backup', state: 'away' },
    });
  });

  it('reports the free space', async () => {
    expect((await finding('disk'))?.params).toEqual({ freeBytes: expect.any(Number) });
  });

  it.runIf(process.platform === 'linux')('does not ask for Electron without a display', async () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect((await finding('electron'))?.level).toBe('ok');
  });
});
