import { describe, expect, it } from 'vitest';
import { cut, piecesByForm } from './masked-text.tsx';

describe('masks', () => {
  it('are cut out by form in a summary and by place in a stored text', () => {
    expect(piecesByForm('mail [email] and [github-token]')).toEqual([
      { kind: 'text', text: 'mail ' },
      { kind: 'mask', text: '[email]' },
      { kind: 'text', text: ' and ' },
      { kind: 'mask', text: '[github-token]' },
    ]);
    expect(piecesByForm('a[0] [x y] [A]')).toEqual([{ kind: 'text', text: 'a[0] [x y] [A]' }]);
    expect(cut('ab[m]c', [{ start: 2, end: 5 }]).map(({ text }) => text)).toEqual(['ab', '[m]', 'c']);
    // Positions that overlap or lie outside the text must never lose text.
    const odd = cut('abcdef', [
      { start: 1, end: 3 },
      { start: 2, end: 4 },
      { start: 5, end: 99 },
      { start: 4, end: 4 },
    ]);
    expect(odd.map(({ text }) => text).join('')).toBe('abcdef');
  });
});
