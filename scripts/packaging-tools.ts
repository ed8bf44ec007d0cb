import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Returns true if every packaging tool of package.json is installed. */
export function hasPackagingTools(): boolean {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(peerDependencies).every((name) => existsSync(join(root, 'node_modules', name)));
}

/** Installs the packaging tools from the lockfile, beside the packages of `npm ci`. */
export function ensurePackagingTools(): void {
  if (hasPackagingTools()) return;
  console.log('Installing the tools that package the app, once …');
  const options = [
    '--include=peer',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !hasPackagingTools()) throw new Error('npm could not install the packaging tools.');
}

if (import.meta.main) ensurePackagingTools();
