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
        clockSteps: [],
        heldRetention: undefined,
        setAside: [],
        settingsFaults: [],
        now: Date.now(),
      })
    ).find((each) => each.check === check);

  it('asks for a keychain only if none was found, not if the user chose a file', async () => {
    expect(await finding('keychain', { backend: 'file', reason: 'chosen' })).toMatchObject({
      level: 'ok',
      remedy: null,
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
      summary:
        'Plinth works with a stand-in key, because the keychain is locked: the key of earlier receipts cannot be read. Events that were reported before are recorded again when they are sent again, and fingerprints of secrets differ.',
      remedy: 'Unlock the keychain and restart Plinth; it takes up the earlier key again.',
    });
  });

  it('reports the free space in the units of the window', async () => {
    expect((await finding('disk'))?.summary).toMatch(/[\d.,]+ (?:KB|MB|GB|TB) free\.$/);
  });

  it.runIf(process.platform === 'linux')('does not ask for Electron without a display', async () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect((await finding('electron'))?.level).toBe('ok');
  });
});
