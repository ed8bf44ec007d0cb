import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOwnMachine } from '../../electron/redaction/detectors/own-machine.ts';
import { WorkBudget } from '../../electron/redaction/engine/work-budget.ts';
import { findMatches } from '../../electron/redaction/find-matches.ts';
import { createRedactor, type JsonValue, WorkExceeded } from '../../electron/redaction/redactor.ts';
import { HOSTILE, nearMisses } from './hostile.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

const MEBIBYTE = 1 << 20;
/** Quadratic work is 16 or 64 times that of the part here. Larger texts only take longer. */
const LARGE = MEBIBYTE / 8;
const ownMachine = createOwnMachine(['/home/alice'], ['alice']);

/** Counts the attempts of patterns and the characters that loops read. */
function workOn(text: string): number {
  const budget = new WorkBudget(Number.POSITIVE_INFINITY);
  findMatches(text, { ownMachine, budget, extra: undefined });
  // The budget also pays for the length of the text.
  return budget.spent - text.length;
}

describe('the work on hostile text', () => {
  it.each(Object.entries(HOSTILE))('%s: grows no faster than the text, up to 128 KiB', (_name, make) => {
    const part = workOn(make(LARGE / 4));
    const whole = workOn(make(LARGE));
    expect(whole).toBeLessThanOrEqual(part * 4.4 + 10_000);
    expect(whole).toBeLessThanOrEqual(LARGE * 40);
  });

  it('grows no faster than near misses of any rule', () => {
    // What is read around a place has its full length in texts of this size.
    const parts = nearMisses(LARGE / 16);
    for (const [index, [rule, text]] of nearMisses(LARGE / 4).entries()) {
      expect(workOn(text), rule).toBeLessThanOrEqual(workOn(parts[index]![1]) * 4.4 + 10_000);
    }
  });
});

describe('a search backwards', () => {
  // The count of the work does not see one, and without a limit it makes the time grow with the square of the length.
  it('never goes back to the beginning of the text', () => {
    const folder = new URL('../../electron/redaction/detectors/', import.meta.url);
    const searching = readdirSync(folder).filter((file) =>
      /\btext\.lastIndexOf\(/.test(readFileSync(new URL(file, folder), 'utf8')),
    );
    expect(searching).toEqual([]);
  });
});

describe('the work on hostile values', () => {
  const redactor = createRedactor({
    fingerprintKey: new Uint8Array(32),
    homeDirectories: ['/home/alice'],
    userNames: ['alice'],
  });
  /** Measures the work of every traversal of a value, and the bytes that would be stored. */
  function measure(value: JsonValue): { work: number; stored: number } {
    let work = 0;
    const { value: redacted, findings } = redactor.redactValue(value, {
      onWork: (amount) => {
        work += amount;
      },
    });
    return { work, stored: JSON.stringify({ redacted, findings }).length };
  }

  it.each(Object.entries(HOSTILE_VALUES))(
    '%s: grows no faster than the value, up to 128 KiB',
    (_name, make) => {
      const part = measure(make(LARGE / 8));
      const whole = measure(make(LARGE));
      expect(whole.work).toBeLessThanOrEqual(part.work * 8.8 + 100_000);
      expect(whole.work).toBeLessThanOrEqual(LARGE * 60);
      expect(whole.stored).toBeLessThanOrEqual(part.stored * 8.8 + 1_000_000);
    },
  );

  it('ends, by its own count, when it would exceed what its size allows', () => {
    const budget = new WorkBudget(10);
    expect(() => budget.spend(budget.left)).not.toThrow();
    expect(() => budget.spend(1)).toThrow(WorkExceeded);
    const call = { ownMachine, budget, extra: undefined };
    expect(() => findMatches('any text', call)).toThrow(WorkExceeded);
  });
});

describe('a text of 1 MiB', () => {
  it('is masked completely before it is truncated', () => {
    const redactor = createRedactor({
      fingerprintKey: new Uint8Array(32),
      homeDirectories: [],
      userNames: [],
      maxTextLength: MEBIBYTE * 2,
    });
    const secret = `AKI${'A'}QYLPMN5HFIQR7XYA`;
    const text = `${'lorem ipsum dolor sit amet '.repeat(MEBIBYTE / 27)}${secret}`;
    expect(redactor.redactText(text).text.endsWith('[aws-access-key-id]')).toBe(true);
  });
});
