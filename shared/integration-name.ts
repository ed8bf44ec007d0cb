/** What could let a name pass for another one. */
export type NameSuspicion = 'mixed_alphabets' | 'hidden_characters';

/** Alphabets with letters that look like another's; no word of any language mixes two of them. */
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
  // Letters of formulas, which belong to no script: a bold “a” is one of its own.
  /[\u{1d400}-\u{1d7ff}]/u,
];

/** Forms of Latin letters that stand for the plain ones: a full-width “a”, for one. */
const LOOKALIKE_LATIN = /[\uff21-\uff3a\uff41-\uff5a]/;

/** Characters without a form, such as zero widths and marks of direction. Emoji are joined and varied by two of their kind. */
const HIDDEN =
  /(?![\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}\ufe0f?)\u200d/u;

/**
 * What is suspicious about an integration's name, undefined where nothing is. Latin stands beside Chinese, Japanese, Korean and
 * many others in ordinary names; only alphabets with letters of the same look are told apart here.
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

/** A name as a list of text shows it, with its suspicion behind it. */
export function markedName(name: string): string {
  const suspicion = nameSuspicion(name);
  return suspicion === undefined ? name : `${name} (${SUSPICION_WORDS[suspicion]})`;
}
