import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../scripts/build-lock.ts';

const NAME = /^plinth-test-(\d+)-/;
/** A killed process of a test can still be writing its last files. */
const MAX_RETRIES = 5;

/** Creates a folder that the run of tests removes at its end, where the test does not. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), `plinth-test-${process.env.PLINTH_TEST_RUN ?? process.pid}-`));
}

function removeFolders(isOver: (pid: number) => boolean): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!isOver(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: MAX_RETRIES });
    } catch {
      // Another user's folder, or one that a process still fills: the next run tries again.
    }
  }
}

/**
 * Marks the temporary folders of this run by its process id, removes those of killed runs, and returns the function that
 * removes its own.
 */
export function beginTemporaryFolders(): () => void {
  removeFolders((pid) => pid > 0 && !isRunning(pid));
  process.env.PLINTH_TEST_RUN = String(process.pid);
  return () => removeFolders((pid) => pid === process.pid);
}
