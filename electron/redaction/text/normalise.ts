const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};
const LAST_CODE = 0x10ffff;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];

/** The character that an entity of HTML stands for. */
function entity(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith('#')) return NAMED[name]!;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code < 32 || code > LAST_CODE || (code >= FIRST_SURROGATE && code <= LAST_SURROGATE)
    ? ' '
    : String.fromCodePoint(code);
}

/** The characters of a run of quoted-printable, or nothing for a line that goes on. */
function decodeQuotedPrintable(written: string): string {
  const bytes = written.match(/[\dA-F]{2}/g);
  if (!bytes) return '';
  const decoded = Buffer.from(bytes.join(''), 'hex').toString('utf8');
  return decoded.replaceAll('\u00a0', ' ');
}

const FULL_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/;
const FULL_WIDTH_ALL = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
/** From the full-width forms to ASCII. */
const SHIFT = 0xfee0;
const MIXED =
  /[A-Za-z][\u0391-\u03c9\u0400-\u0458\u0501\u04bb]|[\u0391-\u03c9\u0400-\u0458\u0501\u04bb][A-Za-z]/;
const WORD = /[A-Za-z\u0391-\u03c9\u0400-\u0458\u0501\u04bb]+/g;
const LETTERS = 'аеорсухіјѕԁһкАВЕКМНОРСТХαορνιυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'aeopcyxijsdhkABEKMHOPCTXaopviuABEZHIKMNOPTYX';
const LOOK_ALIKE = new Map(
  [...LETTERS].map((letter, index): [string, string] => [letter, LATIN.charAt(index)]),
);

/**
 * Full-width letters as those of ASCII, and in a word of Latin letters those of other alphabets that look like them. No
 * length changes.
 */
function withoutLookAlikes(text: string): string {
  let plain = text;
  if (FULL_WIDTH.test(plain))
    plain = plain.replaceAll(FULL_WIDTH_ALL, (letter) => String.fromCharCode(letter.charCodeAt(0) - SHIFT));
  if (!MIXED.test(plain)) return plain;
  return plain.replaceAll(WORD, (word) =>
    MIXED.test(word) ? word.replaceAll(/[^A-Za-z]/g, (letter) => LOOK_ALIKE.get(letter) ?? letter) : word,
  );
}

const SOFT_HYPHEN = '\u00ad';
/**
 * The others of {@link INVISIBLE}, without the flag that would compare whole characters. The runtime knows without a
 * look that a string of Latin letters has none of them.
 */
