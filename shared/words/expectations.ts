import { INSTANT_PATTERN, NO_CONTROL_CHARACTERS_PATTERN } from '../event.ts';
import type { Expectation, ValidationError } from '../problem.ts';

function limits(least: number | undefined, most: number | undefined): string | undefined {
  if (most === undefined) return least === undefined ? undefined : `at least ${least}`;
  return least === undefined ? `at most ${most}` : `${least} to ${most}`;
}

function ofText({ minLength, maxLength, pattern }: Expectation): string {
  if (pattern === INSTANT_PATTERN)
    return 'an instant in UTC with milliseconds, such as 2026-11-21T10:00:00.000Z';
  const characters = limits(minLength, maxLength);
  const text = characters === undefined ? 'text' : `text of ${characters} characters`;
  if (pattern === NO_CONTROL_CHARACTERS_PATTERN) return `${text}, without control characters`;
  return pattern === undefined ? text : `${text} that matches ${pattern}`;
}

function ofEntries({ minItems, maxItems }: Expectation): string {
  const entries = limits(minItems, maxItems);
  return entries === undefined ? 'a list' : `a list of ${entries} entries`;
}

function ofNumber(name: string, { minimum, maximum }: Expectation): string {
  const range = limits(minimum, maximum);
  return range === undefined ? name : `${name}, ${range}`;
}

const TYPES: Record<string, (expected: Expectation) => string> = {
  string: ofText,
  integer: (expected) => ofNumber('a whole number', expected),
  number: (expected) => ofNumber('a number', expected),
  boolean: () => 'true or false',
  array: ofEntries,
  object: () => 'an object',
};

/** Says what is expected where an error is. Gives undefined where the error does not know it. */
export function expectedText({ pointer, expected }: ValidationError): string | undefined {
  if (expected === undefined) return undefined;
  if (pointer === '/integration') return 'the name of the token, character for character';
  const { enum: values, members, maxDepth, type } = expected;
  if (maxDepth !== undefined) return `at most ${maxDepth} levels of objects and arrays`;
  if (members?.length === 0) return 'no members';
  return (values ?? members)?.join(', ') ?? TYPES[type ?? '']?.(expected);
}

/** Says where an error is, what it is, and what is expected there. */
export function errorSentence(error: ValidationError): string {
  const expected = expectedText(error);
  const what = error.code.replaceAll('_', ' ');
  const found = error.pointer === '' ? what[0]!.toUpperCase() + what.slice(1) : `${error.pointer}: ${what}`;
  return `${found}.${expected === undefined ? '' : ` Expected: ${expected}.`}`;
}
