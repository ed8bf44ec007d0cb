import { ALPHANUMERIC, isIn, startsToken } from '../text/characters.ts';
import { isDisorderedMix } from '../text/disorder.ts';
import { entropy } from '../text/entropy.ts';
import { isDisordered } from '../text/label-words.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isNoSecretAnywhere } from '../text/prose-secret.ts';
import { looksRandom, numbered } from '../text/random-value.ts';
import type { Match } from './finding.ts';

/** A shorter value is too likely to be part of ordinary text. */
const SHORTEST_REPEATED_SECRET = 8;
/** A longer one is a document and no token that comes back; its copies have shapes of their own. */
const LONGEST_REPEATED_SECRET = 4096;
/** Secrets of one event that are looked for elsewhere in it: more than any configuration file has. */
const MOST_SECRETS = 512;
/** Secrets with the same beginning: more of them would make every place of a text a list to compare. */
const MOST_WITH_ONE_BEGINNING = 8;
/** So few are looked for one after the other, which the runtime does at the speed of memory. */
const FEW_SECRETS = 16;
const BEGINNING = SHORTEST_REPEATED_SECRET;
/** A value so random is itself even in the middle of a longer word. */
const UNMISTAKABLE_LENGTH = 16;
const UNMISTAKABLE_BITS = 3.3;

/** Looks for what must be masked beside the findings of the rules. */
export interface ExtraMatches {
  find(text: string, matches: Match[]): void;
}

/** So long a value with digits, or with a digit and both cases of letters, is no version and no name. */
const [LONG, LONG_MIXED] = [20, 14];

/** No word, no name and no version: what a generator makes, or a person types to confuse one. */
export function looksMade(secret: string): boolean {
  if (isNoSecretAnywhere(secret)) return isDisorderedMix(secret);
  const strength = passwordStrength(secret);
  return (
    strength === 'made' ||
    strength === 'marked' ||
    isDisorderedMix(secret) ||
    (numbered(secret) && looksRandom(secret, LONG)) ||
    (secret.length >= LONG_MIXED && /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret))
  );
}

