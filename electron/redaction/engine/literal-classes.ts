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

/** The ways to write each character without case. The runtime needs a microsecond for the Turkish one. */
const WAYS = new Map<string, readonly number[]>();

export function waysToWrite(character: string, caseless: boolean): readonly number[] {
  if (!caseless) return [character.charCodeAt(0)];
  let ways = WAYS.get(character);
  if (ways === undefined) {
    ways = [character, character.toUpperCase(), character.toLowerCase(), character.toLocaleUpperCase('tr')]
      .filter((way) => way.length === 1)
      .map((way) => way.charCodeAt(0));
    WAYS.set(character, ways);
  }
  return ways;
}

/** A class, with a bit that tells characters beyond ASCII from others. */
const BEYOND_ASCII = CLASSES;
const EVERY_CLASS = [...Array(2 * CLASSES).keys()];

/** The classes that a character of a literal can have; all of them past its end. */
function classesAt(text: string, index: number, caseless: boolean): readonly number[] {
  if (index >= text.length) return EVERY_CLASS;
  const ways = waysToWrite(text.charAt(index), caseless);
  return [...new Set(ways.map((code) => (code < 128 ? classOf(code) : classOf(code) | BEYOND_ASCII)))];
}

/** Calls `visit` with each key of four classes with which a literal can begin. */
export function forEachBeginning(
  text: string,
  caseless: boolean,
  visit: (key: number, isAscii: boolean) => void,
): void {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => classesAt(text, index, caseless));
  for (const one of first!)
    for (const two of second!)
      for (const three of third!)
        for (const four of fourth!) {
          const low = CLASSES - 1;
          const key = ((one & low) << 15) | ((two & low) << 10) | ((three & low) << 5) | (four & low);
          visit(key, ((one | two | three | four) & BEYOND_ASCII) === 0);
        }
}
