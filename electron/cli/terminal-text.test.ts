import { describe, expect, it } from 'vitest';
import { fitted, printTable } from './terminal-table.ts';
import { escapedJson, jsonText, printable } from './terminal-text.ts';

const COMMANDS = '\u0000\u0007\u001b[2J\u007f\u0085\u009b31m\u061c\u200e\u202e\u2066';

describe('jsonText', () => {
  it('means the same and contains no control characters', () => {
    const value = { [COMMANDS]: [COMMANDS, 'tab\t and\nbreak', 'Grüße 😀'] };
    for (const indent of [undefined, 2]) {
      const text = jsonText(value, indent);
      expect(JSON.parse(text)).toEqual(value);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u202e\u2066]/);
      expect(text).toContain('\\u009b31m');
      expect(text).toContain('Grüße 😀');
    }
  });

  it('can be built from parts', () => {
    const halves = ['\ud83d', '\ude00'].map((half) => escapedJson(JSON.stringify(half).slice(1, -1)));
    expect(JSON.parse(`"${halves.join('')}"`)).toBe('😀');
  });
});

describe('printable', () => {
  it('escapes control characters, and keeps the rest', () => {
    expect(printable('a\u001b[2Jb\u009b\u202ec\td\ne')).toBe('a\\x1b[2Jb\\x9b\\u202ec\td\ne');
  });
});

describe('printTable', () => {
  const table = async (rows: string[][], titles = ['NAME', 'ID', 'TEXT']) => {
    const lines: string[] = [];
    await printTable(titles, rows, (line) => void lines.push(line));
    return lines;
  };

  it('aligns columns by the width on the terminal', async () => {
    expect(
      await table([
        ['a', '1', 'x'],
        ['測試', '2', 'y'],
        ['e\u0301😀', '3', 'z'],
      ]),
    ).toEqual(['NAME  ID  TEXT', 'a     1   x', '測試  2   y', 'e\u0301😀   3   z']);
  });

  it('lets a very wide cell shift only its own row', async () => {
    const [head, wide, other] = await table([
      ['w'.repeat(200), '1', 'x'],
      ['a', '2', 'y'],
    ]);
    expect(wide).toBe(`${'w'.repeat(200)}  1   x`);
    expect(other!.length).toBeLessThan(60);
    expect(head!.indexOf('ID')).toBe(other!.indexOf('2'));
  });

  it('keeps a cell on one line', async () => {
    expect((await table([['a\nb\tc', '\u001b[1m', 'x']]))[1]).toBe('a b c  \\x1b[1m  x');
  });
});

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['日本語', 5, '日本…'],
  ['日本語', 6, '日本語'],
  ['👩‍👩‍👧 family', 4, '👩‍👩‍👧 …'],
])('%s fits into %i columns as %s', async (line, columns, shown) => {
  expect(await fitted(line, columns)).toBe(shown);
});
