import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** Texts that a member of any channel could hold: ids, instants, cursors, searches. */
const TEXTS = [
  ...[
    '',
    ' ',
    'x',
    '*',
    '"',
    "'",
    '%',
    '_',
    '\\',
    '\0',
    '\ud800',
    'é',
    'a OR b',
    'a NEAR b',
    '-a',
    '"a b',
    '(',
  ],
  ...['2026-11-21T10:00:00.000Z', '2026-13-99', 'attacker', '/srv', '/srv/project', '..', '0000000000000000'],
  ...['rcpt_01M7YSKJYMBXV6VJ28C577ZMH3', '999999999999', '-1', 'session:a', '__proto__', '\u202e', 'token='],
];
const LONGEST = 4097;

interface Described {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: TSchema[];
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

function textOf({ maxLength = LONGEST, minLength = 0 }: Described): fc.Arbitrary<unknown> {
  const lengths = [minLength, maxLength - 1, maxLength, maxLength + 1].filter((length) => length >= 0);
  const around = lengths.map((length) => 'x'.repeat(length));
  return fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...around), fc.string({ unit: 'binary' }));
}

/** Makes values of a schema of the contract, with lengths and numbers at and just over their limits. */
export function valuesOf(schema: TSchema): fc.Arbitrary<unknown> {
  const described = schema as Described;
  const { type, anyOf, properties, items, minimum = 0, maximum = 2 ** 53 - 1, maxItems = 8 } = described;
  if ('const' in described) return fc.constant(described.const);
  if (described.enum !== undefined) return fc.constantFrom(...described.enum);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valuesOf));
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, member]) => [name, valuesOf(member)]);
    return fc.record(Object.fromEntries(members), {
      requiredKeys: (described.required ?? []) as never[],
    }) as fc.Arbitrary<unknown>;
  }
  if (items !== undefined) return fc.array(valuesOf(items), { maxLength: Math.min(8, maxItems) });
  if (type === 'string') return textOf(described);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    return fc.oneof(fc.nat(100), fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1, 0.5));
  }
  if (type === 'null') return fc.constant(null);
  return fc.jsonValue();
}
