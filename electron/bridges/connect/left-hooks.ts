import { HARNESS_IDS, type HarnessId, isTelemetryHarness } from '../../../shared/bridge.ts';
import { comparablePath } from '../../platform/comparable-path.ts';
import { readConfiguration, unlessRefused } from '../configuration/file.ts';
import { otherPlinthsIn } from '../configuration/other-plinths.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { type HarnessSurroundings, harnessEnvironment } from './harness-environment.ts';

/** A file of an agent with hooks that lead to a data directory. */
export interface LeftHooks {
  harness: HarnessId;
  home: string;
  configuration: string;
}

/**
 * Finds hooks that lead to a data directory which is gone. It only reads the files of the agents at their usual places, and
 * opens no store: the list of connected agents went with the directory.
 */
export function leftHooksOf(dataDir: string, surroundings: HarnessSurroundings): LeftHooks[] {
  const environment = harnessEnvironment(surroundings, undefined, undefined);
  return HARNESS_IDS.flatMap((harness) => {
    const { path } = HARNESSES[harness].plan(environment, { path: '', bridgeId: harness });
    const others = otherPlinthsIn(
      unlessRefused(() => readConfiguration(path).text) ?? '',
      '',
      isTelemetryHarness(harness),
    );
    return others.some(({ folder }) => comparablePath(folder) === comparablePath(dataDir))
      ? [{ harness, home: HARNESSES[harness].configurationFolder(environment), configuration: path }]
      : [];
  });
}
