import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue, Redactor } from '../../../electron/redaction/redactor.ts';
import { createMeasuredRedactor, SEED } from './measured-redactor.ts';
import { toRecord } from './report.ts';
import { fill, score, secretsLeft } from './score.ts';
import { LANGUAGES, parseTexts, readTexts, type Template } from './text-format.ts';
import { parseTextLines } from './text-lines.ts';

type Committed = ReturnType<typeof toRecord>;
const committed: Committed = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'results', 'redaction-realistic.json'), 'utf8'),
);
const templates = readTexts();
const texts = templates.map((template) => fill(template, SEED));

describe('masking of realistic texts', () => {
  const measured = toRecord(score(createMeasuredRedactor(), texts), SEED);

  it('is measured on the texts of the committed score', () => {
    expect(measured.texts).toBe(committed.texts);
    expect(measured.secrets.total).toBe(committed.secrets.total);
  });

  it('does not fall below the committed score', () => {
    expect(measured.secrets.masked).toBeGreaterThanOrEqual(committed.secrets.masked);
  });

  it.each(Object.entries(committed.kinds))('does not fall for secrets that are %s', (kind, { masked }) => {
    expect(measured.kinds[kind]?.masked).toBeGreaterThanOrEqual(masked);
  });

  it('has no more false masks, and masks no more other words', () => {
    expect(measured.falseMasks).toBeLessThanOrEqual(committed.falseMasks);
    expect(measured.otherWords.lost).toBeLessThanOrEqual(committed.otherWords.lost);
  });
});

describe('the realistic texts', () => {
  it('are at least 600, in every language, with decoys', () => {
    expect(templates.length).toBeGreaterThanOrEqual(600);
    expect(new Set(templates.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
    expect(templates.filter(({ kind }) => kind === 'decoy').length).toBeGreaterThanOrEqual(80);
  });

  it('differ from each other', () => {
    const bodies = templates.map(({ body }) => body);
    expect(bodies.filter((body, index) => bodies.indexOf(body) !== index)).toEqual([]);
  });

  it('contain secrets unless they are decoys, with no empty slot', () => {
    for (const template of templates) {
      const { data, secrets } = fill(template, SEED);
      const where = `${template.category}.txt:${template.line}`;
      expect(secrets.length > 0, where).toBe(template.kind !== 'decoy');
      expect(JSON.stringify(data), where).not.toMatch(/[⟨⟩]/);
    }
  });

  it('have the same values for the same seed, and others for another one', () => {
    const values = (seed: number) =>
      templates.flatMap((one) => fill(one, seed).secrets.map(({ value }) => value));
    expect(values(1)).toEqual(values(1));
    expect(values(1)).not.toEqual(values(2));
  });
});

describe('texts with their values in them', () => {
  const read = (line: object) => parseTextLines(`${JSON.stringify(line)}\n\n`, 'x.jsonl')[0]!;
  const prompt = { category: 'c', lang: 'en', kind: 'prompt', label: 'prose', secrets: ['maple-rocket'] };

  it.each([
    ['a prompt without a text', prompt],
    ['an empty command', { ...prompt, kind: 'command', text: '' }],
    ['a tool without an input', { ...prompt, kind: 'tool', text: 'maple-rocket' }],
    ['an unknown kind', { ...prompt, kind: 'mail', text: 'maple-rocket' }],
  ])('are refused: %s', (_, line) => {
    expect(() => read(line)).toThrow('x.jsonl:1');
  });

  it('have only the secrets that are in them', () => {
    const text = read({ ...prompt, text: 'it is maple-rocket', secrets: ['maple-rocket', 'elsewhere'] });
    expect(text.secrets.map(({ value }) => value)).toEqual(['maple-rocket']);
    expect(text.absent).toBe(1);
  });
});

describe('the count of remaining secrets', () => {
  const text = (body: string, header = '###'): Template => parseTexts(`${header}\n${body}`, 'x')[0]!;
  const leftOf = (body: string, stored: JsonValue, header?: string) =>
    secretsLeft(fill(text(body, header), 1), stored).map(({ value }) => value);

  it('finds a run of six characters anywhere', () => {
    expect(leftOf('key ⟨abcdefghij⟩', { content: 'key [password]' })).toEqual([]);
    expect(leftOf('key ⟨abcdefghij⟩', { content: 'key [password]fghij' })).toEqual([]);
    expect(leftOf('key ⟨abcdefghij⟩', { content: 'key [password]efghij' })).toEqual(['abcdefghij']);
    expect(leftOf('key ⟨abcdefghij⟩', { content: 'key', abcdef: 1 })).toEqual(['abcdefghij']);
  });

  it('requires a short secret as a whole', () => {
    expect(leftOf('pin ⟨4821⟩', { content: 'pin 482' })).toEqual([]);
    expect(leftOf('pin ⟨4821⟩', { content: 'pin 4821' })).toEqual(['4821']);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(leftOf('key ⟨😀😁😂😃😄😅😆⟩', { content: '😀😁😂😃😄' })).toEqual([]);
    expect(leftOf('key ⟨😀😁😂😃😄😅😆⟩', { content: '😀😁😂😃😄😅' })).toHaveLength(1);
  });

  it('does not count a mask or the text around as a secret', () => {
    expect(leftOf('password ⟨password12⟩', { content: 'password [password]' })).toEqual([]);
    expect(leftOf('password ⟨password12⟩', { content: 'password password12' })).toEqual(['password12']);
    expect(leftOf('secret is ⟨secret⟩', { content: 'secret is secret' })).toEqual(['secret']);
  });

  it('distinguishes two secrets with one prefix', () => {
    const stored = { content: 'a [token] b prefix-two222' };
    expect(leftOf('a ⟨prefix-one111⟩ b ⟨prefix-two222⟩', stored)).toEqual(['prefix-two222']);
  });

  it('finds a second copy, and a copy in a key', () => {
    const header = '### toolInput';
    const body = '{"password":"⟨#p=abcdefgh⟩","seen":{"⟨#p⟩":1}}';
    const stored = (key: string) => ({
      toolName: 'tool',
      toolInput: { password: '[password]', seen: { [key]: 1 } },
    });
    expect(leftOf(body, stored('[password]'), header)).toEqual([]);
    expect(leftOf(body, stored('abcdefgh'), header)).toEqual(['abcdefgh']);
  });

  it('finds everything without masks, and nothing with everything masked', () => {
    const redactor = (change: (value: JsonValue) => JsonValue) =>
      ({
        redactValue: (value: JsonValue) => ({ value: change(value), findings: [] }),
      }) as unknown as Redactor;
    const open = score(
      redactor((value) => value),
      texts,
    );
    expect(open.secrets.masked).toBe(0);
    expect(open.otherWords.lost).toBe(0);
    const closed = score(
      redactor(() => '[all]'),
      texts,
    );
    expect(closed.secrets.masked).toBe(closed.secrets.total);
    expect(closed.otherWords.lost).toBe(closed.otherWords.total);
  });
});
