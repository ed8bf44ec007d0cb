import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { unifiedDiff } from './unified-diff.ts';

const hasPatch = spawnSync('patch', ['--version']).status === 0;
if (!hasPatch) console.warn('The program “patch” is not installed: diffs are not applied with it.');

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = (count: number, eol = '\n') =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join(eol);

test.skipIf(!hasPatch).each<[string, string | undefined, string | undefined]>([
  ['a last newline on both sides', 'a\nb\n', 'a\nx\nb\n'],
  ['no last newline, appended behind', '{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}'],
  ['no last newline, which the change adds', 'a\nb', 'a\nb\n\nc\n'],
  ['a last newline that the change takes', 'a\nb\n\nc\n', 'a\nb'],
  ['only the last newline added', 'a', 'a\n'],
  ['only the last newline taken', 'a\n', 'a'],
  ['a change far above the last line', `${lines(40)}`, `x\n${lines(40)}`],
  ['two hunks and no last newline', lines(40), lines(40).replace('line 3', 'x').replace('line 38', 'y')],
  ['a line that reads like the mark', 'a\n\\ No newline at end of file\n', 'b\n\\ No newline at end of file'],
  ['CRLF', `${lines(9, '\r\n')}\r\n`, `${lines(9, '\r\n')}\r\nmore\r\n`],
  ['CRLF without a last newline', lines(9, '\r\n'), `${lines(9, '\r\n')}\r\nmore`],
  ['one line', '{"a":1}', '{"a":1,"b":2}'],
  ['a new file', undefined, 'a\n'],
  ['a new file without a last newline', undefined, 'a'],
  ['a deleted file without a last newline', 'a\nb', undefined],
  ['an empty file', '', 'a'],
])('patch applies a diff with %s', (name, before, after) => {
  const path = join(folder, name, 'file');
  mkdirSync(dirname(path));
  if (before !== undefined) writeFileSync(path, before);
  const diff = unifiedDiff('file', before, after);
  const options = { cwd: dirname(path), input: diff };
  const output = execFileSync('patch', ['-p0', '--binary', '--force', '--remove-empty-files'], options);
  expect(String(output)).not.toMatch(/fuzz|offset|garbage/);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(after);
});
