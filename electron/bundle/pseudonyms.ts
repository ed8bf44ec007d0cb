import { createHmac } from 'node:crypto';
import { normalized } from '../../shared/normalized.ts';

/** Digits of a pseudonym. They tell the names of one user apart and do not reveal the name without the key. */
const DIGITS = 8;
/** A shorter word is replaced only where it stands alone: it is part of too many other words. */
const LONG_WORD = 6;
/** A shorter word is not looked for in text at all. */
const SHORTEST_WORD = 3;
/** No file system has longer names. */
const LONGEST_WORD = 255;
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

const alone = (source: string) => `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`;
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Replaces paths, names and hosts by pseudonyms. The same name has the same pseudonym in every bundle of one computer.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  /** The words that must not appear in a bundle. */
  readonly #words = new Set<string>();
  #pattern: RegExp | undefined;
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
    let safe = text.replace(this.#anyWord(), (word) => this.of('name', word.toLowerCase()));
    safe = safe.replace(PATH, (path) => this.path(path));
    safe = safe.replace(JOINED, (joined) => this.#joined(joined));
    return this.#mayReveal(safe) ? undefined : safe;
  }

  #learn(name: string): void {
    const word = normalized(name, 'NFKC').toLowerCase();
    if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD || NUMBER.test(word)) return;
    this.#words.add(word);
    this.#pattern = undefined;
  }

  /** Returns one pattern of all words, so that a text is read once. The longest word comes first: it may contain others. */
  #anyWord(): RegExp {
    const sources = () =>
      [...this.#words]
        .sort((a, b) => b.length - a.length)
        .map((word) => (word.length < LONG_WORD ? alone(escaped(word)) : escaped(word)));
    this.#pattern ??= new RegExp(this.#words.size === 0 ? '(?!)' : sources().join('|'), 'giu');
    return this.#pattern;
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
    return forms.some((form) => form.search(this.#anyWord()) !== -1);
  }
}
