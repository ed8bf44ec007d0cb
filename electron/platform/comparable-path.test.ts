import { expect, test } from 'vitest';
import { comparablePath } from './comparable-path.ts';

test.each([
  ['win32', 'C:\\Work\\Caf\u00e9\\a.ts', 'c:/work/cafe\u0301/A.ts', true],
  ['darwin', '/Work/Caf\u00e9/a.ts', '/work/cafe\u0301/A.ts', true],
  ['linux', '/work/caf\u00e9/a.ts', '/work/cafe\u0301/a.ts', true],
  ['darwin', '/work/a\\b', '/work/a/b', false],
  ['linux', '/work/a\\b', '/work/a/b', false],
  ['linux', '/work/a.ts', '/work/A.ts', false],
])('on %s, %s and %s are one path: %s', (platform, one, other, isOne) => {
  expect(comparablePath(one, platform) === comparablePath(other, platform)).toBe(isOne);
});
