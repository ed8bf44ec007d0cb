import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const built = join(root, '.vite');
const CONFIGS = ['main', 'worker', 'preload', 'renderer'] as const;

async function buildOne(
  name: (typeof CONFIGS)[number],
  folder: string,
  logLevel: 'info' | 'warn',
): Promise<void> {
  const outDir = join(folder, name === 'renderer' ? 'renderer/main_window' : 'build');
  await build({ configFile: join(root, `vite.${name}.config.ts`), logLevel, build: { outDir } });
}

/** Builds the window, the preload, the main process and its worker into `folder`, as Forge and electron-builder expect. */
export async function buildAll(folder: string, logLevel: 'info' | 'warn' = 'info'): Promise<void> {
  for (const name of CONFIGS) await buildOne(name, folder, logLevel);
}

const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestIn(folder: string): number {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => modified(join(entry.parentPath, entry.name)))
    .reduce((a, b) => Math.max(a, b), 0);
}

/** Builds the window for the headless host's console, unless it was built since its sources last changed. */
export async function buildWindowIfStale(): Promise<void> {
  const page = modified(join(built, 'renderer/main_window/index.html'));
  const sources = Math.max(
    newestIn('renderer'),
    newestIn('shared'),
    modified(join(root, 'vite.renderer.config.ts')),
  );
  if (page < sources) await buildOne('renderer', built, 'warn');
}

if (import.meta.main) {
  // The headless host's own bundle lives in this folder too.
  for (const part of ['build', 'renderer']) rmSync(join(built, part), { recursive: true, force: true });
  await buildAll(built);
}
