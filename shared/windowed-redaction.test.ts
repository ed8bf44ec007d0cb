import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactInWindows, type WindowSizes } from './windowed-redaction.ts';

const SECRET = /secret\d+|<[^>]*>?/g;

/** Masks `secret1`, and everything from `<` to `>` or to the end, and cuts its text as the host does. */
function redact(text: string, limit = Number.POSITIVE_INFINITY) {
  const findings: { rule: string; tier: 'definite'; start: number; end: number; removed: number }[] = [];
  let masked = '';
  let at = 0;
  for (const match of text.matchAll(SECRET)) {
    masked += text.slice(at, match.index);
    const start = masked.length;
    masked += '[secret]';
    findings.push({ rule: 'secret', tier: 'definite', start, end: masked.length, removed: match[0].length });
    at = match.index + match[0].length;
  }
  masked += text.slice(at);
  if (masked.length <= limit) return { text: masked, findings };
  return { text: `${masked.slice(0, limit - 1)}…`, findings: findings.filter(({ end }) => end < limit) };
}

async function inWindows(
  text: string,
  sizes: WindowSizes,
  { chunk = 100, limit = Number.POSITIVE_INFINITY } = {},
) {
  async function* chunks() {
    for (let at = 0; at < text.length; at += chunk) yield text.slice(at, at + chunk);
  }
  const windows: number[] = [];
  let masked = '';
  const masks: { line: number; column: number; removed: number; start: number; end: number }[] = [];
  const parts = redactInWindows(
    chunks(),
    (window) => {
      windows.push(window.length);
      return redact(window, limit);
    },
    sizes,
  );
  for await (const part of parts) {
    for (const mask of part.masks)
      masks.push({ ...mask, start: masked.length + mask.start, end: masked.length + mask.end });
    masked += part.text;
  }
  return { text: masked, masks, windows };
}

/** Line and column of every secret, counted in the simplest way. */
const placesIn = (text: string) =>
  Array.from(text.matchAll(SECRET), ({ index }) => {
    const before = text.slice(0, index);
    return {
      line: before.split('\n').length,
      column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1,
    };
  });

const SMALL: WindowSizes = { window: 64, largestWindow: 256 };

describe('redactInWindows', () => {
  it('gives the same text and the original places, whatever the windows', async () => {
    const word = fc.constantFrom(
      'a',
      'word',
      '\n',
      '\n\n',
      ' ',
      'ü',
      '😀',
      '😀\n',
      'secret1',
      'secret22',
      '<x y>',
      'line\n',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 200 }),
        fc.integer({ min: 40, max: 120 }),
        fc.integer({ min: 1, max: 90 }),
        async (words, window, chunk) => {
          // A window that starts between two adjacent secrets sees them as one secret.
          const text = words.join(' ');
          const result = await inWindows(text, { window, largestWindow: window * 4 }, { chunk });
          expect(result.text).toBe(redact(text).text);
          expect(result.masks.map(({ line, column }) => ({ line, column }))).toEqual(placesIn(text));
          for (const { start, end } of result.masks) expect(result.text.slice(start, end)).toBe('[secret]');
          expect(result.masks.reduce((sum, { removed }) => sum + removed, 0)).toBe(
            redact(text).findings.reduce((sum, { removed }) => sum + removed, 0),
          );
        },
      ),
    );
  });

  it('gives an empty text back', async () => {
    expect(await inWindows('', SMALL)).toMatchObject({ text: '', masks: [] });
  });

  it('sees a secret whole that is longer than a window', async () => {
    const text = `${'x'.repeat(50)}<${'y'.repeat(180)}> and on ${'z'.repeat(300)}`;
    const { text: masked, masks } = await inWindows(text, SMALL);
    expect(masked).toBe(redact(text).text);
    expect(masks).toHaveLength(1);
  });

  it('holds only windows of a long text', async () => {
    const { windows } = await inWindows('a line of text\n'.repeat(20_000), {
      window: 30_000,
      largestWindow: 60_000,
    });
    // A window and the context before it.
    expect(Math.max(...windows)).toBeLessThanOrEqual(30_000 + 2048);
    expect(windows.length).toBeLessThan(30);
  });

  it('takes smaller windows where the redactor cuts its text', async () => {
    const text = '<a>\n'.repeat(3000);
    const { text: masked, masks } = await inWindows(
      text,
      { window: 6000, largestWindow: 12_000 },
      { limit: 16_000 },
    );
    expect(masked).toBe(redact(text).text);
    expect(masks).toHaveLength(3000);
  });

  it('never gives out what the redactor did not', async () => {
    const parts = redactInWindows(
      (async function* () {
        yield 'secret1 '.repeat(1000);
      })(),
      () => ({ text: '[cut]', findings: [] }),
      SMALL,
    );
    await expect(parts.next()).rejects.toThrow('cut by the redactor');
  });
});