/** `\\Illuminate\\Query`, `X-NDS_NOT_SYNC`, `ieee802Device`, `conf.tls2`, `return!0`: names of a program. */
const NAME_OF_CODE =
  /^\\[A-Z]|^[A-Z]+(?:[_-][A-Z\d]+)+$|^[a-z]+\d{1,5}[A-Z][a-z]+(?:[A-Z][a-z]+)*$|^\d+(?:-\d+)+-[a-z]+$|^(?:return|self|this|cert|time)\W|^\.?\$\w+\[|^%[\da-f]{2}|'%20/;

/** True when a masked value can be told from a word, a path or a number that stands elsewhere for itself. */
function isWorthRepeating(secret: string): boolean {
  if (secret.length < SHORTEST_REPEATED_SECRET || secret.length > LONGEST_REPEATED_SECRET) return false;
  if (/^\p{L}+$/u.test(secret)) return isDisordered(secret) || /[^\p{ASCII}]/u.test(secret);
  if (/^[\d.:/ -]+$/.test(secret)) return /^(?!(?:19|20)\d{6}$)\d{8,}$/.test(secret);
  if (/^(?:\.{0,2}|~)\/[\w./-]*$|^[A-Za-z]:[\\/]|^https?:\/\//.test(secret) || /[\r\n<>{}()]/.test(secret))
    return false;
  // Words joined by marks are names: `my-service-name`.
  if (/^[A-Za-z]{2,}(?:[-_. ][A-Za-z]{2,})*$/.test(secret)) return /\s.*\s/.test(secret);
  return !isPlaceholder(secret) && !NAME_OF_CODE.test(secret);
}

interface KnownSecret {
  secret: string;
  mask: string;
  /** A definite rule found it, or it looks random: it is itself in every later text, too. */
  isLasting: boolean;
  /** Only what is said of it makes it a secret. */
  isGuess: boolean;
  anywhere: boolean;
}

/** The secrets that were masked in one event; finds their other copies in it. Lives as long as the call. */
export class KnownSecrets implements ExtraMatches {
  readonly #byBeginning = new Map<string, KnownSecret[]>();
  /** Bits for the first four characters of the secrets. */
  #beginnings: Uint8Array | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** True when no further secret is added. */
  get isFull(): boolean {
    return this.#size >= MOST_SECRETS;
  }

  /** The secrets that later texts of the session are searched for, and the words of their masks. */
  *lasting(): Generator<[secret: string, mask: string]> {
    for (const list of this.#byBeginning.values())
      for (const { secret, mask, isLasting } of list) if (isLasting) yield [secret, mask];
  }

  /** `isDefinite` says that its form alone makes it a secret, `isGuess` that only what is said of it does. */
  add(written: string, mask: string, isDefinite = false, isGuess = false): void {
    if (this.isFull) return;
    // The full stop of a sentence that a value was read with stands at no other copy of it.
    const secret = written.replace(/[.,;:]+$/, '');
    if (!isWorthRepeating(secret)) return;
    const beginning = secret.slice(0, BEGINNING);
    const list = this.#byBeginning.get(beginning);
    if (list?.some((known) => known.secret === secret) || (list?.length ?? 0) >= MOST_WITH_ONE_BEGINNING)
      return;
    const anywhere = secret.length >= UNMISTAKABLE_LENGTH && entropy(secret) >= UNMISTAKABLE_BITS;
    const isLasting = isDefinite || looksMade(secret);
    const known: KnownSecret = { secret, mask, anywhere, isLasting, isGuess: isGuess && !isLasting };
    if (list) list.push(known);
    else this.#byBeginning.set(beginning, [known]);
    this.#size += 1;
    // Most events have so few secrets that the table would cost more than it spares.
    if (this.#size <= FEW_SECRETS) return;
    if (this.#beginnings === undefined) {
      this.#beginnings = new Uint8Array(BEGINNING_HASHES);
      for (const other of this.#byBeginning.keys()) this.#beginnings[hashOfBeginning(other)] = 1;
    }
    this.#beginnings[hashOfBeginning(secret)] = 1;
  }

  find(text: string, matches: Match[]): void {
    if (this.#size === 0) return;
    if (this.#size <= FEW_SECRETS) {
      for (const list of this.#byBeginning.values()) for (const known of list) findOne(text, known, matches);
      return;
    }
    const beginnings = this.#beginnings!;
    let packed = 0;
    let free = 0;
    for (let last = 0; last < text.length; last += 1) {
      packed = pack(packed, text.charCodeAt(last));
      if (beginnings[hashOf(packed)] === 0) continue;
      const at = last + 1 - PACKED;
      if (at < free) continue;
      const list = this.#byBeginning.get(text.slice(at, at + BEGINNING));
      if (!list) continue;
      const found = list
        .filter((known) => !known.isGuess && stands(text, at, known))
        .sort((one, other) => other.secret.length - one.secret.length)[0];
      if (!found) continue;
      matches.push(matchOf(found, at));
      free = at + found.secret.length;
    }
  }

  /** True when a copy of one of the secrets stands in `text`. */
  occursIn(text: string): boolean {
    const matches: Match[] = [];
    this.find(text, matches);
    return matches.length > 0;
  }
}

/** The low bytes of the last four characters are one number. */
const PACKED = 4;
const pack = (packed: number, code: number) => (packed << 8) | (code & 0xff);
/** Hashes of 16 bits: among them, the beginnings of 512 secrets are at fewer than one place in a hundred. */
const BEGINNING_HASHES = 1 << 16;
/** 2^32 divided by the golden ratio, which spreads similar numbers well (Knuth, 6.4). */
const hashOf = (packed: number) => Math.imul(packed, 0x9e3779b1) >>> 16;

function hashOfBeginning(secret: string): number {
  let packed = 0;
  for (let at = 0; at < PACKED; at += 1) packed = pack(packed, secret.charCodeAt(at));
  return hashOf(packed);
}

function matchOf({ secret, mask }: KnownSecret, at: number): Match {
  return {
    rule: 'repeated-secret',
    tier: 'candidate',
    start: at,
    end: at + secret.length,
    replacement: `[${mask}]`,
    secret,
  };
}

/** A message says a password a few times. A word that stands more often in a text is a name of the program it tells of. */
const MOST_COPIES_OF_A_GUESS = 4;

function findOne(text: string, known: KnownSecret, matches: Match[]): void {
  const { secret, isGuess } = known;
  const copies: Match[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    if (!stands(text, at, known)) continue;
    copies.push(matchOf(known, at));
    if (isGuess && copies.length > MOST_COPIES_OF_A_GUESS) return;
  }
  for (const copy of copies) matches.push(copy);
}

function stands(text: string, at: number, { secret, anywhere }: KnownSecret): boolean {
  if (!text.startsWith(secret, at)) return false;
  if (anywhere) return true;
  const end = at + secret.length;
  const apartBefore = !isIn(ALPHANUMERIC, secret.charCodeAt(0)) || startsToken(text, at);
  const apartAfter =
    !isIn(ALPHANUMERIC, secret.charCodeAt(secret.length - 1)) || !isIn(ALPHANUMERIC, text.charCodeAt(end));
  return apartBefore && apartAfter;
}
