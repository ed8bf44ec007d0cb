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

/** Reads a text as cmd does: a caret outside of quotes keeps the next character, which must not be cmd's own. */
function readByCmd(text: string): string {
  let [read, isQuoted] = ['', false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '^' && !isQuoted) at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted) expect(text[at]).not.toMatch(/[&|<>]/);
    read += text[at];
  }
  return read;
}

test('a batch file runs in cmd, which takes no character of an argument for its own', () => {
  const command = ['agent', 'a "b" %PATH%', '"', 'a & b ^', 'say "hi" & "^|<>"', 'C:\\x y\\'];
  const { file, args, windowsVerbatimArguments } = onWindows(...command);
  expect([file, windowsVerbatimArguments, ...args.slice(0, 3)]).toEqual(['cmd', true, '/d', '/s', '/c']);
  const line = args[3]!;
  expect(line).toMatch(/^".*"$/);
  const given = line.slice(1, -1);
  expect(given.replaceAll(/\^./g, '')).not.toMatch(/["&%]/);
  const passedOn = readByCmd(given);
  expect(passedOn.slice(0, at('agent.CMD').length)).toBe(at('agent.CMD'));
  // The batch file gives its arguments to another program, in a line that cmd reads again.
  expect(readByCmd(passedOn.slice(at('agent.CMD').length))).toBe(
    ' "a \\"b\\" %PATH%" "\\"" "a & b ^" "say \\"hi\\" & \\"^|<>\\"" "C:\\x y\\\\"',
  );
});

test('a batch file takes no argument of several lines, which cmd would cut', () => {
  for (const end of ['\n', '\r\n']) {
    expect(() => onWindows('agent', '-p', `one${end}two`)).toThrow('several lines');
    expect(onWindows('program', `one${end}two`).args).toEqual([`one${end}two`]);
  }
});
