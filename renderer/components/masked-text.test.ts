import { describe, expect, it } from 'vitest';
import { cut } from './masked-text.tsx';

describe('masks', () => {
  it('are the places that the host names, whatever else has their form', () => {
    for (const code of ['arr[i]', '[readme]', '[x]', '[a-z]', '[email]']) {
      expect(cut(code, [])).toEqual([{ kind: 'text', text: code }]);
    }
    expect(cut('op [1password-secret-key]', [{ start: 3, end: 25 }])).toEqual([
      { kind: 'text', text: 'op ' },
      { kind: 'mask', text: '[1password-secret-key]' },
    ]);
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
