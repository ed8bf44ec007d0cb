const KEY_LENGTH = 3;
const KEY_BITS = 5;
const ASCII = 128;
const CASE_BIT = 32;
/** The letters of either case from 1 on, and the hyphen; 0 for all that no plain word has. */
const PLAIN = new Uint8Array(ASCII);
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz-'].entries()) {
  PLAIN[letter.charCodeAt(0)] = index + 1;
  PLAIN[letter.toUpperCase().charCodeAt(0)] = index + 1;
}

const plainAt = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code < ASCII ? PLAIN[code]! : 0;
};

/** Returns true if a stretch of a text has ASCII letters and hyphens only. */
export function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (plainAt(text, at) === 0) return false;
  return true;
}

/** What counts inside longer words has at least so many characters. */
export const SHORTEST_INSIDE = 6;
/** Marks the first node of what also stands inside words. */
const ANY_INSIDE = 1 << 30;

/** What a trie knows of a word. */
export interface Walked {
  /** The bits of the stems that the word begins with, and of the word itself. */
  bits: number;
  /** The bits of all words and stems that it begins with. */
  begun: number;
}

/**
 * Words and beginnings of words with bits, looked up in a text as it stands, without case. A table leads from the first
 * three characters to a node, or from a word with fewer of them. Below it the nodes form a tree, with the characters
 * that can follow as a list: hardly any node has more than two.
 *
 * Holds only words whose first three characters are plain: ASCII letters and hyphens.
 */
export class WordTrie {
  readonly #entries = new Uint16Array(1 << (KEY_BITS * KEY_LENGTH));
  /** For each node: its character, its first child, the next child of its parent, and the bits. Node 0 is none. */
  readonly #codes: number[] = [0];
  readonly #children: number[] = [0];
  readonly #siblings: number[] = [0];
  readonly #stems: number[] = [0];
  readonly #words: number[] = [0];
  readonly #inside: number[] = [0];

  #newNode(code: number, sibling: number): number {
    this.#children.push(0);
    this.#siblings.push(sibling);
    this.#stems.push(0);
    this.#words.push(0);
    this.#inside.push(0);
    return this.#codes.push(code) - 1;
  }

  #nodeOf(word: string): number {
    let key = 0;
    const first = Math.min(KEY_LENGTH, word.length);
    for (let at = 0; at < first; at += 1) key = (key << KEY_BITS) | plainAt(word, at);
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
    const node = this.#newNode(code, this.#children[parent]!);
    this.#children[parent] = node;
    return node;
  }

  #childOf(parent: number, code: number): number {
    let node = this.#children[parent]!;
    while (node !== 0 && this.#codes[node] !== code) node = this.#siblings[node]!;
    return node;
  }

  /** True for a word that this trie can hold. */
  canHold(word: string): boolean {
    return isPlain(word, 0, Math.min(KEY_LENGTH, word.length));
  }

  addWord(word: string, bits: number): void {
    const node = this.#nodeOf(word);
    this.#words[node] = this.#words[node]! | bits;
  }

  addStem(stem: string, bits: number): void {
    // What is shorter than a key is looked up as a word.
    if (stem.length < KEY_LENGTH) {
      this.addWord(stem, bits);
      return;
    }
    const node = this.#nodeOf(stem);
    this.#stems[node] = this.#stems[node]! | bits;
  }

  /** Adds a plain stem that also counts inside a longer word. */
  addInside(stem: string, bits: number): void {
    const entry = this.#nodeOf(stem.slice(0, KEY_LENGTH));
    this.#inside[entry] = this.#inside[entry]! | ANY_INSIDE;
    const node = this.#nodeOf(stem);
    this.#inside[node] = this.#inside[node]! | bits;
  }

  /** Looks up the word of a stretch, which is in small letters or in ASCII. Writes what it finds to `walked`. */
  walk(text: string, start: number, end: number, walked: Walked): void {
    walked.bits = 0;
    walked.begun = 0;
    let key = 0;
    const first = Math.min(end, start + KEY_LENGTH);
    for (let at = start; at < first; at += 1) {
      const plain = plainAt(text, at);
      if (plain === 0) return;
      key = (key << KEY_BITS) | plain;
    }
    let node = this.#entries[key]!;
    if (node === 0) return;
    let bits = this.#stems[node]!;
    let begun = bits | this.#words[node]!;
    for (let at = first; at < end; at += 1) {
      node = this.#childOf(node, text.charCodeAt(at) | (text.charCodeAt(at) < ASCII ? CASE_BIT : 0));
      if (node === 0) break;
      bits |= this.#stems[node]!;
      begun |= this.#stems[node]! | this.#words[node]!;
    }
    walked.bits = node === 0 ? bits : bits | this.#words[node]!;
    walked.begun = begun;
  }

  /** Returns the bits of what stands inside a plain word, behind its first character. */
  insideOf(text: string, start: number, end: number): number {
    let bits = 0;
    let key = 0;
    const all = (1 << (KEY_BITS * KEY_LENGTH)) - 1;
    const last = end - (SHORTEST_INSIDE - KEY_LENGTH);
    for (let at = start + 1; at < last; at += 1) {
      key = ((key << KEY_BITS) | plainAt(text, at)) & all;
      const entry = this.#entries[key]!;
      if (entry !== 0 && this.#inside[entry] !== 0 && at >= start + KEY_LENGTH)
        bits |= this.#insideFrom(entry, text, at + 1, end);
    }
    return bits;
  }

  #insideFrom(entry: number, text: string, from: number, end: number): number {
    let bits = 0;
    let node = entry;
    for (let at = from; at < end; at += 1) {
      node = this.#childOf(node, text.charCodeAt(at) | CASE_BIT);
      if (node === 0) break;
      bits |= this.#inside[node]!;
    }
    return bits;
  }
}
