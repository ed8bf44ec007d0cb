import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './running-host.ts';

export interface SmallDisk {
  /** A folder of the disk, for a data directory; what fills the disk stands beside it. */
  path: string;
  /** Leaves no free block. */
  fill(): void;
  /** Frees what fills the disk, or so many bytes of it. */
  free(bytes?: number): void;
  makeReadOnly(): void;
  remove(): void;
}

function mount(...args: string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
}

/** A disk of its own, in memory. Throws where the machine does not let one be mounted: ask {@link canMountDisks}. */
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
        // Whoever else writes there took a block meanwhile: full it is.
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

/** Whether this process may mount a disk in memory, which Linux allows the superuser. */
export const canMountDisks: boolean = (() => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
