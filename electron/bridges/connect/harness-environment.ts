import { homedir } from 'node:os';
import { HARNESS_ENVIRONMENT, type HarnessEnvironmentVariables } from '../../../shared/bridge.ts';
import type { HarnessEnvironment } from '../harnesses/harness.ts';

/** What this process knows of its user's surroundings. */
export interface HarnessSurroundings {
  variables: HarnessEnvironmentVariables;
  platform: NodeJS.Platform;
}

/** The variables that move a harness's files, out of an environment; nothing else of it is looked at. */
export function harnessVariables(
  env: Readonly<Record<string, string | undefined>>,
): HarnessEnvironmentVariables {
  return Object.fromEntries(
    HARNESS_ENVIRONMENT.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

export function processSurroundings(): HarnessSurroundings {
  return { variables: harnessVariables(process.env), platform: process.platform };
}

/** The surroundings to look for a harness in; `recorded`, from when it was connected, holds against both others. */
export function harnessEnvironment(
  surroundings: HarnessSurroundings,
  given: HarnessEnvironmentVariables | undefined,
  recorded: HarnessEnvironmentVariables | undefined,
): HarnessEnvironment {
  const current = given ?? surroundings.variables;
  const { PATH } = current;
  const variables =
    recorded === undefined ? current : { ...recorded, ...(PATH === undefined ? {} : { PATH }) };
  const home = surroundings.platform === 'win32' ? variables.USERPROFILE : variables.HOME;
  return { home: home ?? homedir(), variables, platform: surroundings.platform };
}
