import type { Label } from '../text/label-words-index.ts';
import { isSurrogate, UnitClass } from '../text/unit-classes.ts';
import { match } from './label-grammar.ts';

const GAP = '[ \\t\\u00a0\\u3000\\u200f\\u200e]';
/** The same as `GAP`; a blank is told first. */
const isGap = (code: number) =>
  code === 32 ||
  code === 9 ||
  (code > 127 && (code === 0xa0 || code === 0x3000 || code === 0x200f || code === 0x200e));
/** The signs between a label and its value: `:`, `=`, `-`, and those beyond ASCII. */
const isSign = (code: number) =>
  code === 58 || code === 61 || code === 45 || (code > 127 && SIGNS_BEYOND_ASCII.has(code));
const SIGNS_BEYOND_ASCII: ReadonlySet<number> = new Set([...'：→—–'].map((sign) => sign.charCodeAt(0)));
const MOST_GAPS = 3;
const MOST_GAPS_BEFORE_SIGN = 2;
/** A word of ordinary text; a comma or a full stop ends the sentence that is about the label. */
const WORD = new RegExp(
  `${GAP}{1,2}[\\p{L}\\p{N}#@"'’“”(\\[][\\p{L}\\p{M}\\p{N}_@.'’"“”()\\[\\]/+-]{0,31}`,
  'iyu',
);
const FIRST_OF_WORD = new UnitClass(/[\p{L}\p{N}#@"'’“”([]/u);
const REST_OF_WORD = new UnitClass(/[\p{L}\p{M}\p{N}_@.'’"“”()[\]/+-]/u);
const LONGEST_REST = 31;
/** Words between a label and its verb. */
const MOST_WORDS = 8;
/** Beginnings of words whose answer is remembered; the words of one language have fewer. */
const MOST_BEGINNINGS = 4096;
const ASCII = 128;
const UNKNOWN = 0;
const NO = 1;
const YES = 2;
const HYPHEN = 45;
const GREATER = 62;
const QUOTES: ReadonlySet<number> = new Set([39, 0x2019]);

/** Tells fast whether a verb can begin somewhere: few words begin with the letters of one. */
class VerbBeginnings {
  readonly #pattern: RegExp;
  readonly #known = new Map<number, boolean>();
  /** The same for two characters of ASCII: unknown, no or yes. */
  #ascii: Uint8Array | undefined;

  /** `copulas` is a pattern of words with bars between them. */
  constructor(copulas: string) {
    const written = copulas.split('|').map((copula) => copula.replaceAll(/\\(.)/g, '$1').slice(0, 2));
    const patterns = [...new Set(written)].map((two) => two.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.#pattern = new RegExp(`^(?:${patterns.join('|')})`, 'iu');
  }

  canBeginAt(text: string, at: number): boolean {
    const first = text.charCodeAt(at);
    const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    if ((first | second) < ASCII) {
      this.#ascii ??= new Uint8Array(ASCII * ASCII);
      const index = first * ASCII + second;
      if (this.#ascii[index] === UNKNOWN)
        this.#ascii[index] = this.#pattern.test(text.slice(at, at + 2)) ? YES : NO;
      return this.#ascii[index] === YES;
    }
    const key = first * (1 << 16) + second;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#pattern.test(text.slice(at, at + 2));
      if (this.#known.size >= MOST_BEGINNINGS) this.#known.clear();
      this.#known.set(key, known);
    }
    return known;
  }
}

interface Reader {
  beginnings: VerbBeginnings;
  /** A verb of the label's language, with what may stand around it. */
  verb: RegExp;
  /** A verb or a sign behind some words. */
  tail: RegExp;
}

const readers = new Map<string, Reader>();

function readerOf(label: Label): Reader {
  let reader = readers.get(label.copulas);
  if (reader === undefined) {
    const verb = label.joined
      ? `${GAP}{0,2}(?:${label.copulas})${GAP}{0,2}`
      : `(?:${GAP}{1,3}(?:${label.copulas})|['’]s)(?=[ \\t\\u00a0:"'\`“„«*])${GAP}{0,3}`;
    reader = {
      beginnings: new VerbBeginnings(label.copulas),
      verb: new RegExp(verb, 'iyu'),
      tail: new RegExp(
        `${GAP}{1,3}(?:${label.copulas})(?=[ \\t:"'\`“„«*])${GAP}{0,3}:?${GAP}{0,3}|${GAP}{0,2}(?::|=|：|→|->|—|–)${GAP}{0,4}(?!//)`,
        'iyu',
      ),
    };
    readers.set(label.copulas, reader);
  }
  return reader;
}

function gapsAt(text: string, at: number): number {
  let count = 0;
  while (count <= MOST_GAPS && isGap(text.charCodeAt(at + count))) count += 1;
  return count;
}

/** The length of the verb right behind a label that ends at `end`, with the blanks around it; 0 where there is none. */
export function verbAt(label: Label, text: string, end: number): number {
  const { beginnings, verb } = readerOf(label);
  const gaps = gapsAt(text, end);
  if (gaps > MOST_GAPS) return 0;
  const isPossible =
    (!label.joined && QUOTES.has(text.charCodeAt(end))) || beginnings.canBeginAt(text, end + gaps);
  return isPossible ? match(verb, text, end) : 0;
}

/** The end of the word behind the blanks at `at`; -1 where there is none. */
function wordEnd(text: string, at: number): number {
  if (!isGap(text.charCodeAt(at))) return -1;
  const first = isGap(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
  const code = text.charCodeAt(first);
  if (!isSurrogate(code)) {
    if (!FIRST_OF_WORD.has(code)) return -1;
    const stop = Math.min(text.length, first + 1 + LONGEST_REST);
    let end = first + 1;
    while (end < stop && REST_OF_WORD.has(text.charCodeAt(end))) end += 1;
    if (end === stop || !isSurrogate(text.charCodeAt(end))) return end;
  }
  const length = match(WORD, text, at);
  return length === 0 ? -1 : at + length;
}

function tailAt({ beginnings, tail }: Reader, text: string, at: number): number {
  const gaps = gapsAt(text, at);
  if (gaps > MOST_GAPS) return 0;
  const isPossible =
    (gaps <= MOST_GAPS_BEFORE_SIGN && isSign(text.charCodeAt(at + gaps))) ||
    (gaps > 0 && beginnings.canBeginAt(text, at + gaps));
  return isPossible ? match(tail, text, at) : 0;
}

/**
 * Reads up to eight words behind a label, and then a verb or a sign: `password for the staging database is`. Returns the
 * length of all of it, or 0; `onRead` hears how many characters were read.
 */
export function laterVerbAt(
  label: Label,
  text: string,
  from: number,
  onRead: (length: number) => void,
): number {
  const reader = readerOf(label);
  let at = from;
  let length = 0;
  for (let words = 0; words < MOST_WORDS && length === 0; words += 1) {
    const end = wordEnd(text, at);
    if (end === -1) break;
    at = end;
    const tail = tailAt(reader, text, at);
    if (tail > 0) length = at + tail - from;
    else if (text.charCodeAt(at) === GREATER && text.charCodeAt(at - 1) === HYPHEN) {
      // The hyphen of an arrow is no part of the word.
      const arrow = tailAt(reader, text, at - 1);
      if (arrow > 0) length = at - 1 + arrow - from;
    }
  }
  onRead(Math.max(length, at - from));
  return length;
}

/** `now`, `currently`, between the verb and the value. */
const REMARKS =
  "übrigens|btw|by the way|fyi|au fait|d’ailleurs|d'ailleurs|por cierto|aliás|comunque|trouwens|zresztą|mimochodem|förresten|i øvrigt|forresten|muuten|amúgy|apropo|bu arada|кстати|до речі|eigentlich|halt|afaik|iirc";
const ADVERBS =
  'nach wie vor|now|still|probably|likely|simply|always|presumably|maybe|immer noch|noch immer|weiterhin|einfach|vermutlich|wahrscheinlich|encore|sans doute|probablement|todavía|aún|siempre|ainda|sempre|ancora|nog steeds|nog altijd|waarschijnlijk|nadal|wciąż|dalej|pořád|stále|fortfarande|stadig|fremdeles|fortsatt|edelleen|yhä|vielä|még mindig|tot|încă|hâlâ|hala|до сих пор|всё ещё|все еще|по-прежнему|досі|все ще|ακόμα|ακόμη|masih|tetap|vẫn|currently|just|actually|temporarily|again|jetzt|nun|noch|aktuell|derzeit|maintenant|actuellement|toujours|ahora|actualmente|agora|atualmente|adesso|attualmente|nu|momenteel|teraz|obecnie|nyní|teď|şimdi|hâlâ|сейчас|теперь|пока|зараз|τώρα|الآن|כרגע|עכשיו|अभी|nå|nyt|most|jelenleg|acum|sekarang|hiện|bây giờ';
const ADVERB = new RegExp(
  `(?:(?:${REMARKS})[ \\t]{1,2})?(?:${ADVERBS})(?=[ \\t:])[ \\t]{0,3}:?[ \\t]{0,3}`,
  'iy',
);
const adverbs = new VerbBeginnings(`${REMARKS}|${ADVERBS}`);
/** The length of an adverb and the blanks behind it. */
export const adverbAt = (text: string, at: number): number =>
  adverbs.canBeginAt(text, at) ? match(ADVERB, text, at) : 0;
