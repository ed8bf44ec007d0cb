import { rmSync } from 'node:fs';

/** Removes a prepared record. */
export function discardPrepared(target: string): void {
  for (const suffix of ['', '-wal', '-journal', '-shm']) rmSync(target + suffix, { force: true });
}
