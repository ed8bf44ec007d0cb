/** The reasons why a name could be mistaken for another one. */
export type NameSuspicion = 'mixed_alphabets' | 'hidden_characters';

/** Alphabets with letters that look like letters of another one. No word of any language mixes two of them. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Deseret}/u,
  // Mathematical letters, which belong to no script: a bold “a” is a separate character.
  /[\u{1d400}-\u{1d7ff}]/u,
];

/** Variants of plain Latin letters, such as a full-width “a”. */
const LOOKALIKE_LATIN = /[\uff21-\uff3a\uff41-\uff5a]/;

/** Invisible characters, such as zero-width characters and direction marks. Emoji use two of them as joiner and variation selector. */
const HIDDEN =
  /(?![\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}\ufe0f?)\u200d/u;

/**
 * Finds what is suspicious about an integration's name, or gives undefined. Ordinary names combine Latin with Chinese, Japanese, Korean and
 * many other scripts. Therefore this checks only alphabets whose letters look alike.
 */
export function nameSuspicion(name: string): NameSuspicion | undefined {
  if (HIDDEN.test(name)) return 'hidden_characters';
  const alphabets = ALPHABETS.filter((alphabet) => alphabet.test(name)).length;
  const plainLatin = /[A-Za-z]/.test(name);
  return alphabets > 1 || (plainLatin && LOOKALIKE_LATIN.test(name)) ? 'mixed_alphabets' : undefined;
}

/** The suspicion in two words, for lists. */
export const SUSPICION_WORDS: Readonly<Record<NameSuspicion, string>> = {
  mixed_alphabets: 'mixed alphabets',
  hidden_characters: 'hidden characters',
};

/** Gives a name for a text list, followed by its suspicion. */
export function markedName(name: string): string {
  const suspicion = nameSuspicion(name);
  return suspicion === undefined ? name : `${name} (${SUSPICION_WORDS[suspicion]})`;
}
