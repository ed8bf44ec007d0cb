import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What runs: Electron's side of the app, its window, the headless host, and the window as that host serves it. */
export const PARTS = ['app', 'window', 'host', 'console'] as const;
export type Part = (typeof PARTS)[number];

interface BuiltPart {
  /** Files and folders of the checkout that the part is made of. */
  readonly sources: readonly string[];
  /** Files that it consists of; without one of them it is not built. */
  readonly files: readonly string[];
}

// A new version of a dependency changes the build as a source does.
const EVERY_BUILD = ['package.json', 'node_modules/.package-lock.json', 'shared'];
const NODE_SIDE = [...EVERY_BUILD, 'electron'];
const PAGE_SIDE = [...EVERY_BUILD, 'renderer', 'scripts/vite/renderer.config.ts'];

/**
 * Electron Forge and electron-builder package `.vite`, and Forge empties it at each of its commands. So the headless host
 * has a folder of its own: packaging never takes the bundle or the window from under it.
 */
export const parts: Readonly<Record<Part, BuiltPart>> = {
  app: {
    sources: [
      ...NODE_SIDE,
      'scripts/vite/main.config.ts',
      'scripts/vite/worker.config.ts',
      'scripts/vite/preload.config.ts',
      'scripts/vite/node-bundle.ts',
    ],
    files: ['.vite/build/main.cjs', '.vite/build/receipt-worker.cjs', '.vite/build/preload.cjs'],
  },
  window: { sources: PAGE_SIDE, files: ['.vite/renderer/main_window/index.html'] },
  host: {
    sources: [...NODE_SIDE, 'scripts/build-host.ts', 'scripts/vite/node-bundle.ts'],
    files: ['plinth', 'plinth-redact', 'receipt-worker', 'compile-cache'].map(
      (name) => `.host/bundle/${name}.cjs`,
    ),
  },
  console: { sources: PAGE_SIDE, files: ['.host/window/index.html'] },
};

/** The folder that a part is built into, with whatever belongs to its building: `.vite` or `.host`. */
export const buildFolder = (part: Part) => join(root, parts[part].files[0]!.split('/')[0]!);

const stampOf = (part: Part) => join(buildFolder(part), `${part}.stamp`);

function describe(path: string, lines: string[]): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) describe(join(path, name), lines);
  } else if (!path.includes('.test.')) {
    lines.push(`${path}\0${stat.size}\0${stat.mtimeMs}`);
  }
}

/** Names the state of a part's sources: any file that was added, changed or removed gives another name. */
export function stateOfSources(part: Part): string {
  const lines: string[] = [];
  for (const source of parts[part].sources) describe(join(root, source), lines);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Notes that a part has been built from sources of this state, which was taken before its building began. */
export function markBuilt(part: Part, state: string): void {
  mkdirSync(buildFolder(part), { recursive: true });
  writeFileSync(stampOf(part), state);
}

/** Notes that a part is no longer what its sources say, because development writes into its folder. */
export function markUnbuilt(part: Part): void {
  rmSync(stampOf(part), { force: true });
}

/** True when a part is missing, incomplete, or was built from other sources than today's. */
export function isStale(part: Part): boolean {
  if (parts[part].files.some((file) => !existsSync(join(root, file)))) return true;
  const stamp = stampOf(part);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== stateOfSources(part);
}
