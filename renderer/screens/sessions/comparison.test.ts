import { expect, test } from 'vitest';
import type { Receipt } from '../../../shared/receipt.ts';
import { compareCommands, compareFiles, placesOf } from './comparison.ts';

const receipt = (event: Receipt['event'], data: object, second = 0) =>
  ({ event, data, receivedAt: new Date(second * 1000).toISOString() }) as Receipt;

test('two sessions are compared by their files, their commands and their pace', () => {
  const first = [
    receipt('file.changed', { path: '/a/shop/src/x.ts', cwd: '/a/shop' }),
    receipt('tool.before_use', { toolName: 'Edit', toolInput: { file_path: 'src/y.ts' } }, 5),
    receipt('command.before_run', { command: 'npm test ' }, 10),
  ];
  const second = [
    receipt('file.changed', { path: '/b/shop/src/x.ts', cwd: '/b/shop' }),
    receipt('command.before_run', { command: 'npm test' }),
    receipt('command.before_run', { command: 'npm run build' }),
    receipt('command.before_run', {}),
  ];
  expect(compareFiles([first, second])).toEqual({ both: ['src/x.ts'], only: [['src/y.ts'], []] });
  const onWindows = [
    receipt('file.changed', { path: 'C:\\b\\shop\\z.ts', cwd: 'C:\\b\\shop' }),
    receipt('file.changed', { path: 'C:\\b\\shop-2\\z.ts', cwd: 'C:\\b\\shop' }),
  ];
  expect(compareFiles([onWindows, []]).only[0]).toEqual(['z.ts', 'C:\\b\\shop-2\\z.ts']);
  expect(compareCommands([first, second])).toEqual({ both: ['npm test'], only: [[], ['npm run build']] });
  expect(placesOf(first, 20_000)).toEqual([0, 0.25, 0.5]);
  expect(placesOf(second, 0)).toEqual([0, 0, 0, 0]);
});
