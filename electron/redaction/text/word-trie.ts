const KEY_LENGTH = 3;
const KEY_BITS = 5;
const ASCII = 128;
const CASE_BIT = 32;
/** The letters of either case from 1 on, and the hyphen; 0 for all that no plain word has. */
export const PLAIN_CODES = new Uint8Array(ASCII);
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz-'].entries()) {
  PLAIN_CODES[letter.charCodeAt(0)] = index + 1;
  PLAIN_CODES[letter.toUpperCase().charCodeAt(0)] = index + 1;
}

const plainOf = (code: number) => (code < ASCII ? PLAIN_CODES[code]! : 0);

/** Returns true if a stretch of a text has ASCII letters and hyphens only. */
export function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (plainOf(text.charCodeAt(at)) === 0) return false;
  return true;
}

/** What counts inside longer words has at least so many characters. */
export const SHORTEST_INSIDE = 6;
/** What a trie knows of a word. */
export interface Walked {
  /** The bits of the stems that the word begins with, and of the word itself. */
  bits: number;
  /** The bits of all words and stems that it begins with. */
  begun: number;
}

/** The characters of a text as numbers. */
export type Codes = Uint16Array;

/**
 * What stands of each node in a row of numbers: the character with the number of its first child, the next child of its
 * parent with the set of its children, and the bits. A row is short, so that few of them are fetched for a word.
 */
const [CODE_AND_CHILD, SIBLING_AND_SET, STEM, WORD] = [0, 1, 2, 3] as const;
/** A node has this power of two of numbers. */
const NODE_BITS = 2;
const FIRST_NODES = 1 << 13;
/** The low half of the first two numbers; the other half is above it. */
const HALF_BITS = 16;
const HALF = (1 << HALF_BITS) - 1;
/** The set of children has one bit for each character with the same low bits. */
const IN_SET = 15;
const KEYS = 1 << (KEY_BITS * KEY_LENGTH);
const ROW_BITS = 5;
const ROW = (1 << ROW_BITS) - 1;

/**
 * Words and beginnings of words with bits, looked up in a text as it stands, without case. A table leads from the first
 * three characters to a node, or from a word with fewer of them. Below it the nodes form a tree, with the characters
 * that can follow as a list: hardly any node has more than two.
 *
 * Holds only words whose first three characters are plain: ASCII letters and hyphens.
 */
export class WordTrie {
  readonly #entries = new Uint16Array(KEYS);
  /** One bit for each entry below which something also stands inside words: a small table for a test at each letter. */
  readonly #beginsInside = new Int32Array(KEYS >> ROW_BITS);
  /** For each node: its character, its first child, the next child of its parent, and the bits. Node 0 is none. */
  #nodes = new Int32Array(FIRST_NODES << NODE_BITS);
  /** The bits of what ends at a node and counts inside longer words, which is looked up seldom. */
  readonly #inside = new Map<number, number>();
  #count = 1;

  #newNode(code: number, sibling: number): number {
    const node = this.#count;
    if (node > HALF) throw new RangeError('the words have more beginnings than a trie can hold');
    this.#count += 1;
    if (this.#count << NODE_BITS > this.#nodes.length) {
      const nodes = new Int32Array(2 * this.#nodes.length);
      nodes.set(this.#nodes);
      this.#nodes = nodes;
    }
    this.#nodes[(node << NODE_BITS) + CODE_AND_CHILD] = code;
    this.#nodes[(node << NODE_BITS) + SIBLING_AND_SET] = sibling;
    return node;
  }

  #add(node: number, member: number, bits: number): void {
    const at = (node << NODE_BITS) + member;
    this.#nodes[at] = this.#nodes[at]! | bits;
  }

