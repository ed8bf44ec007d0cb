import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSettingsFile } from '../configuration/settings-reading.ts';
import type { Harness, HarnessEnvironment } from '../harnesses/harness.ts';
import { onPath } from './hook-shell.ts';

interface Installation {
  installed: boolean;
  version: string | undefined;
}

/** Three numbers, then words of releases, dates and short hashes. A reporter's text must not carry anything else. */
const VERSION =
  /^\d{1,8}\.\d{1,8}\.\d{1,8}(?:[-+.](?:\d{1,8}|[\da-f]{6,12}|(?:alpha|beta|rc|pre|preview|next|nightly|dev|canary|insiders?|stable)\d{0,4})){0,6}$/;
const MAX_FOLDERS_UP = 5;
/** Longer than any version that a program gives itself. */
const MAX_VERSION_LENGTH = 64;

/** Returns true for a text with the form of a version. */
export const isVersion = (text: string): boolean => text.length <= MAX_VERSION_LENGTH && VERSION.test(text);

// A window's process often starts with a shorter PATH than the user's shell.
const usualFolders = (home: string) => [
  join(home, '.local', 'bin'),
  join(home, '.npm-global', 'bin'),
  join(home, '.bun', 'bin'),
  join(home, '.volta', 'bin'),
  join(home, '.opencode', 'bin'),
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

function packageVersion(folder: string, packages: readonly string[]): string | undefined {
  const { name, version } = readSettingsFile(join(folder, 'package.json')) ?? {};
  const isNamed = typeof name === 'string' && packages.includes(name);
  return isNamed && typeof version === 'string' && VERSION.test(version) ? version : undefined;
}

/** Determines the version of an executable from the files around it. It runs nothing. */
function versionOf(executable: string, { packages = [] }: Harness): string | undefined {
  let file: string;
  try {
    file = realpathSync(executable);
  } catch {
    return undefined;
  }
  let folder = dirname(file);
  // On Windows npm puts a batch file beside its folder of packages, and no link to the program.
  for (const name of packages) {
    const version = packageVersion(join(folder, 'node_modules', name), packages);
    if (version !== undefined) return version;
  }
  for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
    const version = packageVersion(folder, packages);
    if (version !== undefined) return version;
    folder = dirname(folder);
  }
  // Installers that keep several versions name a file or a folder after each version.
  return file
    .split(/[\\/]/)
    .reverse()
    .find((part) => VERSION.test(part));
}

/** Detects whether a harness is installed, and its version. */
export function detectInstallation(harness: Harness, environment: HarnessEnvironment): Installation {
  const { home, variables } = environment;
  const executable = onPath(harness.executables, variables.PATH ?? '', usualFolders(home));
  if (executable !== undefined) return { installed: true, version: versionOf(executable, harness) };
  // An editor may have no command, but it has its folder.
  return { installed: existsSync(harness.configurationFolder(environment)), version: undefined };
}

/** Returns true when `version` is later than `tested`, and false where either is unknown. */
export function isNewer(version: string | undefined, tested: string | null): boolean {
  if (version === undefined || tested === null) return false;
  const numbers = (text: string) => text.split(/[-+]/)[0]!.split('.').map(Number);
  const [a, b] = [numbers(version), numbers(tested)];
  for (let at = 0; at < 3; at += 1) {
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) > (b[at] ?? 0);
  }
  return false;
}
