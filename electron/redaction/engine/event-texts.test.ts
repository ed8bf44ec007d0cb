import { describe, expect, it } from 'vitest';
import { createRedactor, type JsonValue } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const SECRET = 'Xk29fjqLm1Rw8';
const redact = (value: JsonValue) => JSON.stringify(redactor.redactValue(value).value);

/** The characters examined, in all traversals together. */
function workOn(value: JsonValue): number {
  let work = 0;
  redactor.redactValue(value, {
    onWork: (amount) => {
      work += amount;
    },
  });
  return work;
}

describe('the texts of one event', () => {
  it('are searched again where a secret of the event stands in them without its label', () => {
    const texts = [`use ${SECRET} there`, `password=${SECRET}`, `token=Qw3rTz8uPo and ${SECRET}`];
    expect(redact(texts)).not.toContain(SECRET);
  });

  it('are searched again where a part of a secret was masked', () => {
    const whole = `${SECRET}/${SECRET}`;
    const texts = [`token=${SECRET} and /${SECRET}`, `password="${whole}"`, `see ${whole}`];
    expect(redact(texts)).not.toContain(SECRET);
  });

  it('are searched once where the secrets of the event change nothing in them', () => {
    const list = Array.from({ length: 200 }, (_, index) => `password=Xk29fjqLm${index}Rw8`);
    const once = workOn({ list });
    const again = workOn({ list, note: 'see Xk29fjqLm7Rw8' });
    expect(again).toBeLessThan(once * 1.5);
  });

  it('have the same findings each time that one of them is repeated', () => {
    const { findings } = redactor.redactValue([`password=${SECRET}`, `password=${SECRET}`]);
    const [one, other] = findings;
    expect(findings.map(({ member }) => member)).toEqual(['/0', '/1']);
    expect({ ...other, member: '/0' }).toEqual(one);
  });
});
