import { hash } from 'node:crypto';

/*
 * Merkle trees as RFC 6962, section 2.1, defines them. Positions and sizes are numbers of leaves, so the arithmetic
 * is of floating point instead of 32 bits.
 */

export const HASH_BYTES = 32;
const LEAF_PREFIX = '\0';
const NODE_PREFIX = 1;

/** `hash` writes a string several times as fast as a buffer of its own. */
const sha256 = (input: string | Uint8Array): Buffer => Buffer.from(hash('sha256', input, 'binary'), 'binary');

export const EMPTY_ROOT: Buffer = sha256('');

export function hashLeaf(leaf: string): Buffer {
  return sha256(LEAF_PREFIX + leaf);
}

const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX);

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  return sha256(nodeInput);
}

/** Receives each complete subtree: its height and its position among the subtrees of this height. */
export type OnSubtree = (level: number, index: number, hash: Buffer) => void;

/** The right edge of a growing tree: the roots of its complete subtrees, the largest first. */
export class TreeHead {
  #size: number;
  readonly #edge: Buffer[];

  constructor(size = 0, edge: Buffer[] = []) {
    this.#size = size;
    this.#edge = edge;
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: Uint8Array, onSubtree?: OnSubtree): void {
    let subtree = leaf as Buffer;
    let level = 0;
    let index = this.#size;
    while (index % 2 === 1) {
      subtree = hashNode(this.#edge.pop()!, subtree);
      index = (index - 1) / 2;
      level += 1;
      onSubtree?.(level, index, subtree);
    }
    this.#edge.push(subtree);
    this.#size += 1;
  }

  root(): Buffer {
    const right = this.#edge.at(-1);
    if (right === undefined) return EMPTY_ROOT;
    return this.#edge.slice(0, -1).reduceRight<Buffer>((sum, left) => hashNode(left, sum), right);
  }
}

/** Returns the root of the complete subtree of height `level` at a position among the subtrees of this height. */
type SubtreeHash = (level: number, index: number) => Buffer;

/** Returns the heights and positions of the complete subtrees of a tree, the largest first. */
export function edgeOf(size: number): { level: number; index: number }[] {
  const edge: { level: number; index: number }[] = [];
  let start = 0;
  for (let level = Math.floor(Math.log2(Math.max(1, size))); level >= 0; level -= 1) {
    const width = 2 ** level;
    if (start + width > size) continue;
    edge.push({ level, index: start / width });
    start += width;
  }
  return edge;
}

/** Returns the root over the leaves from `start` to before `end`, which are a node of some tree. */
function rootOfRange(subtree: SubtreeHash, start: number, end: number): Buffer {
  const hashes = edgeOf(end - start).map(({ level, index }) => subtree(level, start / 2 ** level + index));
  return hashes.reduceRight((right, left) => hashNode(left, right));
}

/** Returns the audit path of a leaf (RFC 6962, section 2.1.1), from the leaf towards the root. */
export function inclusionProof(subtree: SubtreeHash, index: number, size: number): Buffer[] {
  const path: Buffer[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + 2 ** Math.ceil(Math.log2(end - start) - 1);
    if (index < middle) {
      path.push(rootOfRange(subtree, middle, end));
      end = middle;
    } else {
      path.push(rootOfRange(subtree, start, middle));
      start = middle;
    }
  }
  return path.reverse();
}

/** Computes the root that an audit path leads to (RFC 9162, section 2.1.3.2). Returns undefined if it does not fit. */
export function rootOfProof(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Buffer | undefined {
  if (index >= size) return undefined;
  let position = index;
  let last = size - 1;
  let root: Buffer = Buffer.from(leaf);
  for (const node of path) {
    if (last === 0) return undefined;
    if (position % 2 === 1 || position === last) {
      root = hashNode(node, root);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      root = hashNode(root, node);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : undefined;
}
