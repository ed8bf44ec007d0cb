import type { JsonValue } from '../../electron/redaction/redactor.ts';

const list = (count: number, element: (index: number) => JsonValue): JsonValue =>
  Array.from({ length: Math.floor(count) }, (_, index) => element(index));
const object = (count: number, key: (index: number) => string, value: (index: number) => JsonValue) =>
  Object.fromEntries(
    Array.from({ length: Math.floor(count) }, (_, index) => [key(index), value(index)] as const),
  );

function nested(depth: number, key: string, inside: JsonValue): JsonValue {
  let value = inside;
  for (let level = 0; level < depth; level += 1) value = { [key]: value };
  return value;
}

/** The maximum depth of a value in the protocol. */
const DEPTH = 30;
const TOKEN = 'a1B2c3D4e5F6g7H8i9J0';

/**
 * Values that make an inefficient traversal very slow. Each function returns a value of about the requested
 * number of characters.
 */
export const HOSTILE_VALUES: Record<string, (length: number) => JsonValue> = {
  'keys with one mask': (length) =>
    object(
      length / 20,
      (index) => `a${index}@b.co`,
      () => 1,
    ),
  'keys with one mask, apart': (length) =>
    list(length / 60, (index) => ({
      [`a${index}@b.co`]: 1,
      [`b${index}@b.co`]: 2,
      '[email]': 3,
      '[email] 2': 4,
    })),
  'keys that count on': (length) =>
    object(
      length / 24,
      (index) => (index % 2 === 0 ? `[email] ${index >> 1}` : `a${index}@b.co`),
      () => 1,
    ),
  'long keys with one mask': (length) =>
    object(
      128,
      (index) => `a${index}@b.co ${'k'.repeat(length / 128)}`,
      () => 1,
    ),
  'a long key over many findings': (length) => ({
    ['k'.repeat(length / 2)]: list(length / 24, (index) => `a${index}@b.co`),
  }),
  'long keys in each other': (length) =>
    nested(
      DEPTH,
      'k'.repeat(length / 2 / DEPTH),
      list(length / 24, (index) => `a${index}@b.co`),
    ),
  'wide numbers': (length) => list(length / 2, () => 1),
  'wide strings': (length) => list(length / 10, (index) => `x${index}`),
  'empty objects': (length) => list(length / 3, () => ({})),
  'empty lists': (length) => list(length / 3, () => []),
  'deep towers': (length) => list(length / (DEPTH * 8), () => nested(DEPTH, 'a', 1)),
  'short secrets': (length) => list(length / 10, () => ({ pw: 1 })),
  'names and values': (length) => list(length / 40, () => ({ name: 'DB_PASSWORD', value: 'x' })),
  'questions and answers': (length) =>
    list(length / 60, (index) => ({ question: `What is the password ${index}?`, answer: 'x' })),
  'options in a list': (length) => list(length / 14, (index) => (index % 2 === 0 ? '--password' : 'letters')),
  'pairs of headers': (length) => list(length / 24, () => ['X-Api-Key', 'x']),
  'secrets that come back': (length) =>
    list(length / 40, (index) =>
      index % 2 === 0 ? `API_KEY=${TOKEN}${index % 600}` : `${TOKEN}${index % 600}`,
    ),
  'secrets with one beginning': (length) => list(length / 50, (index) => `password=${TOKEN}${TOKEN}${index}`),
  'passwords before addresses': (length) => ({ content: 'password=[email]x@y.co'.repeat(length / 22) }),
  'cookies of one letter': (length) => ({ content: 'Cookie: a=b; '.repeat(length / 13) }),
  'a secret and its letters': (length) => ({ password: 'aaaaaaab1', content: 'aaaaaaab'.repeat(length / 8) }),
};

/** The same in many short texts, each of which is searched for what people say: too slow for the tests. */
export const HOSTILE_MESSAGES: Record<string, (length: number) => JsonValue> = {
  'short messages with a secret each': (length) =>
    list(length / 60, (index) => `the password of server ${index} is Xk${index}fj9qLm, tell nobody`),
  'short messages, and one that repeats a secret': (length) => [
    'see Xk7fj9qLm there',
    ...(list(length / 60, (index) => `das Passwort für Server ${index} ist Xk${index}fj9qLm`) as string[]),
  ],
  'lines of settings, each a text': (length) =>
    list(length / 40, (index) => `DB_${index}_PASSWORD=Xk${index}fj9qLmA2b`),
  'tokens, each a text': (length) => list(length / 40, (index) => `${TOKEN}Xk${index}fj9qLm`),
  'keys that look random': (length) =>
    object(
      length / 24,
      (index) => `Xk${index}fj9qLm`,
      () => 1,
    ),
};
