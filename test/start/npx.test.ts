import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PARTS, parts } from '../../scripts/built-parts.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const buildTimes = () =>
  PARTS.flatMap((part) => parts[part].files).map(
    (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs,
  );

test('npx runs the command of the checkout: it installs nothing and builds nothing', () => {
  const cache = mkdtempSync(join(tmpdir(), 'plinth-npx-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const before = buildTimes();
  const output = execFileSync('npx', ['--no', '--offline', 'plinth', '--version'], {
    cwd: root,
    env: { ...process.env, npm_config_cache: cache },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(output.trim()).toBe(version);
  expect(existsSync(join(cache, '_npx'))).toBe(false);
  expect(buildTimes()).toEqual(before);
});
