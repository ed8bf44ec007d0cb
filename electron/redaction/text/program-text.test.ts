import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';
import { isProgramText } from './program-text.ts';

const PROGRAM = ['const width = 4;', 'function area(): number {', '  return width * 2;', '}'].join('\n');

describe('the lines of a program', () => {
  it('are told by their beginnings and ends', () => {
    expect(isProgramText(PROGRAM)).toBe(true);
    expect(isProgramText(`cat > a.ts <<'EOF'\n${PROGRAM}\n${PROGRAM}\nEOF\nnpm test`)).toBe(true);
  });

  it('are no sentences, lists, settings or tables', () => {
    for (const text of [
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
    const told = `// the admin password is Tulpe77!\n${PROGRAM}`;
    expect(redactor.redactText(told).text).not.toContain('Tulpe77');
    expect(redactor.redactText(PROGRAM).text).toBe(PROGRAM);
  });
});
