export const LETTERS = { capital: 1, small: 2, beyondAscii: 4 } as const;
const [FIRST_PRINTED, LAST_PRINTED] = [0x20, 0x7e] as const;
/** Those of each character of ASCII that is printed. */
const LETTERS_OF = Uint8Array.from({ length: LAST_PRINTED + 1 }, (_, code) =>
  /[A-Z]/.test(String.fromCharCode(code))
    ? LETTERS.capital
    : /[a-z]/.test(String.fromCharCode(code))
      ? LETTERS.small
      : 0,
);

/** Returns what letters a value has. */
export function lettersOf(value: string): number {
  let letters = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < FIRST_PRINTED || code > LAST_PRINTED)
      return (
        LETTERS.beyondAscii |
        (/\p{Lu}/u.test(value) ? LETTERS.capital : 0) |
        (/\p{Ll}/u.test(value) ? LETTERS.small : 0)
      );
    letters |= LETTERS_OF[code]!;
  }
  return letters;
}

const LONGEST_FORM = 10;

const IS_DIGIT = /\p{Nd}/u;
const IS_LETTER = /[\p{L}\p{M}]/u;
/** The sort of each character of ASCII. */
const SORTS: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code)
    .replace(/[a-z]/, 'a')
    .replace(/[A-Z]/, 'A')
    .replace(/\d/, 'd')
    .replace(/[!#$%&*?@]/, '!'),
);

/** Returns the sorts of characters of a value in their order: `Aa-d!` for `Copper-77!`. */
export function sortsOf(value: string): string {
  let sorts = '';
  for (const character of value) {
    const code = character.charCodeAt(0);
    const sort =
      code < SORTS.length
        ? SORTS[code]!
        : IS_DIGIT.test(character)
          ? 'd'
          : IS_LETTER.test(character)
            ? 'x'
            : character;
    if (!sorts.endsWith(sort)) sorts += sort;
    if (sorts.length > LONGEST_FORM) break;
  }
  return sorts;
}

const [DIGIT_0, DIGIT_9, FIRST_BEYOND_ASCII] = [48, 57, 128] as const;

export function digitsOf(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= FIRST_BEYOND_ASCII) return value.match(/\p{Nd}/gu)?.length ?? 0;
    if (code >= DIGIT_0 && code <= DIGIT_9) count += 1;
  }
  return count;
}
