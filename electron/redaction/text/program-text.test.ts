import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';
import { programText } from './program-text.ts';

const isProgramText = (text: string) => programText(text) !== 'none';

const PYTHON = [
  'def area(self):',
  '    if self.width is None:',
  '        pass',
  '    size = self.width * 2',
  '    return size',
].join('\n');
const WITHOUT_SEMICOLONS = [
  "const { join } = require('path')",
  'module.exports = (root) => {',
  "  const file = join(root, 'a')",
  '  return file',
  '}',
].join('\n');
const PROGRAM = ['const width = 4;', 'function area(): number {', '  return width * 2;', '}'].join('\n');

describe('the lines of a program', () => {
  it('are told by their beginnings and ends', () => {
    expect(isProgramText(PROGRAM)).toBe(true);
    expect(isProgramText(`cat > a.ts <<'EOF'\n${PROGRAM}\n${PROGRAM}\nEOF\nnpm test`)).toBe(true);
  });

  it('are told in languages without braces and semicolons', () => {
    expect(isProgramText(PYTHON)).toBe(true);
    expect(isProgramText(WITHOUT_SEMICOLONS)).toBe(true);
    expect(isProgramText(`cat > a.py <<'EOF'\n${PYTHON}\nEOF`)).toBe(true);
  });

  it('have no comment in such a language, because people write in it as in a message', () => {
    for (const remark of ['# The sides are known.', '"""The sides are known."""', 'the sides are known']) {
      expect(isProgramText(`${PYTHON}\n${remark}`)).toBe(false);
      expect(isProgramText(`${PROGRAM}\n// The sides are known.\n${PROGRAM}`)).toBe(true);
    }
  });

  it('are no sentences, lists, settings or tables', () => {
    for (const text of [
      '# Notes\n\nif you need the door:\nring twice\nfor the rest:\nask otto',
      '[db]\nport = 5432\ntimeout = 30\nhost = db.example',
      'ask Mara (the new one)\nshe has the list:\nbring cake\nand water',
      'please log in with anna and Tulpe77!\nthen stop the service;\nthanks',
      'host: db1\nuser: app\npassword: Tulpe77',
      '- milk\n- eggs\n- the code of the door is 4812',
      '| id | name |\n|----|------|\n| 1 | otto |',
    ])
      expect(isProgramText(text)).toBe(false);
  });

  it('are read for sentences where they have a word for a password', () => {
    const redactor = createRedactor({
      fingerprintKey: new Uint8Array(32),
      homeDirectories: [],
      userNames: [],
    });
    for (const [mark, program] of [
      ['//', PROGRAM],
      ['#', PYTHON],
      ['//', WITHOUT_SEMICOLONS],
    ]) {
      for (const sentence of [
        'the admin password is Tulpe77!',
        'sign in as otto with Tulpe77!',
        'the pass is Tulpe77!',
        'the root pass for the box is Tulpe77!',
        ...(program !== PYTHON ? [] : ['Der Tresor im Büro geht mit Tulpe77! auf.']),
      ])
        expect(redactor.redactText(`${mark} ${sentence}\n${program}`).text).not.toContain('Tulpe77');
      expect(redactor.redactText(`${program}\n${mark} the code of the door is 4812#`).text).not.toContain(
        '4812',
      );
      expect(redactor.redactText(program!).text).toBe(program);
    }
  });
});
