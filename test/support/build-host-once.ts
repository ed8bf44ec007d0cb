import { chmodSync } from 'node:fs';
import { buildParts } from '../../scripts/build.ts';
import { beginTemporaryFolders, temporaryFolder } from './temporary-folders.ts';

/**
 * Builds the host's bundle before the tests, where it is older than its sources. A host in a test then starts the built
 * worker in a third of the processor time, and a test of the command line starts the built program. After the tests it
 * removes their folders.
 */
export default async function buildHostOnce(): Promise<() => void> {
  // The tests on Wine get what Linux has built. By other paths it would be stale at each run.
  if (process.env.PLINTH_HOST_BUILT !== '1')
    await buildParts(['host'], { onlyStale: true, logLevel: 'warn' });
  const removeTemporaryFolders = beginTemporaryFolders();
  // The hosts and commands of the tests compile the bundles once, and not each in a home of its own.
  process.env.NODE_COMPILE_CACHE ??= temporaryFolder();
  // Killed hosts leave their marks and sockets in the runtime folder.
  const runtime = temporaryFolder();
  // Tests run hosts as other users, too.
  chmodSync(runtime, 0o1777);
  process.env.XDG_RUNTIME_DIR = runtime;
  return removeTemporaryFolders;
}
