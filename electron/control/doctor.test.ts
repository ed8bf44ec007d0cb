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
        newestReceiptAt: undefined,
        setAside: [],
        settingsFaults: [],
        now: Date.now(),
      })
    ).find((each) => each.check === check);

  it('asks for a keychain only where none was found, not where none was wanted', async () => {
    expect(await finding('keychain', { backend: 'file', reason: 'chosen' })).toMatchObject({
      level: 'ok',
      remedy: null,
    });
    expect(await finding('keychain', { backend: 'file', reason: 'no_keychain' })).toMatchObject({
      level: 'attention',
    });
  });

  it('tells the free space in the units of the window', async () => {
    expect((await finding('disk'))?.summary).toMatch(/[\d.,]+ (?:KB|MB|GB|TB) free\.$/);
  });

  it.runIf(process.platform === 'linux')('does not miss Electron where there is no display', async () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect((await finding('electron'))?.level).toBe('ok');
  });
});
