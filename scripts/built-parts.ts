import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_FILES } from '../shared/sdk-files.ts';

const root = join(import.meta.dirname, '..');

/**
 * The parts: Electron's side of the app, its window, the headless host, the window that this host serves, and the packed
 * SDKs that both hosts ship.
 */
export const PARTS = ['app', 'window', 'host', 'console', 'sdk'] as const;
export type Part = (typeof PARTS)[number];

interface BuiltPart {
  /** Source files and folders of the part. */
  readonly sources: readonly string[];
  /** Built files of the part. If one is missing, the part is not built. */
  readonly files: readonly string[];
}

// A new version of a dependency changes the build as a source does.
const EVERY_BUILD = ['package.json', 'node_modules/.package-lock.json', 'shared'];
const NODE_SIDE = [...EVERY_BUILD, 'electron'];
const PAGE_SIDE = [
  ...EVERY_BUILD,
  'renderer',
  'scripts/vite/renderer.config.ts',
  'scripts/third-party-notices.ts',
  'scripts/shipped-packages.ts',
];

/** The bundles of the headless host, and the source that each begins with. */
export const HOST_ENTRIES = {
  plinth: 'electron/cli/plinth.ts',
  'plinth-redact': 'electron/cli/plinth-redact.ts',
  'plinth-serve': 'electron/cli/plinth-serve.ts',
  'receipt-worker': 'electron/host/receipt-worker.ts',
  'receipt-thread': 'electron/receipts/worker/receipt-thread.ts',
  'compile-cache': 'electron/platform/compile-cache.ts',
};

/**
 * The built parts. Electron Forge and electron-builder package `.vite`, and Forge empties it at each of its
 * commands. The headless host therefore has its own folder, so that packaging never removes its bundle or
 * window.
 */
export const parts: Readonly<Record<Part, BuiltPart>> = {
  app: {
    sources: [
      ...NODE_SIDE,
      'scripts/vite/main.config.ts',
      'scripts/vite/worker.config.ts',
      'scripts/vite/command-line.config.ts',
      'scripts/vite/preload.config.ts',
      'scripts/vite/node-bundle.ts',
    ],
    files: ['main', 'receipt-worker', 'command-line', 'preload'].map((name) => `.vite/build/${name}.cjs`),
  },
  window: { sources: PAGE_SIDE, files: ['.vite/renderer/main_window/index.html'] },
  host: {
    sources: [...NODE_SIDE, 'scripts/build-host.ts', 'scripts/built-parts.ts', 'scripts/vite/node-bundle.ts'],
    files: Object.keys(HOST_ENTRIES).map((name) => `.host/bundle/${name}.cjs`),
  },
  console: { sources: PAGE_SIDE, files: ['.host/window/index.html'] },
  sdk: {
    sources: [
      'sdk/javascript/src',
      'sdk/javascript/scripts',
      'sdk/javascript/package.json',
      'sdk/python/src',
      'sdk/python/build_backend',
      'scripts/build-sdks.ts',
    ],
    files: Object.values(SDK_FILES).map((name) => `.host/sdk/${name}`),
  },
};

/** Returns the folder into which a part and its build state are written: `.vite` or `.host`. */
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

/** Returns a digest of a part's sources. Any added, changed or removed file changes it. */
export function stateOfSources(part: Part): string {
  const lines: string[] = [];
  for (const source of parts[part].sources) describe(join(root, source), lines);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Records that a part was built from this state of its sources. Take the state before the build begins. */
export function markBuilt(part: Part, state: string): void {
  mkdirSync(buildFolder(part), { recursive: true });
  writeFileSync(stampOf(part), state);
}

/** Records that a part no longer matches its sources, because development writes into its folder. */
export function markUnbuilt(part: Part): void {
  rmSync(stampOf(part), { force: true });
}

/** Returns true when a part is missing, incomplete, or built from other sources. */
export function isStale(part: Part): boolean {
  if (parts[part].files.some((file) => !existsSync(join(root, file)))) return true;
  const stamp = stampOf(part);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== stateOfSources(part);
}