const HAS_INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/;
const ESCAPED_BREAK = /\\[nrt]/;
const ESCAPED_BREAK_ALL = /\\{1,8}[nrt]/g;
/** A path of Windows: `C:\\`, `\\\\nas\\`. */
const PATH = /(?<![A-Za-z0-9])[A-Za-z]:\\{1,2}\w|(?<![\\\w"':])\\{2,4}\w[\w.-]{1,64}\\/;
/** The end of one, before the next of its folders. */
const PATH_END =
  /(?<![A-Za-z0-9\\])(?:[A-Za-z]:|\\{2,4}\w[\w.$-]{1,64})(?:(\\{1,2})[\w .$-]{1,64}(?:\1[\w .$-]{1,64}){0,8})?$/;
const REACH_OF_PATH = 160;

interface Normalised {
  text: string;
  /** Moves what was found in the normalised text back to where it stands in the original. */
  restore(places: { start: number; end: number }[]): void;
}

/** A way in which a text writes its letters. */
interface Markup {
  /** A cheap test, because most texts have none of it. */
  isIn(text: string): boolean;
  pattern: string;
  /** What a reader sees in its place. */
  read(written: string): string;
}

const nothing = () => '';
const ESCAPE = String.raw`(?:\x1b|\\{1,2}(?:u001b|x1b|033|e))`;
const INLINE = 'b|i|u|em|strong|code|span|tt|kbd|mark|small|font|samp|var';
const BLOCK = 'br|p|div|li|ul|ol|tr|h[1-6]|pre|blockquote';

/** Everything that stands between the letters of a text, or for one. */
const MARKUP: readonly Markup[] = [
  {
    isIn: (text) =>
      (text.includes('\\') && (text.includes('\\\n') || text.includes('\\\r\n'))) ||
      text.includes(SOFT_HYPHEN) ||
      HAS_INVISIBLE.test(text),
    pattern: String.raw`[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]+|\\\r?\n`,
    read: nothing,
  },
  {
    // Colours, and links, whose address is read, too.
    isIn: (text) => text.includes('\x1b') || /\\(?:u001b|x1b|033|e\[)/i.test(text),
    pattern: String.raw`${ESCAPE}(?:\[[\d;:?]{0,32}[A-Za-z]|\]8;[^;\x07\x1b]{0,64};|\\|\]\d{1,3};[^\x07\x1b]{0,256}\x07)|\x07`,
    read: (written) => (/\[/.test(written) ? '' : ' '),
  },
  {
    isIn: (text) => text.includes('&') && /&(?:quot|apos|amp|lt|gt|nbsp|#)/.test(text),
    pattern: String.raw`&(?:quot|apos|amp|lt|gt|nbsp|#\d{2,6}|#[xX][\da-fA-F]{2,5});`,
    read: entity,
  },
  {
    isIn: (text) => text.includes('</') || text.includes('<br'),
    pattern: String.raw`<(?:\/(?:${INLINE}|${BLOCK})|(?:${INLINE}|${BLOCK})(?:\s[^<>\n]{0,200})?)\s{0,2}\/?>`,
    read: (written) => (IS_BLOCK.test(written) ? '\n' : ''),
  },
  { isIn: (text) => text.includes('<![CDATA['), pattern: String.raw`<!\[CDATA\[|\]\]>`, read: nothing },
  {
    isIn: (text) => text.includes('\\u'),
    pattern: String.raw`\\{1,2}u(?!00[01])[\da-fA-F]{4}`,
    read: (written) => String.fromCharCode(Number.parseInt(written.slice(-4), 16)),
  },
  {
    isIn: (text) => text.includes('=') && /quoted-printable|=3D|=C[23]=/i.test(text),
    pattern: String.raw`=[ \t]{0,4}\r?\n|(?:=[\dA-F]{2}){1,12}`,
    read: decodeQuotedPrintable,
  },
];
const IS_BLOCK = new RegExp(`^</?(?:${BLOCK})\\b`);

/** The patterns of those that a text has, by their bits. */
const patterns = new Map<number, RegExp>();

function patternOf(bits: number): RegExp {
  let pattern = patterns.get(bits);
  if (pattern === undefined) {
    const sources = MARKUP.filter((_, index) => bits & (1 << index)).map(
      ({ pattern: source }) => `(${source})`,
    );
    pattern = new RegExp(sources.join('|'), 'gu');
    patterns.set(bits, pattern);
  }
  return pattern;
}

/** `\n` in JSON text as a line break of the same length, so that no letter of it clings to what follows. */
function breakLines(text: string): string {
  if (!text.includes('\\') || !ESCAPED_BREAK.test(text)) return text;
  const hasPath = (text.includes(':\\') || text.includes('\\\\')) && PATH.test(text);
  return text.replaceAll(ESCAPED_BREAK_ALL, (written, at: number) =>
    hasPath && isFolder(text, at, written.length - 1)
      ? written
      : `${' '.repeat(written.length - 1)}${written.endsWith('t') ? ' ' : '\n'}`,
  );
}

/** True for the name of a folder behind as many backslashes as the other folders of its path have. */
function isFolder(text: string, at: number, backslashes: number): boolean {
  const path = PATH_END.exec(text.slice(Math.max(0, at - REACH_OF_PATH), at));
  if (!path) return false;
  if (path[1] !== undefined) return path[1].length === backslashes;
  return /^\\{1,2}\w[\w .$-]{0,63}\\/.test(text.slice(at, at + 70));
}

/**
 * The text as a reader or a shell takes it: without the characters that nobody sees and the marks of HTML and terminals,
 * which would split a token or part a label from its value, with letters in place of their codes, with lines joined that
 * end in a backslash, and with escaped line breaks as line breaks. A place in it is restored to all that stands for it.
 */
export function normalise(text: string): Normalised {
  let bits = 0;
  for (const [index, markup] of MARKUP.entries()) if (markup.isIn(text)) bits |= 1 << index;
  if (bits === 0) return { text: withoutLookAlikes(breakLines(text)), restore: () => {} };
  const used = MARKUP.filter((_, index) => bits & (1 << index));
  const pieces: string[] = [];
  /** Where each piece begins in the normalised text, where in the original, and how long it is there if it was replaced. */
  const starts: number[] = [];
  const origins: number[] = [];
  const lengths: number[] = [];
  let length = 0;
  const push = (piece: string, origin: number, written: number) => {
    if (piece === '') return;
    pieces.push(piece);
    starts.push(length);
    origins.push(origin);
    lengths.push(written);
    length += piece.length;
  };
  let from = 0;
  for (const found of text.matchAll(patternOf(bits))) {
    push(text.slice(from, found.index), from, 0);
    const [written] = found;
    const kind = used[found.findIndex((group, index) => index > 0 && group !== undefined) - 1]!;
    push(kind.read(written), found.index, written.length);
    from = found.index + written.length;
  }
  push(text.slice(from), from, 0);
  const pieceOf = (position: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    text: withoutLookAlikes(breakLines(pieces.join(''))),
    restore(places) {
      for (const match of places) {
        const last = pieceOf(match.end - 1);
        const first = pieceOf(match.start);
        const end =
          lengths[last]! > 0 ? origins[last]! + lengths[last]! : origins[last]! + match.end - starts[last]!;
        match.start = lengths[first]! > 0 ? origins[first]! : origins[first]! + match.start - starts[first]!;
        match.end = end;
      }
    },
  };
}
