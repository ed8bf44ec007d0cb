import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HARNESSES } from '../../electron/bridges/harnesses/index.ts';
import { HARNESS_RUNS, type HarnessRun } from './harness-runs.ts';
import { installHarnesses, run } from './harness-session.ts';

/** Versions that are tried, from the newest on. A version can be published before what it depends on. */
const TRIED = 3;

const NEWEST = '--newest';

/** What the words of a command choose. Other words select cells. */
export interface Chosen {
  runs: HarnessRun[];
  isNewest: boolean;
}

/** Returns the newest versions of a package that are no previews, the newest first. */
async function versionsOf(name: string): Promise<string[]> {
  const words = ['view', name, 'version', 'versions', '--json'];
  const { status, output } = await run('npm', words, { env: process.env });
  if (status !== 0) return [];
  const { version, versions } = JSON.parse(output) as { version: string; versions: string[] };
  const released = versions.filter((each) => /^[0-9.]+$/.test(each));
  return released
    .slice(0, released.indexOf(version) + 1)
    .slice(-TRIED)
    .reverse();
}

/** Installs the newest version of a harness that installs. Returns undefined where none does. */
async function installNewest(harness: HarnessRun): Promise<HarnessRun | undefined> {
  for (const version of await versionsOf(harness.package)) {
    const newest = { ...harness, version };
    try {
      await installHarnesses([newest]);
      return newest;
    } catch {
      console.log(`${harness.package} ${version} does not install`);
    }
  }
  return undefined;
}

/** Installs the harnesses that the words name, or all: the tested versions, or with `--newest` the newest ones. */
export async function chosenHarnesses(words: readonly string[]): Promise<Chosen> {
  const named = HARNESS_RUNS.filter(({ harness }) => words.includes(harness));
  const tested = named.length > 0 ? named : [...HARNESS_RUNS];
  const isNewest = words.includes(NEWEST);
  if (!isNewest) {
    await installHarnesses(tested);
    return { runs: tested, isNewest };
  }
  const runs: HarnessRun[] = [];
  for (const each of tested) {
    const newest = await installNewest(each);
    if (newest !== undefined) runs.push(newest);
  }
  return { runs, isNewest };
}

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Writes a version with which every test passed into the sources and the documentation. */
export function noteTested({ harness, version }: HarnessRun): void {
  const { name, testedVersion: before } = HARNESSES[harness];
  if (before === null || before === version) return;
  const replace = (path: string, from: string, to: string) => {
    const text = readFileSync(source(path), 'utf8');
    if (text.includes(from)) writeFileSync(source(path), text.replace(from, to));
  };
  const adapter = `electron/bridges/harnesses/${harness}/index.ts`;
  replace(adapter, `testedVersion: '${before}'`, `testedVersion: '${version}'`);
  replace('e2e/harnesses/harness-runs.ts', `version: '${before}'`, `version: '${version}'`);
  replace('docs/bridges.md', `| ${name} ${before} |`, `| ${name} ${version} |`);
  console.log(`${name}: tested with ${version}, and with ${before} before`);
}
