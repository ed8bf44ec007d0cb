import { describe, expect, it } from 'vitest';
import { createOwnMachine } from '../../electron/redaction/detectors/own-machine.ts';
import { WorkBudget } from '../../electron/redaction/engine/work-budget.ts';
import {
  createRedactor,
  findMatches,
  type JsonValue,
  WorkExceeded,
} from '../../electron/redaction/redactor.ts';
import { HOSTILE, nearMisses } from './hostile.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

const MEBIBYTE = 1 << 20;
const ownMachine = createOwnMachine(['/home/alice'], ['alice']);

/** Counts the attempts of patterns and the characters that loops read. */
function workOn(text: string): number {
  let work = 0;
  const call = { ownMachine, budget: new WorkBudget(Number.POSITIVE_INFINITY), extra: undefined };
  findMatches(text, call, undefined, (amount) => {
    work += amount;
  });
  return work;
}

describe('the work on hostile text', () => {
  it.each(Object.entries(HOSTILE))('%s: grows no faster than the text, up to 1 MiB', (_name, make) => {
    const half = workOn(make(MEBIBYTE / 2));
    const whole = workOn(make(MEBIBYTE));
    expect(whole).toBeLessThanOrEqual(half * 2.2 + 10_000);
    expect(whole).toBeLessThanOrEqual(MEBIBYTE * 40);
  });

  it('grows no faster than near misses of any rule', () => {
    const halves = nearMisses(MEBIBYTE / 32);
    for (const [index, [rule, text]] of nearMisses(MEBIBYTE / 16).entries()) {
      expect(workOn(text), rule).toBeLessThanOrEqual(workOn(halves[index]![1]) * 2.2 + 10_000);
    }
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
    '%s: grows no faster than the value, up to 1 MiB',
    (_name, make) => {
      const part = measure(make(MEBIBYTE / 8));
      const whole = measure(make(MEBIBYTE));
      expect(whole.work).toBeLessThanOrEqual(part.work * 8.8 + 100_000);
      expect(whole.work).toBeLessThanOrEqual(MEBIBYTE * 60);
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
