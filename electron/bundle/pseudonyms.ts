import { createHmac } from 'node:crypto';

/** Digits of a pseudonym. They tell the names of one user apart and do not reveal the name without the key. */
const DIGITS = 8;
/** A shorter word is replaced only where it stands alone: it is part of too many other words. */
const LONG_WORD = 6;
/** A shorter word is not looked for in text at all. */
const SHORTEST_WORD = 3;
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
const PATH = new RegExp(`${SEGMENT}*(?:[\\\\/]+${SEGMENT}+)+[\\\\/]?`, 'gu');
/** Words with a dot, an @ or colons inside: names of hosts and files, accounts, and addresses. */
const JOINED = /[\p{L}\p{N}_%+-]+(?:[.@:]+[\p{L}\p{N}_%+-]+)+/gu;
const NUMBER = /^\d+(?:\.\d+){0,2}$/;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A word that must not appear in a bundle. */
interface PrivateWord {
  word: string;
  pattern: RegExp;
}

/**
 * Replaces paths, names and hosts by pseudonyms. The same name has the same pseudonym in every bundle of one computer.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #words = new Map<string, PrivateWord>();
  #ordered: PrivateWord[] | undefined;
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
    const digest = createHmac('sha256', this.#key).update(
      `${kind}\0${value.normalize('NFKC').toLowerCase()}`,
    );
    const pseudonym = `${kind}-${digest.digest('hex').slice(0, DIGITS)}`;
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
    let safe = text;
    for (const { word, pattern } of this.#inOrder())
      safe = safe.replace(pattern, () => this.of('name', word));
    safe = safe.replace(PATH, (path) => this.path(path));
    safe = safe.replace(JOINED, (joined) => this.#joined(joined));
    return this.#mayReveal(safe) ? undefined : safe;
  }

  #learn(name: string): void {
    const word = name.normalize('NFKC').toLowerCase();
    if (word.length < SHORTEST_WORD || NUMBER.test(word)) return;
    const alone = word.length < LONG_WORD;
    const source = alone ? `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])` : escaped(word);
    this.#words.set(word, { word, pattern: new RegExp(source, 'giu') });
    this.#ordered = undefined;
  }

  /** The longest word comes first: it may contain others. */
  #inOrder(): PrivateWord[] {
    this.#ordered ??= [...this.#words.values()].sort((a, b) => b.word.length - a.word.length);
    return this.#ordered;
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
    const forms = [rest, decoded].map((form) => form.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
    return this.#inOrder().some(({ pattern }) => forms.some((form) => form.search(pattern) !== -1));
  }
}
