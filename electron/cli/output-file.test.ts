import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { outputFile } from './output-file.ts';

const KEPT = [
  'NUL',
  'con',
  'copies/aux.db',
  'C:\\x\\LPT1.html',
  'com³',
  'page.html.',
  'page ',
  'C:nul',
  'CON:',
];
test.each([...KEPT, '2026-11-27T10:00.html', 'C:\\x\\a:b.db'])(
  'Windows keeps or changes the name %s',
  (name) => {
    expect(() => outputFile(name, 'win32')).toThrow('Choose another name');
    expect(outputFile(name, 'linux')).toBe(resolve(name));
  },
);

test.each([
  'nuls',
  'console.html',
  'a.nul',
  'aux2',
  'com0',
  '.hidden',
  'con fusion',
  'nul/page.html',
  'C:\\x\\a',
  'c:a',
])('other names such as %s are free', (name) => expect(outputFile(name, 'win32')).toBe(resolve(name)));
