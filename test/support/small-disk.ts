import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './running-host.ts';

export interface SmallDisk {
  /** A folder of the disk, for a data directory. The file that fills the disk is beside it. */
  path: string;
  /** Fills every free block. */
  fill(): void;
  /** Frees the space that `fill` took, or a number of bytes of it. */
  free(bytes?: number): void;
  makeReadOnly(): void;
  remove(): void;
}

function mount(...args: string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
}

/**
 * Mounts a small disk in memory. Throws where the machine does not allow it: check {@link canMountDisks} first.
 */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const root = temporaryFolder();
  if (!mount('-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'plinth-test', root)) {
    rmSync(root, { recursive: true });
    throw new Error('no disk could be mounted');
  }
  const path = join(root, 'plinth');
  mkdirSync(path, { mode: 0o700 });
  const filler = join(root, 'filler');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(root);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
      } catch (error) {
        // Another program took a block meanwhile. The disk is still full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free(bytes) {
      if (bytes === undefined) rmSync(filler, { force: true });
      else truncateSync(filler, Math.max(0, statSync(filler).size - bytes));
    },
    makeReadOnly() {
      if (!mount('-o', 'remount,ro', root)) throw new Error('the disk could not be made read-only');
    },
    remove() {
      spawnSync('umount', ['--lazy', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** True when this process can mount a disk in memory, which Linux allows the superuser. */
export const canMountDisks: boolean = (() => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
