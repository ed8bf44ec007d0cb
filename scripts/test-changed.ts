import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageCommand } from './checks.ts';

// Runs the tests of the files that are given, or of those that differ from the branch main, and one round of a host.
// Usage: npm run test:changed [-- FILE …]

const root = join(import.meta.dirname, '..');
/** A host starts, records, is killed and starts again, and no acknowledged event is lost. */
const ROUND = 'electron/receipts/store/durability.test.ts';
/** One kill after the other finds what an earlier one left. */
const KILLS = '2';
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

/** Returns what this branch and the work tree changed. */
function changedFiles(): string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

const files = process.argv.length > 2 ? process.argv.slice(2) : changedFiles();
const [program, ...vitest] = packageCommand('vitest');
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/slowest-files.ts')}`];
const related = ['related', '--run', ...reporters, ...files.filter((file) => CODE.test(file)), ROUND];
const env = { ...process.env, PLINTH_KILLS: KILLS };
const { status } = spawnSync(program, [...vitest, ...related], { cwd: root, stdio: 'inherit', env });
process.exitCode = status ?? 1;
