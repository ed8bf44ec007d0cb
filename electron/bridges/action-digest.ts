import { createHash, hash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/** Returns a digest of values. Two routes can write the members of one input in a different order. */
export const actionDigest = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(stringify(parts) ?? '')
    .digest('base64');

/** Returns what stands for a text that is remembered only to be compared. A text can be long, and is not for the memory. */
export const textDigest = (text: string): string => hash('sha256', text, 'base64');
