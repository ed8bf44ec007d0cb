import { expect, test } from 'vitest';
import { staleFiles } from './generate-contract.ts';

test('what is generated from shared/ is what stands in the checkout', () => {
  expect(staleFiles(), 'run "npm run generate" and commit the result').toEqual([]);
});
