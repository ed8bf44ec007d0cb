/** The first test looks at the three characters that every literal has, and at the fourth where there is one. */
export const SHORTEST_LITERAL = 3;
/** Characters that the first test looks at. */
export const BEGINNING = 4;
/** The classes of the first test have five bits. */
export const CLASSES = 32;
/** The last four characters have keys of 20 bits. All but the last have keys of 15 bits, which number the rows. */
export const KEY_OF_FOUR = (1 << 20) - 1;
export const ROWS = 1 << 15;
/**
 * The last four characters, one bit each. Beginnings with a character beyond ASCII have rows of their own: two
 * characters of Chinese are a whole literal, and any two characters can follow it. In common rows such literals would
 * set the bits of ordinary English.
 */
export const LAST_FOUR = 0b1111;

/**
 * The classes of ASCII characters. Rare letters share one, and so do marks that literals seldom contain, so that white
 * space, quotes and the marks of literals have classes of their own: code consists of runs of them.
 */
const ASCII = 128;
export const CLASS = new Uint8Array(ASCII);
for (const [index, characters] of [
  ...'abcdefghiklmnoprstuvwy',
  'jqxz',
  '0123456789',
  '_',
  '-',
  '.',
  ':',
  ' \t\r\n',
  '"\'',
  '/\\|<>$#=+@%`',
].entries())
  for (const character of characters + characters.toUpperCase()) CLASS[character.charCodeAt(0)] = index + 1;

export function classOf(code: number): number {
  return code < ASCII ? CLASS[code]! : code & (CLASSES - 1);
}

/** ASCII characters, letters without case. */
export const FOLDED = new Uint8Array(ASCII);
for (let code = 0; code < ASCII; code += 1) FOLDED[code] = code >= 65 && code <= 90 ? code | 32 : code;

/** The ways to write each character without case. */
const WAYS = new Map<string, readonly number[]>();
/** The capital of `i` in Turkish, for which the runtime would load its tables of languages. */
const TURKISH_CAPITALS: Readonly<Record<string, string>> = { i: 'İ' };

export function waysToWrite(character: string, caseless: boolean): readonly number[] {
  if (!caseless) return [character.charCodeAt(0)];
  let ways = WAYS.get(character);
  if (ways === undefined) {
    ways = [
      character,
      character.toUpperCase(),
      character.toLowerCase(),
      TURKISH_CAPITALS[character] ?? character,
    ]
      .filter((way) => way.length === 1)
      .map((way) => way.charCodeAt(0));
    WAYS.set(character, ways);
  }
  return ways;
}

/** A class, with a bit that tells characters beyond ASCII from others. */
const BEYOND_ASCII = CLASSES;
const EVERY_CLASS = [...Array(2 * CLASSES).keys()];

/** The classes of each character, without case and as it is. Few characters stand in all literals. */
const CLASSES_OF = {
  caseless: new Map<string, readonly number[]>(),
  exact: new Map<string, readonly number[]>(),
};

/** The classes that a character of a literal can have; all of them past its end. */
function classesAt(text: string, index: number, caseless: boolean): readonly number[] {
  if (index >= text.length) return EVERY_CLASS;
  const known = caseless ? CLASSES_OF.caseless : CLASSES_OF.exact;
  const character = text.charAt(index);
  let classes = known.get(character);
  if (classes === undefined) {
    const ways = waysToWrite(character, caseless);
    classes = [...new Set(ways.map((code) => (code < 128 ? classOf(code) : classOf(code) | BEYOND_ASCII)))];
    known.set(character, classes);
  }
  return classes;
}

/**
 * Calls `visit` with each row of three classes in which a literal can begin, and one bit for each class of the fourth
 * character. A row beyond ASCII can come twice.
 */
export function forEachRow(
  text: string,
  caseless: boolean,
  visit: (row: number, fourths: number) => void,
): void {
  const first = classesAt(text, 0, caseless);
  const second = classesAt(text, 1, caseless);
  const third = classesAt(text, 2, caseless);
  const fourth = classesAt(text, 3, caseless);
  let inAscii = 0;
  let beyond = 0;
  for (const four of fourth) {
    if ((four & BEYOND_ASCII) === 0) inAscii |= 1 << four;
    else beyond |= 1 << (four & (CLASSES - 1));
  }
  for (const one of first)
    for (const two of second)
      for (const three of third) {
        const low = CLASSES - 1;
        const row = ((one & low) << 10) | ((two & low) << 5) | (three & low);
        if (((one | two | three) & BEYOND_ASCII) !== 0) visit(ROWS | row, inAscii | beyond);
        else {
          if (inAscii !== 0) visit(row, inAscii);
          if (beyond !== 0) visit(ROWS | row, beyond);
        }
      }
}
