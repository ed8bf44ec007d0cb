import { describe, expect, it } from 'vitest';
import { createOwnMachine } from '../../electron/redaction/detectors/own-machine.ts';
import { createRedactor, findMatches } from '../../electron/redaction/redactor.ts';
import { HOSTILE, nearMisses } from './hostile.ts';

const MEBIBYTE = 1 << 20;
const ownMachine = createOwnMachine(['/home/alice'], ['alice']);

/** Attempts of patterns, and characters that loops looked at. */
function workOn(text: string): number {
  let work = 0;
  findMatches(text, ownMachine, (amount) => {
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

describe('a text of 1 MiB', () => {
  it('is masked whole before it is cut', () => {
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
