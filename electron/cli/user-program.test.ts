import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { userProgram } from './user-program.ts';

let folder: string;
const at = (name: string) => join(folder, 'tools', name);
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(at(''));
  for (const name of ['agent.CMD', 'program.EXE', 'script']) writeFileSync(at(name), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const onWindows = (...command: string[]) =>
  userProgram(command, 'win32', {
    PATH: `.${delimiter}${folder}${delimiter}${at('')}`,
    PATHEXT: '.EXE;.CMD',
    ComSpec: 'cmd',
  });

test('other systems find a program themselves', () => {
  expect(userProgram(['agent', 'a b'], 'linux', {})).toEqual({ file: 'agent', args: ['a b'] });
});

test('Windows finds a program by its endings, and passes its arguments on', () => {
  expect(onWindows('program', 'a b')).toEqual({ file: at('program.EXE'), args: ['a b'] });
  expect(onWindows(at('program'))).toEqual({ file: at('program.EXE'), args: [] });
  expect(onWindows('program.EXE')).toEqual({ file: at('program.EXE'), args: [] });
});

test('what is not found, or has no ending, stays as it was', () => {
  for (const name of ['script', 'missing']) expect(onWindows(name)).toEqual({ file: name, args: [] });
});

test('a batch file runs in cmd, which takes no character of an argument for its own', () => {
  const { file, args, windowsVerbatimArguments } = onWindows('agent', 'a "b" & %PATH% ^', 'C:\\x y\\');
  expect([file, windowsVerbatimArguments, ...args.slice(0, 3)]).toEqual(['cmd', true, '/d', '/s', '/c']);
  const line = args[3]!;
  expect(line).toMatch(/^".*"$/);
  // The text that cmd passes on: each caret is removed, and keeps its character from cmd.
  expect(line.slice(1, -1).replaceAll(/\^(.)/g, '$1')).toBe(
    `${at('agent.CMD')} "a \\"b\\" & %PATH% ^" "C:\\x y\\\\"`,
  );
  expect(line.slice(1, -1).replaceAll(/\^./g, '')).not.toMatch(/["&%]/);
});
