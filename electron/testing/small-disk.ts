import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './running-host.ts';

export interface SmallDisk {
  path: string;
  /** Leaves no free block. */
  fill(): void;
  free(): void;
  makeReadOnly(): void;
  remove(): void;
}

function mount(...args: string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
}

/** A disk of its own, in memory. Throws where the machine does not let one be mounted: ask {@link canMountDisks}. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const path = temporaryFolder();
  if (!mount('-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'plinth-test', path)) {
    rmSync(path, { recursive: true });
    throw new Error('no disk could be mounted');
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
      } catch (error) {
        // Whoever else writes there took a block meanwhile: full it is.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly() {
      if (!mount('-o', 'remount,ro', path)) throw new Error('the disk could not be made read-only');
    },
    remove() {
      spawnSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
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
