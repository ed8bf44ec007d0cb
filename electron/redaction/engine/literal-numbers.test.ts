import { expect, test } from 'vitest';
import { credentialLiterals } from '../detectors/index.ts';
import { packNumbers, unpackNumbers } from './literal-numbers.ts';
import { entriesOf, numbersOf } from './literal-table.ts';

const literals = entriesOf(credentialLiterals());

test('packed numbers are the numbers of these literals', () => {
  const numbers = numbersOf(literals);
  expect(unpackNumbers(literals, packNumbers(literals, numbers))).toEqual(numbers);
});

test('numbers of other literals are not used', () => {
  const packed = packNumbers(literals, numbersOf(literals));
  expect(unpackNumbers(literals.slice(1), packed)).toBeUndefined();
  const [first, ...others] = literals;
  expect(unpackNumbers([{ ...first!, caseless: !first!.caseless }, ...others], packed)).toBeUndefined();
});
