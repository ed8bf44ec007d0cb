import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Returns the command of a package, run by this Node: Windows cannot start the links in `node_modules/.bin`. */
export function packageCommand(name: string, from = name): [string, string] {
  const folder = join(root, 'node_modules', from);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[name])];
}

/** Checks the types of what changed since the last time. */
export const TYPES = [
  ...packageCommand('tsc', 'typescript'),
  ...['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
];

export const LINT = [...packageCommand('biome', '@biomejs/biome'), 'ci', '.'];
