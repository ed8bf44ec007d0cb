import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { buildHost } from './build-host.ts';
import { isRunning, withBuildLock } from './build-lock.ts';
import { buildSdks } from './build-sdks.ts';
import { buildFolder, isStale, markBuilt, PARTS, type Part, stateOfSources } from './built-parts.ts';
import { lightenPackages } from './lighten-packages.ts';

const root = join(import.meta.dirname, '..');
type LogLevel = 'info' | 'warn';

async function buildWith(config: string, outDir: string, logLevel: LogLevel): Promise<void> {
  await build({ configFile: join(root, `scripts/vite/${config}.config.ts`), logLevel, build: { outDir } });
}

async function buildApp(outDir: string, logLevel: LogLevel): Promise<void> {
  for (const config of ['main', 'worker', 'command-line', 'preload'])
    await buildWith(config, outDir, logLevel);
}

const SCRATCH = /^scratch-(\d+)-/;

/** Removes the files of a killed build, which the next build would package. */
function removeAbandonedScratch(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = SCRATCH.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true });
  }
}

/**
 * Builds a folder beside the old one and then replaces the old one. An interrupted build, or one that runs
 * while the app runs, leaves no half-written files.
 */
async function replaceFolder(part: Part, name: string, make: (next: string) => unknown): Promise<void> {
  const folder = join(buildFolder(part), name);
  const scratch = mkdtempSync(join(buildFolder(part), `scratch-${process.pid}-`));
  try {
    await make(join(scratch, 'next'));
    mkdirSync(dirname(folder), { recursive: true });
    if (existsSync(folder)) renameSync(folder, join(scratch, 'previous'));
    renameSync(join(scratch, 'next'), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const WINDOW = 'renderer/main_window';

const steps: Record<Part, (logLevel: LogLevel) => Promise<void>> = {
  app: (logLevel) => replaceFolder('app', 'build', (next) => buildApp(next, logLevel)),
  window: (logLevel) => replaceFolder('window', WINDOW, (next) => buildWith('renderer', next, logLevel)),
  host: () => replaceFolder('host', 'bundle', buildHost),
  console: (logLevel) =>
    replaceFolder('console', 'window', (next) =>
      isStale('window')
        ? buildWith('renderer', next, logLevel)
        : cpSync(join(buildFolder('window'), WINDOW), next, { recursive: true }),
    ),
  sdk: () => replaceFolder('sdk', 'sdk', buildSdks),
};

async function buildPart(part: Part, logLevel: LogLevel): Promise<void> {
  mkdirSync(buildFolder(part), { recursive: true });
  removeAbandonedScratch(buildFolder(part));
  const state = stateOfSources(part);
  await steps[part](logLevel);
  markBuilt(part, state);
}

/** Builds parts of the app in this checkout, in order. With `onlyStale` it builds only stale parts. */
export async function buildParts(
  wanted: readonly Part[],
  { onlyStale = false, logLevel = 'info' }: { onlyStale?: boolean; logLevel?: LogLevel } = {},
): Promise<void> {
  await withBuildLock(join(root, '.host/build.lock'), async () => {
    for (const part of PARTS.filter((name) => wanted.includes(name))) {
      if (!onlyStale || isStale(part)) await buildPart(part, logLevel);
    }
  });
}

// Usage: build.ts [--stale] [part …]. Without names it builds every part.
if (import.meta.main) {
  const args = process.argv.slice(2);
  const named = PARTS.filter((part) => args.includes(part));
  const onlyStale = args.includes('--stale');
  const isInstalling = process.env.npm_lifecycle_event === 'prepare';
  const isQuiet = onlyStale || isInstalling;
  if (isInstalling) lightenPackages();
  await buildParts(named.length === 0 ? PARTS : named, { onlyStale, logLevel: isQuiet ? 'warn' : 'info' });
}
