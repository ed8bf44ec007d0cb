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
export function entity(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith('#')) return NAMED[name]!;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code < 32 || code > LAST_CODE || (code >= FIRST_SURROGATE && code <= LAST_SURROGATE)
    ? ' '
    : String.fromCodePoint(code);
}

/** The characters of a run of quoted-printable, or nothing for a line that goes on. */
export function decodeQuotedPrintable(written: string): string {
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
export function withoutLookAlikes(text: string): string {
  let plain = text;
  if (FULL_WIDTH.test(plain))
    plain = plain.replaceAll(FULL_WIDTH_ALL, (letter) => String.fromCharCode(letter.charCodeAt(0) - SHIFT));
  if (!MIXED.test(plain)) return plain;
  return plain.replaceAll(WORD, (word) =>
    MIXED.test(word) ? word.replaceAll(/[^A-Za-z]/g, (letter) => LOOK_ALIKE.get(letter) ?? letter) : word,
  );
}
