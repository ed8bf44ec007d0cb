import { join } from 'node:path';
import { app } from 'electron';
import { prepareDataDir } from '../host/start-steps.ts';
import { HostError } from '../platform/host-error.ts';
import { makePrivateFolder } from '../platform/private-file.ts';

/**
 * Moves Chromium's own files into the data directory, apart from the stores, so that each data directory is a
 * separate instance. Returns the reason when this fails.
 */
export function keepChromiumFilesIn(dataDir: string): HostError | undefined {
  const folder = join(dataDir, 'window');
  try {
    prepareDataDir(dataDir);
    makePrivateFolder(folder);
    // Electron rejects a missing folder.
    app.setPath('userData', folder);
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return error;
    return new HostError(
      'data_dir_unwritable',
      `Plinth cannot keep the window’s files in ${folder}. Remove what stands there, or choose another folder with PLINTH_DATA_DIR.`,
    );
  }
}
