import { buildParts } from '../../scripts/build.ts';

/**
 * Builds the host's bundle before the tests, where it is older than its sources. A host in a test then starts the built
 * worker in a third of the processor time, and a test of the command line starts the built program.
 */
export default async function buildHostOnce(): Promise<void> {
  await buildParts(['host'], { onlyStale: true, logLevel: 'warn' });
}
