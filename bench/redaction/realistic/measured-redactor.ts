import { createRedactor, type Redactor } from '../../../electron/redaction/redactor.ts';

/** All texts draw their values from this seed; another one makes other values in the same texts. */
export const SEED = 20_261_121;

/** The redactor as the host makes it, on a machine whose owner no text names. */
export function createMeasuredRedactor(): Redactor {
  return createRedactor({
    fingerprintKey: new Uint8Array(32).fill(1),
    homeDirectories: ['/home/mirabel'],
    userNames: ['mirabel'],
  });
}
