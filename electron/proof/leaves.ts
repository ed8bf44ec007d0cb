import { hash } from 'node:crypto';
import type { ReceiptType } from '../../shared/event.ts';
import type { ReceiptFlag } from '../../shared/receipt.ts';

/*
 * The leaves of the record's tree, as docs/proof.md defines them. A format never changes: a new one has a new `v`.
 */

export const SALT_BYTES = 32;

/** The content of a receipt that its leaf commits to. The last members, from `data` on, are canonical JSON. */
export interface CommittedReceipt {
  id: string;
  integrationId: string;
  integrationName: string;
  sessionLabel: string;
  event: ReceiptType;
  occurredAt: string;
  receivedAt: string;
  bodyBytes: number;
  droppedMembers: number;
  flags: readonly ReceiptFlag[];
  data: string;
  redaction: string;
  /** Undefined if text is kept: it tells the sizes itself. */
  sizes: string | undefined;
}

/** Writes a receipt as canonical JSON. `repeats` and the local number of the session are not part of it: they change. */
export function committedText(receipt: CommittedReceipt): string {
  const flags = receipt.flags.length === 0 ? '[]' : JSON.stringify(receipt.flags);
  const sizes = receipt.sizes === undefined ? '' : `,"sizes":${receipt.sizes}`;
  return (
    `{"bodyBytes":${receipt.bodyBytes},"data":${receipt.data},"droppedMembers":${receipt.droppedMembers},` +
    `"event":"${receipt.event}","flags":${flags},"id":"${receipt.id}",` +
    `"integration":{"id":${JSON.stringify(receipt.integrationId)},"name":${JSON.stringify(receipt.integrationName)}},` +
    `"occurredAt":"${receipt.occurredAt}","receivedAt":"${receipt.receivedAt}","redaction":${receipt.redaction},` +
    `"session":{"id":${JSON.stringify(receipt.sessionLabel)}}${sizes}}`
  );
}

const UTF8_BYTES_PER_UNIT = 3;
let scratch = Buffer.alloc(16_384);

/** Returns base64(SHA-256(salt ‖ text)). Without the salt, the text cannot be guessed from it. */
export function commitment(salt: Uint8Array, text: string): string {
  const most = SALT_BYTES + text.length * UTF8_BYTES_PER_UNIT;
  if (scratch.length < most) scratch = Buffer.alloc(most * 2);
  scratch.set(salt, 0);
  const end = SALT_BYTES + scratch.write(text, SALT_BYTES, 'utf8');
  return hash('sha256', scratch.subarray(0, end), 'base64');
}

/** Writes the leaf of a receipt at position `index`. */
export function receiptLeaf(
  index: number,
  { id, receivedAt }: Pick<CommittedReceipt, 'id' | 'receivedAt'>,
  c: string,
): string {
  return `{"c":"${c}","i":${index},"id":"${id}","receivedAt":"${receivedAt}","v":1}`;
}

export type ErasureReason = 'user' | 'retention';
/** First and last position of a run of leaves. */
export type LeafRange = [from: number, to: number];

/** Leaf that marks other leaves as erased by their owner. */
interface ErasureLeaf {
  erased: LeafRange[];
  v: 1;
  why: ErasureReason;
}

/** Leaf that states that the owner restored receipts which retention had deleted, from a copy with another retention. */
interface RestorationLeaf {
  restored: LeafRange[];
  v: 1;
}

/** Leaf that states what was lost when the file of the record was damaged. Plinth writes it after a repair. */
export interface DamageLeaf {
  damaged: {
    /** Receipts without the name of their agent or session. They no longer fit their leaves. */
    incomplete: LeafRange[];
    /** Leaves whose receipts are lost, and leaves whose hashes are lost. */
    lost: LeafRange[];
  };
  v: 1;
}

/** A leaf that states something about the record instead of committing to a receipt. */
export type MarkLeaf = ErasureLeaf | RestorationLeaf | DamageLeaf;

/** Returns the runs of consecutive positions in an ascending list. */
export function rangesOf(indexes: readonly number[]): LeafRange[] {
  const ranges: LeafRange[] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isRange = (range: unknown): range is LeafRange =>
  Array.isArray(range) && range.length === 2 && range.every(isPosition) && range[0]! <= range[1]!;

/** Reads the ranges of others. Returns them in order, each position once, or undefined if they are none. */
export function readRanges(value: unknown): LeafRange[] | undefined {
  if (!Array.isArray(value) || !value.every(isRange)) return undefined;
  const merged: LeafRange[] = [];
  for (const [from, to] of value.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Parses the leaf of a mark. Returns undefined if it is none. */
export function parseMark(text: string): MarkLeaf | undefined {
  let mark: Partial<ErasureLeaf & RestorationLeaf & DamageLeaf>;
  try {
    mark = JSON.parse(text) as typeof mark;
  } catch {
    return undefined;
  }
  if (mark?.v !== 1) return undefined;
  const ranges = readRanges(mark.erased ?? mark.restored);
  if (ranges !== undefined) {
    return mark.erased ? { erased: ranges, v: 1, why: mark.why! } : { restored: ranges, v: 1 };
  }
  const lost = readRanges(mark.damaged?.lost);
  const incomplete = readRanges(mark.damaged?.incomplete);
  return lost && incomplete && { damaged: { lost, incomplete }, v: 1 };
}
