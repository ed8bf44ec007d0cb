import { expect, test } from 'vitest';
import { belowRecorded, isWithin, pathBelow } from './path-below.ts';

test.each([
  ['/work/app/a.ts', '/work/app', 'a.ts'],
  ['/work/app/a.ts', '/work/app/', 'a.ts'],
  ['/work/app/a.ts', '/', 'work/app/a.ts'],
  ['/work/app2/a.ts', '/work/app', undefined],
  ['/work/App/a.ts', '/work/app', undefined],
  ['/work/app', '/work/app', undefined],
  ['/work/app', '', undefined],
  ['~/app/a.ts', '~', 'app/a.ts'],
  ['C:\\work\\app\\Src\\A.ts', 'c:/Work/app', 'Src\\A.ts'],
  ['c:/work/app/a.ts', 'C:\\work\\app\\', 'a.ts'],
  ['D:\\a.ts', 'D:\\', 'a.ts'],
  ['D:\\a.ts', 'C:\\', undefined],
  ['~\\App\\a.ts', '~\\app', 'a.ts'],
  ['\\\\host\\share\\a.ts', '\\\\HOST\\share', 'a.ts'],
])('the part of %s below %s is %s', (path, folder, part) => {
  expect(pathBelow(path, folder)).toBe(part);
  expect(isWithin(path, folder)).toBe(part !== undefined || path === folder);
});

test('a folder is within itself, in each spelling of Windows', () => {
  expect(isWithin('c:/work/APP', 'C:\\work\\app')).toBe(true);
  expect(isWithin('/work/APP', '/work/app')).toBe(false);
});

test.each([
  ['/home/otto/app/src/a.ts', '~/app', 'src/a.ts'],
  ['C:\\Users\\otto\\app\\src\\a.ts', '~/app', 'src\\a.ts'],
  ['C:\\work\\app\\src\\a.ts', 'C:/work/app', 'src\\a.ts'],
  ['C:\\work\\app', 'C:/work/app', ''],
  ['/tmp/a.ts', '~/app', '/tmp/a.ts'],
])('what %s has below %s of the record is %s', (path, recorded, part) => {
  expect(belowRecorded(path, recorded)).toBe(part);
});
