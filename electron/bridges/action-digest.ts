import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/** Returns a digest of values. Two routes can write the members of one input in a different order. */
export const actionDigest = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(stringify(parts) ?? '')
    .digest('base64');
