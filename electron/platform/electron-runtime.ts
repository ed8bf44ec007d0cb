import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type ElectronRuntime =
  | { state: 'ready'; executable: string }
  | { state: 'not_downloaded'; installer: string }
  | { state: 'not_installed' };

/**
 * Looks for Electron's binary without loading the electron module, which would start to download it. Electron
 * downloads its binary on first use, so an installed package does not imply a binary.
 */
export function electronRuntime(): ElectronRuntime {
  if (process.versions.electron !== undefined) return { state: 'ready', executable: process.execPath };
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return { state: 'not_installed' };
  }
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const pathFile = join(folder, 'path.txt');
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const executable = join(override ?? join(folder, 'dist'), relative);
  return existsSync(executable)
    ? { state: 'ready', executable }
    : { state: 'not_downloaded', installer: join(folder, 'install.js') };
}
