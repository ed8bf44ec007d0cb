import { describe, expect, it } from 'vitest';
import { createRedactor, type JsonValue, SessionSecrets } from '../redactor.ts';
import { RememberedTexts } from './remembered-texts.ts';

const create = () =>
  createRedactor({ fingerprintKey: new Uint8Array(32).fill(7), homeDirectories: [], userNames: [] });
const SECRET = 'tangent-Fjord-mauve8';
const SHORT = `see ${SECRET} there`;
const LONG = `${'The parser reads one line after the other. '.repeat(12)}${SHORT}`;

describe('a text in which nothing was found', () => {
  it.each([SHORT, LONG])('still loses a secret that its session learns later', (text) => {
    const redactor = create();
    const session = new SessionSecrets();
    const event = { note: text, nested: { [SECRET]: text, list: [text] } };
    expect(redactor.redactValue(event).value).toEqual(event);
    session.remember('one', redactor.redactValue({ password: SECRET }).secrets);
    const { value } = redactor.redactValue(event, { extra: session.matcher('one') });
    expect(JSON.stringify(value)).not.toContain(SECRET);
    // Another session knows nothing of it.
    expect(redactor.redactValue(event, { extra: session.matcher('two') }).value).toEqual(event);
  });

  it.each([SHORT, LONG])('loses what another member of its event says is a secret', (text) => {
    const redactor = create();
    expect(redactor.redactText(text).text).toBe(text);
    const event: JsonValue = { note: text, [SECRET]: 1, password: SECRET };
    expect(JSON.stringify(redactor.redactValue(event).value)).not.toContain(SECRET);
  });

  it('still loses details for those who asked for it', () => {
    const redactor = create();
    const text = 'the printer is 10.20.30.44 on the second floor';
    for (const details of [false, true, true])
      expect(redactor.redactText(text, { details }).text.includes('10.20')).toBe(!details);
  });
});

describe('the names of remembered texts', () => {
  const memory = new RememberedTexts(4096, 2);

  it('tell long texts apart and do not have their characters', () => {
    expect(memory.nameOf(LONG)).toBe(memory.nameOf(`${LONG.slice(0, 100)}${LONG.slice(100)}`));
    expect(memory.nameOf(LONG)).not.toBe(memory.nameOf(`${LONG}.`));
    expect(memory.nameOf(LONG)).not.toContain('parser');
    expect(memory.nameOf(LONG)).not.toBe(new RememberedTexts(4096, 2).nameOf(LONG));
    expect(memory.nameOf(`${LONG}\ud800`)).toBeUndefined();
    expect(memory.nameOf('a'.repeat(5000))).toBeUndefined();
  });
});
