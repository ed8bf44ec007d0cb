import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedFiles } from './changed-files.ts';
import { packageCommand } from './checks.ts';

// Runs the tests of the files that are given, or of those that differ from the branch main: all pure tests that import
// them, the other tests beside them, and one round of a host.
// Usage: npm run test:changed [-- FILE …]

const root = join(import.meta.dirname, '..');
/** A host starts, records, is killed and starts again, and no acknowledged event is lost. */
const ROUND = 'electron/receipts/store/durability.test.ts';
/** One kill after the other finds what an earlier one left. */
const KILLS = '2';
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
const TEST = /\.test\.tsx?$/;

const files = (process.argv.length > 2 ? process.argv.slice(2) : changedFiles()).filter((file) =>
  CODE.test(file),
);
const folders = new Set(
  files.map((file) => dirname(file)).filter((folder) => existsSync(join(root, folder))),
);
const beside = [...folders].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => TEST.test(name))
    .map((name) => join(folder, name)),
);

const [program, ...vitest] = packageCommand('vitest');
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/slowest-files.ts')}`];
const env = { ...process.env, PLINTH_KILLS: KILLS, PLINTH_SHORT_TESTS: '1' };
function passes(...args: string[]): boolean {
  return (
    spawnSync(program, [...vitest, ...args, ...reporters], { cwd: root, stdio: 'inherit', env }).status === 0
  );
}

// Nearly every test with a host imports nearly every file, so of these only the ones beside a change run.
const results = [passes('related', '--run', '--project=pure', ...files, ROUND)];
if (beside.length > 0) results.push(passes('run', '--project=process', '--passWithNoTests', ...beside));
process.exitCode = results.every(Boolean) ? 0 : 1;
