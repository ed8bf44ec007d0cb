import { createRedactor, type Redactor } from '../../../electron/redaction/redactor.ts';

/** The seed for the values of all texts. Another seed gives other values in the same texts. */
export const SEED = 20_261_121;

/** Creates the host's redactor, on a machine whose owner no text names. */
export function createMeasuredRedactor(): Redactor {
  return createRedactor({
    fingerprintKey: new Uint8Array(32).fill(1),
    homeDirectories: ['/home/mirabel'],
    userNames: ['mirabel'],
  });
}
