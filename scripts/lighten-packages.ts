import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Installed files that nothing here reads, a quarter of the size of a checkout. */
const UNREAD = [
  // For compiling addons, and the history of Node.
  'node/node_modules/node-*/{include,share,CHANGELOG.md}',
  '**/*.map',
  // Second names of two thousand icons.
  'lucide-react/{dist/*.{prefixed,suffixed}.d.ts,dynamic*}',
  // Builds for profilers, servers, browsers, old module systems and other languages.
  'react-dom/{cjs/*{profiling,server.,server-}*,server*,static*}',
  '@bufbuild/protobuf/dist/cjs',
  'csv-stringify/dist/{umd,iife}',
  'fast-check/lib/cjs',
  'lodash/fp{,.js}',
  'yaml/browser',
  '**/*.js.flow',
  'axe-core/locales',
  // Sources and documentation of packages, and the tests of those that ship them.
  'ajv/lib',
  'undici/docs',
  '{pino,@pinojs/redact}/{test,docs,benchmarks}',
  '{pino-abstract-transport,sonic-boom,thread-stream,fast-uri,object-inspect,process-warning,qs}/test',
];

/** A package that has its addon for every system: `index.linux-x64-gnu.node`. */
const ADDONS = '@electron-internal/extract-zip/index.*.node';

/**
 * Returns true for an addon that this computer cannot load. A package for macOS serves both of its processors, and one for
 * Linux exists for each of two C libraries.
 */
function isForAnotherSystem(addon: string): boolean {
  const { platform, arch } = process;
  const system =
    platform === 'linux' ? `linux-${arch}-${hasGlibc() ? 'gnu' : 'musl'}` : `${platform}-${arch}`;
  return ![system, `${platform}-universal`].some((name) => addon.includes(`.${name}`));
}

function hasGlibc(): boolean {
  // Otherwise the report looks up the name of each network address.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

function remove(folder: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(folder, path), { recursive: true, force: true });
}

/** Deletes what no program reads from a folder of packages, on whatever system they run. */
export const removeUnread = (cwd: string): void => remove(cwd, globSync(UNREAD, { cwd }));

/** Deletes what no program reads from the packages that npm has just installed. */
export function lightenPackages(): void {
  const cwd = join(root, 'node_modules');
  removeUnread(cwd);
  remove(cwd, globSync(ADDONS, { cwd }).filter(isForAnotherSystem));
}
