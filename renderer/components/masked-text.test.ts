import { describe, expect, it } from 'vitest';
import { cut, withFound } from './masked-text.tsx';

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

describe('what a search found', () => {
  const found = (text: string, masks: { start: number; end: number }[], ...terms: string[]) =>
    withFound(cut(text, masks), terms)
      .filter(({ kind }) => kind === 'found')
      .map((piece) => piece.text);

  it('is marked without regard to case, marks and normal form, in every script', () => {
    expect(found('Total of the TOTALS', [], 'total')).toEqual(['Total', 'TOTAL']);
    expect(found('この関数を直す', [], '関数')).toEqual(['関数']);
    expect(found('ship 🚀🚀 now', [], '🚀')).toEqual(['🚀', '🚀']);
    expect(found('Cafe\u0301 and café', [], 'CAFE')).toEqual(['Cafe\u0301', 'café']);
    expect(found('npm test', [], 'npm', 'npm test')).toEqual(['npm test']);
    expect(found('nothing', [], '')).toEqual([]);
  });

  it('is never in a mask or across its edge', () => {
    const text = 'use [github-token] with [main] github';
    expect(found(text, [{ start: 4, end: 18 }], 'github')).toEqual(['github']);
    expect(found(text, [{ start: 4, end: 18 }], 'use [git', 'main')).toEqual(['main']);
  });
});
