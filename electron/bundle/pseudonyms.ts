import { createHmac } from 'node:crypto';
import { normalized } from '../../shared/normalized.ts';
import { PrivateWords } from './private-words.ts';

/** Digits of a pseudonym. They tell the names of one user apart and do not reveal the name without the key. */
const DIGITS = 8;
/** A shorter word is not looked for in text at all. */
const SHORTEST_WORD = 3;
/** No file system has longer names. */
const LONGEST_WORD = 255;
/** They take up to 10 ms. */
const CHARACTERS_OF_TURN = 16_384;
/** A short text takes as long as so many characters. */
const CHARACTERS_OF_TEXT = 64;
/** Names of folders that every computer has. They tell nothing. */
const COMMON = new Set(
  `usr bin sbin etc var tmp opt home Users lib src srv dev mnt test tests docs dist build public assets node_modules
   packages main index app out target vendor . .. ~`.split(/\s+/),
);
const PSEUDONYM = /(?:name|host|id)-[0-9a-f]{8}/g;
const ONLY_PSEUDONYM = /^(?:name|host|id)-[0-9a-f]{8}(?:\.[a-z0-9]{1,5})?$/;
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|json|md|txt|py|rs|go|java|kt|swift|rb|php|html?|css|ya?ml|toml|sh|sql|csv|log|lock)$/i;
const SEGMENT = '[\\p{L}\\p{N}_.@%+~:-]';
// No match begins inside a word or a row of separators, which would be read again from each of its characters.
const PATH = new RegExp(`(?<![\\p{L}\\p{N}_.@%+~:\\\\/-])${SEGMENT}*(?:[\\\\/]+${SEGMENT}+)+[\\\\/]?`, 'gu');
/** Words with a dot, an @ or colons inside: names of hosts and files, accounts, and addresses. */
const JOINED = /(?<![\p{L}\p{N}_%+-])[\p{L}\p{N}_%+-]+(?:[.@:]+[\p{L}\p{N}_%+-]+)+/gu;
const NUMBER = /^\d+(?:\.\d+){0,2}$/;

/**
 * Replaces paths, names and hosts by pseudonyms. The same name has the same pseudonym in every bundle of one computer.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  /** The words that must not appear in a bundle. */
  readonly #words = new PrivateWords();
  #sinceTurn = 0;
  readonly #digits = new Map<string, string>();
  /** What was replaced, for the preview of the owner. */
  readonly used = new Map<string, string>();

  constructor(key: Uint8Array, names: readonly string[]) {
    this.#key = key;
    for (const name of names) this.#learn(name);
  }

  /** Learns the names in a path, so that they are found in other texts. */
  learnPath(path: string): void {
    for (const segment of path.split(/[\\/]+/)) if (!COMMON.has(segment)) this.#learn(segment);
  }

  /** Returns the pseudonym of a whole value. */
  of(kind: 'name' | 'host' | 'id', value: string): string {
    const named = `${kind}\0${normalized(value, 'NFKC').toLowerCase()}`;
    const digits = this.#digits.get(named) ?? createHmac('sha256', this.#key).update(named).digest('hex');
    this.#digits.set(named, digits);
    const pseudonym = `${kind}-${digits.slice(0, DIGITS)}`;
    this.used.set(value, pseudonym);
    return pseudonym;
  }

  path(path: string): string {
    return path
      .split(/([\\/]+)/)
      .map((part) => (/^[\\/]*$/.test(part) ? part : this.#segment(part)))
      .join('');
  }

  /** Returns the text with pseudonyms, or undefined if a private word may still be in it. */
  text(text: string): string | undefined {
    this.#sinceTurn += text.length + CHARACTERS_OF_TEXT;
    if (this.#words.isFull) return undefined;
    let safe = '';
    let end = 0;
    for (const { from, to } of this.#words.find(text)) {
      safe += text.slice(end, from) + this.of('name', text.slice(from, to).toLowerCase());
      end = to;
    }
    safe = (safe + text.slice(end)).replace(PATH, (path) => this.path(path));
    safe = safe.replace(JOINED, (joined) => this.#joined(joined));
    return this.#mayReveal(safe) ? undefined : safe;
  }

  /** Returns true, and begins another turn, if the texts since the last one took long. */
  isTurnOver(): boolean {
    const isOver = this.#sinceTurn >= CHARACTERS_OF_TURN;
    if (isOver) this.#sinceTurn = 0;
    return isOver;
  }

  #learn(name: string): void {
    const word = normalized(name, 'NFKC').toLowerCase();
    if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD || NUMBER.test(word)) return;
    this.#words.add(word);
  }

  #segment(segment: string): string {
    if (COMMON.has(segment) || ONLY_PSEUDONYM.test(segment)) return segment;
    const extension = EXTENSION.exec(segment)?.[0] ?? '';
    return `${this.of('name', segment.slice(0, segment.length - extension.length))}${extension}`;
  }

  #joined(joined: string): string {
    if (NUMBER.test(joined) || ONLY_PSEUDONYM.test(joined)) return joined;
    if (EXTENSION.test(joined)) return this.#segment(joined);
    return this.of(joined.includes('@') ? 'name' : 'host', joined);
  }

  /** Looks for private words in the forms that the replacement does not see. */
  #mayReveal(safe: string): boolean {
    const rest = safe.replaceAll(PSEUDONYM, ' ');
    let decoded = rest;
    try {
      decoded = decodeURIComponent(rest);
    } catch {
      // A text with a lone percent sign is no encoded text.
    }
    const forms = [rest, decoded].map((form) => normalized(form, 'NFKC').replaceAll(/\p{Cf}/gu, ''));
    return forms.some((form) => this.#words.find(form).next().done === false);
  }
}
