import { expect, it } from 'vitest';
import { shortestTail } from './shortest-tail.ts';

it('names a folder by the shortest end of its path that no other one has', () => {
  const paths = ['~/work/infra', '~/oss/infra', '~/oss/docs', '/a/oss/infra', 'C:\\code\\app', '/', '~'];
  expect(paths.map((path) => shortestTail(path, paths))).toEqual([
    'work/infra',
    '~/oss/infra',
    'docs',
    '/a/oss/infra',
    'app',
    '/',
    '~',
  ]);
  expect(shortestTail('~/infra', ['~/work/infra', '~/infra'])).toBe('~/infra');
  expect(shortestTail('infra', ['~/work/infra'])).toBe('infra');
});
