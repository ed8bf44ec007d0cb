import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Entry, LiteralNumbers } from './literal-table.ts';

/* The numbers of a table of literals as text, which the builds put into the bundles. */

const MEMBERS = ['rows', 'first', 'shortOnes', 'longerOnes', 'buckets', 'checks', 'order'] as const;

/** Tells literals apart from those that the numbers were made for. */
function markOf(all: readonly Entry<unknown>[]): number {
  // Node's own hash: a loop over the characters would be compiled by the optimising compiler, at each start.
  const text = all.map((entry) => (entry.caseless ? entry.text : `\n${entry.text}`)).join('\0');
  return createHash('sha256').update(text).digest().readInt32LE();
}

/** Packs the numbers of these literals. */
export function packNumbers(all: readonly Entry<unknown>[], numbers: LiteralNumbers): string {
  const parts = MEMBERS.map((member) => numbers[member]);
  const head = Int32Array.from([markOf(all), ...parts.map((part) => part.length)]);
  const bytes = [head, ...parts].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return deflateRawSync(Buffer.concat(bytes), { level: 9 }).toString('base64');
}

/** Unpacks the numbers, or returns undefined if they are those of other literals. */
export function unpackNumbers(all: readonly Entry<unknown>[], packed: string): LiteralNumbers | undefined {
  const bytes = inflateRawSync(Buffer.from(packed, 'base64'));
  const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  if (words[0] !== markOf(all)) return undefined;
  let at = 1 + MEMBERS.length;
  const parts = MEMBERS.map((member, index) => {
    const length = words[1 + index]!;
    at += length;
    return [member, words.slice(at - length, at)] as const;
  });
  return Object.fromEntries(parts) as unknown as LiteralNumbers;
}
