import { expect, test } from 'vitest';
import { PausedFolders } from './paused-folders.ts';

const folders = new PausedFolders(['/home/ada']);
const event = (sessionId: string, cwd?: string) => ({ integrationId: 'int_1', sessionId, cwd });

test('a project is its folder and what is below it, however the folder is written', () => {
  for (const project of ['~/app', '/home/ada/app', '/home/ada/app/']) {
    for (const cwd of ['/home/ada/app', '/home/ada/app/src', '~/app/']) {
      expect(folders.isWithin(folders.folderOf(event(`${project} ${cwd}`, cwd)), project)).toBe(true);
    }
    expect(folders.isWithin(folders.folderOf(event(`${project} 2`, '/home/ada/app2')), project)).toBe(false);
  }
  expect(folders.isWithin('c:/work/app/src', 'c:\\work\\app')).toBe(true);
  expect(folders.projectOf('/home/ada/App/')).toBe('~/App');
  expect(folders.projectOf('/srv/app')).toBe('/srv/app');
});

test('an event without a folder belongs to the folder that its session named first', () => {
  expect(folders.folderOf(event('one'))).toBeUndefined();
  expect(folders.folderOf(event('one', '/srv/app'))).toBe('/srv/app');
  expect(folders.folderOf(event('one', '/srv/other'))).toBe('/srv/other');
  expect(folders.folderOf(event('one'))).toBe('/srv/app');
  expect(folders.folderOf({ ...event('one'), integrationId: 'int_2' })).toBeUndefined();
});

test('the folders of a thousand sessions are remembered, and the longest unused one is forgotten', () => {
  const many = new PausedFolders([]);
  for (let index = 0; index < 1000; index += 1) many.folderOf(event(`session ${index}`, '/srv/app'));
  expect(many.folderOf(event('session 0'))).toBe('/srv/app');
  many.folderOf(event('session 1000', '/srv/app'));
  expect(many.folderOf(event('session 0'))).toBe('/srv/app');
  expect(many.folderOf(event('session 1'))).toBeUndefined();
});
