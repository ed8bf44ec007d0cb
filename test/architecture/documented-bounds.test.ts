import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as budgets from '../../electron/body/body-budget.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const [, table] = read('docs/threat-model.md').split('\n## Bounds\n');
const rows = table!
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1))
  .slice(2)
  .map(([bound, constants, files, , tests]) => ({
    bound: bound!.trim(),
    ...{ constants: named(constants!), files: named(files!), tests: named(tests!) },
  }));

test('each bound of the threat model is a constant of its file and has a test', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const { bound, constants, files, tests } of rows) {
    const source = files.map(read).join('\n');
    for (const constant of constants) expect(source, bound).toMatch(new RegExp(`\\b${constant}\\b`));
    expect(tests, bound).not.toEqual([]);
    for (const file of tests) expect(read(file), bound).toMatch(/\b(?:test|it)(?:\.\w+)?\(|def test_/);
  }
});

test('the threat model names each budget of a body', () => {
  const all = new Set(rows.flatMap(({ constants }) => constants));
  expect(Object.keys(budgets).filter((name) => /^[A-Z_]+$/.test(name) && !all.has(name))).toEqual([]);
});
