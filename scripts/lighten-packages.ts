import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Installed files that nothing here reads, a quarter of the size of a checkout. */
const UNREAD = [
  // For compiling addons.
  'node/node_modules/node-*/{include,share}',
  '**/*.map',
  // Second names of two thousand icons.
  'lucide-react/{dist/*.{prefixed,suffixed}.d.ts,dynamic*}',
  // Builds for profilers, old module systems and other languages.
  'react-dom/cjs/*profiling*',
  'csv-stringify/dist/{umd,iife}',
  'lodash/fp{,.js}',
  'axe-core/locales',
];

/** A package that has its addon for every system: `index.linux-x64-gnu.node`. */
const ADDONS = '@electron-internal/extract-zip/index.*.node';

/** Returns true for an addon that this computer cannot load. A package for macOS serves both of its processors. */
function isForAnotherSystem(addon: string): boolean {
  const { platform, arch } = process;
  return ![`${platform}-${arch}`, `${platform}-universal`].some((system) => addon.includes(`.${system}`));
}

/** Deletes what no program reads from the packages that npm has just installed. */
export function lightenPackages(): void {
  const cwd = join(root, 'node_modules');
  const addons = globSync(ADDONS, { cwd }).filter(isForAnotherSystem);
  for (const path of [...globSync(UNREAD, { cwd }), ...addons])
    rmSync(join(cwd, path), { recursive: true, force: true });
}