  #nodeOf(word: string): number {
    let key = 0;
    const first = Math.min(KEY_LENGTH, word.length);
    for (let at = 0; at < first; at += 1) key = (key << KEY_BITS) | plainOf(word.charCodeAt(at));
    let node = this.#entries[key]!;
    if (node === 0) {
      node = this.#newNode(0, 0);
      this.#entries[key] = node;
    }
    for (let at = first; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      node = this.#childOf(node, code) || this.#addChild(node, code);
    }
    return node;
  }

  #addChild(parent: number, code: number): number {
    const at = parent << NODE_BITS;
    const node = this.#newNode(code, this.#nodes[at + CODE_AND_CHILD]! >>> HALF_BITS);
    this.#nodes[at + CODE_AND_CHILD] = (this.#nodes[at + CODE_AND_CHILD]! & HALF) | (node << HALF_BITS);
    this.#add(parent, SIBLING_AND_SET, 1 << (HALF_BITS + (code & IN_SET)));
    return node;
  }

  #childOf(parent: number, code: number): number {
    const nodes = this.#nodes;
    const at = parent << NODE_BITS;
    if (((nodes[at + SIBLING_AND_SET]! >>> (HALF_BITS + (code & IN_SET))) & 1) === 0) return 0;
    let node = nodes[at + CODE_AND_CHILD]! >>> HALF_BITS;
    while (node !== 0 && (nodes[(node << NODE_BITS) + CODE_AND_CHILD]! & HALF) !== code)
      node = nodes[(node << NODE_BITS) + SIBLING_AND_SET]! & HALF;
    return node;
  }

  /** True for a word that this trie can hold. */
  canHold(word: string): boolean {
    return isPlain(word, 0, Math.min(KEY_LENGTH, word.length));
  }

  addWord(word: string, bits: number): void {
    this.#add(this.#nodeOf(word), WORD, bits);
  }

  addStem(stem: string, bits: number): void {
    // What is shorter than a key is looked up as a word.
    if (stem.length < KEY_LENGTH) this.addWord(stem, bits);
    else this.#add(this.#nodeOf(stem), STEM, bits);
  }

  /** Adds a plain stem that also counts inside a longer word. */
  addInside(stem: string, bits: number): void {
    let key = 0;
    for (let at = 0; at < KEY_LENGTH; at += 1) key = (key << KEY_BITS) | plainOf(stem.charCodeAt(at));
    this.#beginsInside[key >> ROW_BITS] = this.#beginsInside[key >> ROW_BITS]! | (1 << (key & ROW));
    const node = this.#nodeOf(stem);
    this.#inside.set(node, (this.#inside.get(node) ?? 0) | bits);
  }

  /** The node for the first characters of the word of a stretch; 0 where no word begins so. */
  entryOf(codes: Codes, start: number, end: number): number {
    let key = 0;
    const first = Math.min(end, start + KEY_LENGTH);
    for (let at = start; at < first; at += 1) {
      const plain = plainOf(codes[at]!);
      if (plain === 0) return 0;
      key = (key << KEY_BITS) | plain;
    }
    return this.#entries[key]!;
  }

  /** The bits of the stem with so many characters as an entry has. */
  stemOf(entry: number): number {
    return this.#nodes[(entry << NODE_BITS) + STEM]!;
  }

  /**
   * Looks up the word of a stretch, which is in small letters or in ASCII. `entry` is its {@link entryOf}, and `stem` {@link stemOf} that. Writes what it
   * finds to `walked`.
   */
  walk(entry: number, stem: number, codes: Codes, start: number, end: number, walked: Walked): void {
    walked.bits = 0;
    walked.begun = 0;
    let node = entry;
    if (node === 0) return;
    const first = Math.min(end, start + KEY_LENGTH);
    const nodes = this.#nodes;
    let bits = stem;
    let begun = bits | nodes[(node << NODE_BITS) + WORD]!;
    for (let at = first; at < end; at += 1) {
      const code = codes[at]!;
      node = this.#childOf(node, code < ASCII ? code | CASE_BIT : code);
      if (node === 0) break;
      const bitsOfStem = nodes[(node << NODE_BITS) + STEM]!;
      bits |= bitsOfStem;
      begun |= bitsOfStem | nodes[(node << NODE_BITS) + WORD]!;
    }
    walked.bits = node === 0 ? bits : bits | nodes[(node << NODE_BITS) + WORD]!;
    walked.begun = begun;
  }

  /** Returns the bits of what stands inside a plain word, behind its first character. */
  insideOf(codes: Codes, start: number, end: number): number {
    let bits = 0;
    let key = 0;
    const last = end - (SHORTEST_INSIDE - KEY_LENGTH);
    for (let at = start + 1; at < last; at += 1) {
      key = ((key << KEY_BITS) | plainOf(codes[at]!)) & (KEYS - 1);
      const isBegun = ((this.#beginsInside[key >> ROW_BITS]! >> (key & ROW)) & 1) === 1;
      if (isBegun && at >= start + KEY_LENGTH)
        bits |= this.#insideFrom(this.#entries[key]!, codes, at + 1, end);
    }
    return bits;
  }

  #insideFrom(entry: number, codes: Codes, from: number, end: number): number {
    let bits = 0;
    let node = entry;
    for (let at = from; at < end; at += 1) {
      node = this.#childOf(node, codes[at]! | CASE_BIT);
      if (node === 0) break;
      bits |= this.#inside.get(node) ?? 0;
    }
    return bits;
  }
}
