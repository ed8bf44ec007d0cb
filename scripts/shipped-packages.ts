import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface ShippedPackage {
  name: string;
  /** The name under which Plinth imports it. It differs from `name` for a package that takes another's place. */
  alias: string;
  version: string;
  licence: string;
  /** The folder in the checkout. A package for another system is locked but not installed. */
  folder: string;
}

/** The packages that the window bundles. They are development dependencies, because nothing loads them at run time. */
const WINDOW_PACKAGES = ['react', 'react-dom', 'radix-ui', '@tanstack/react-virtual', 'lucide-react'];

const FOLDER = 'node_modules/';
const nameOf = (path: string) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** Returns the path of the package that Node loads for `name` from the package at `from`. */
function resolve(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(FOLDER) - 1))) {
    const path = folder === '' ? FOLDER + name : `${folder}/${FOLDER}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Lists the packages that Plinth ships: the run-time dependencies and the packages of the window, with theirs. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const names = [...Object.keys(packages['']?.dependencies ?? {}), ...WINDOW_PACKAGES];
  const waiting = names.map((name) => resolve(packages, '', name));
  const found = new Map<string, ShippedPackage>();
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (path === undefined || found.has(path)) continue;
    const { name, version = '', license = '', ...entry } = packages[path]!;
    const alias = nameOf(path);
    found.set(path, { name: name ?? alias, alias, version, licence: license, folder: join(root, path) });
    // Types are peers that nothing bundles.
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const other of Object.keys(needed).filter((each) => !each.startsWith('@types/'))) {
      waiting.push(resolve(packages, path, other));
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
