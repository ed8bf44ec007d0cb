import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { ALPHANUMERIC, characterSet, isIn } from '../text/characters.ts';
import type { Match } from './finding.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type ExtraMatches, type KnownSecrets, looksMade } from './known-secrets.ts';
import {
  type Remembered,
  type SecretPrint,
  SecretPrints,
  type SessionPrints,
  SUM_BITS,
} from './secret-prints.ts';

/** A longer secret has a shape of its own wherever it stands. */
const LONGEST_SECRET = 512;
/** A longer one is only found as a whole part of a word: each place of a word costs so many steps. */
const LONGEST_INSIDE = 64;
/** The length of the hash that the fingerprints are made with. */
const KEY_BYTES = 32;
/** Base64 digits of HMAC-SHA256, 96 bits: no two tokens of a session meet in them by chance. */
const FINGERPRINT_DIGITS = 16;

/** What can surround a token: white space, quotes, brackets and the marks of pairs, lists, URLs and commands. */
const AROUND_WORDS = characterSet(/[\s"'`<>()[\]{},;|]/);
const AROUND_PARTS = characterSet(/[\s"'`<>()[\]{},;|:=&?@/\\]/);
/** Marks at the end of a token that it does not have in the middle of a sentence. */
const ENDS_SENTENCE = characterSet(/[.!?:*_]/);

/**
 * Returns where the first word with at least so many characters begins. Such a word has a character at every
 * `shortest`-th place, and most words of a text are shorter than a secret. `from` is in no word, or at the beginning of
 * one.
 */
function longWord(text: string, from: number, shortest: number): number {
  let start = from;
  while (start + shortest <= text.length) {
    let at = start + shortest - 1;
    while (at >= start && !isIn(AROUND_WORDS, text.charCodeAt(at))) at -= 1;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isIn(AROUND_WORDS, text.charCodeAt(end))) end += 1;
  return end;
}

const step = (sum: number, code: number) => Math.imul(sum ^ code, 0x01000193);
const sumOf = (length: number, sum: number) =>
  length * (1 << SUM_BITS) + ((sum ^ (sum >>> SUM_BITS)) & ((1 << SUM_BITS) - 1));

/** A secret, and how programs encode one: base64 with and without its padding, and hexadecimal. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  return new Set([
    secret,
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]);
}

/** A word of letters is no secret that is told from a word by its fingerprint alone. */
const WORD = /^[A-Z]?[a-z]*$/;

/** A token, and what it is the hexadecimal or base64 form of. */
function decodedForms(token: string): string[] {
  const forms = [token];
  for (const encoding of ['hex', 'base64'] as const) {
    const text = Buffer.from(token, encoding).toString('latin1');
    if (/^[\x20-\x7e]+$/.test(text)) forms.push(text);
  }
  return forms;
}

/**
 * Recognises a masked secret that comes back later in its session without its label. Holds keyed fingerprints in
 * memory, never the secrets. The threads of a host share a key that is made anew at each start, so the memory says
 * nothing outside the process. Of the time before the start, it knows the fingerprints of the receipts, which `printOf`
 * makes. Each token of their lengths costs up to three of them.
 */
export class SessionSecrets {
  readonly #key: KeyObject;
  readonly #seed: number;
  readonly #onLearnt: (learnt: SessionPrints) => void;
  readonly #printOf: Fingerprint | undefined;
  readonly #known = new SecretPrints();

  /** `onLearnt` hears of prints that are new, so that other threads with the same key can adopt them. */
  constructor(
    key: Uint8Array = randomBytes(KEY_BYTES),
    onLearnt: (learnt: SessionPrints) => void = () => {},
    printOf?: Fingerprint,
  ) {
    this.#printOf = printOf;
    this.#key = createSecretKey(key);
    this.#seed = new DataView(key.buffer, key.byteOffset).getUint32(0);
    this.#onLearnt = onLearnt;
  }

  /** Remembers what was masked in an event of `session`. */
  remember(session: string, secrets: KnownSecrets): void {
    if (secrets.size === 0) return;
    const prints: SecretPrint[] = [];
    for (const [secret, mask] of secrets.lasting())
      for (const form of formsOf(secret)) {
        if (form.length > LONGEST_SECRET) continue;
        const sum = this.#sum(form, 0, form.length);
        prints.push({ fingerprint: this.#fingerprint(session, form), sum, mask });
      }
    const added = this.#known.add({ session, prints });
    if (added.length > 0) this.#onLearnt({ session, prints: added });
  }

  /** Takes over what another thread has masked. */
  adopt(learnt: SessionPrints): void {
    this.#known.add(learnt);
  }

  /** Finds tokens of a text that were masked earlier in `session`; undefined when nothing was. */
  matcher(session: string): ExtraMatches | undefined {
    const known = this.#known.of(session);
    if (!known) return undefined;
    return {
      find: (text, matches) => {
        for (
          let from = longWord(text, 0, known.shortest), end = 0;
          from !== -1;
          from = longWord(text, end, known.shortest)
        ) {
          end = wordEnd(text, from);
          this.#findParts(text, from, end, session, known, matches);
        }
      },
    };
  }

  /** Looks for a whole word, and for the parts of it. */
  #findParts(
    text: string,
    start: number,
    end: number,
    session: string,
    known: Remembered,
    matches: Match[],
  ): void {
    this.#findToken(text, start, end, session, known, matches);
    let from = start;
    for (let at = start; at <= end; at += 1) {
      if (at < end && !isIn(AROUND_PARTS, text.charCodeAt(at))) continue;
      // The word itself has been looked for.
      if (at - from < end - start) this.#findToken(text, from, at, session, known, matches);
      from = at + 1;
    }
    this.#findInside(text, start, end, session, known, matches);
  }

  /** Looks in a word for a secret between any marks, as in `x-SECRET` and `SECRET.txt`. */
  #findInside(
    text: string,
    start: number,
    end: number,
    session: string,
    known: Remembered,
    matches: Match[],
  ): void {
    const isMark = (at: number) => at < start || at >= end || !isIn(ALPHANUMERIC, text.charCodeAt(at));
    const longest = Math.min(LONGEST_INSIDE, known.longest);
    for (let from = start; from + known.shortest <= end; from += 1) {
      if (!isMark(from - 1) || isMark(from)) continue;
      let sum = this.#seed;
      const last = Math.min(end, from + longest);
      for (let at = from; at < last; at += 1) {
        sum = step(sum, text.charCodeAt(at));
        const length = at + 1 - from;
        if (!known.sums.has(sumOf(length, sum)) && !known.lengthsOfRecord.has(length)) continue;
        if (isMark(at) || isMark(at + 1)) this.#findToken(text, from, at + 1, session, known, matches);
      }
    }
  }

  #findToken(
    text: string,
    from: number,
    to: number,
    session: string,
    known: Remembered,
    matches: Match[],
  ): void {
    let end = to;
    // A sentence ends with marks that no token of its own has.
    for (let tries = 0; tries < 3 && end - from >= known.shortest; tries += 1) {
      if (known.lengths.has(end - from)) {
        const secret = text.slice(from, end);
        const isKnown = known.sums.has(this.#sum(text, from, end));
        const print = isKnown ? known.prints.get(this.#fingerprint(session, secret)) : undefined;
        const mask = (print ?? this.#ofRecord(secret, known))?.mask;
        if (mask !== undefined) {
          matches.push({
            rule: 'secret-of-session',
            tier: 'candidate',
            start: from,
            end,
            replacement: `[${mask}]`,
            secret,
          });
          return;
        }
      }
      if (!isIn(ENDS_SENTENCE, text.charCodeAt(end - 1))) return;
      end -= 1;
    }
  }

  /** Looks for a secret of the receipts before the start. */
  #ofRecord(token: string, known: Remembered): SecretPrint | undefined {
    if (!this.#printOf || !known.lengthsOfRecord.has(token.length) || WORD.test(token)) return undefined;
    for (const form of decodedForms(token)) {
      const print = known.prints.get(this.#printOf(form));
      if (print && (print.isDefinite || looksMade(form))) return print;
    }
    return undefined;
  }

  #fingerprint(session: string, secret: string): string {
    return createHmac('sha256', this.#key)
      .update(`${session.length}:${session}${secret}`)
      .digest('base64')
      .slice(0, FINGERPRINT_DIGITS);
  }

  /** The length of a token with a keyed sum of it. */
  #sum(text: string, from: number, to: number): number {
    let sum = this.#seed;
    for (let at = from; at < to; at += 1) sum = step(sum, text.charCodeAt(at));
    return sumOf(to - from, sum);
  }
}
