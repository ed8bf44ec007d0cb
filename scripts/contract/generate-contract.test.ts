import { expect, test } from 'vitest';
import { staleFiles } from './generate-contract.ts';

test('the files generated from shared/ equal those in the checkout', () => {
  expect(staleFiles(), 'run "npm run generate" and commit the result').toEqual([]);
});
