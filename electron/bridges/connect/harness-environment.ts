import { homedir } from 'node:os';
import { HARNESS_ENVIRONMENT, type HarnessEnvironmentVariables } from '../../../shared/bridge.ts';
import type { HarnessEnvironment } from '../harnesses/harness.ts';

/** The parts of the user's environment that this process knows. */
export interface HarnessSurroundings {
  variables: HarnessEnvironmentVariables;
  platform: NodeJS.Platform;
  /** The root of the file system, unless a test names another folder. */
  systemRoot?: string;
}

/** Selects the variables that move a harness's files. It reads no other variable. */
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
  const { platform, env } = process;
  // Without a drive, a path on Windows is on the drive of the current folder.
  const systemRoot = platform === 'win32' ? `${env.SystemDrive || 'C:'}\\` : '/';
  return { variables: harnessVariables(env), platform, systemRoot };
}

/**
 * Returns the environment in which to look for a harness. `recorded`, saved at connect time, overrides the
 * other two.
 */
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
  const { platform, systemRoot } = surroundings;
  return { home: home ?? homedir(), variables, platform, systemRoot };
}
