import { STATES_WITHOUT_BLANKS } from '../rules/password-states.ts';
import { endsClause } from '../text/clause.ts';
import type { Label } from '../text/label-words-index.ts';
import { isChosenWord } from '../text/message-word.ts';
import type { Tie } from '../text/prose-secret.ts';
import type { ReadValue } from './value-in-sentence.ts';

/** Short labels that are no words of English: a plain word behind their sign is a password. */
const PLAIN_SLANG: ReadonlySet<string> = new Set([
  'mk',
  'ww',
  'lösen',
  'psw',
  'pswd',
  'passw',
  'contra',
  'пас',
  'пасс',
]);
/** An account before `pass: dragon`. */
const ACCOUNT =
  /(?<![\p{L}\p{N}])(?:user(?:name)?|login|admin|root|account|acc|tk|tài khoản|id|usuario|usuário|utilisateur|benutzer|konto|utente|e-?mail)(?![\p{L}\p{N}])[^\n]{1,40}$/iu;
const REACH_OF_ACCOUNT = 64;

/** One or two words of a script that has no blanks between them. */
const UNSPACED = /^(?:\p{sc=Han}{2,6}|[\p{sc=Hiragana}\p{sc=Katakana}ー]{2,10}|\p{sc=Hangul}{2,8})$/u;
/** A word of a script with blanks that is neither Latin nor one of those. */
const OTHER_SCRIPT =
  /^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{M}\u200c\u200d]{3,24}$/u;
const LATIN = /^[\p{sc=Latin}\p{M}]{4,30}$/u;
const BLANK = /[ \u3000]/;
const SMALL_ASCII = /^[a-z]{5,24}$/;

const isWordOfOtherScript = (value: string): boolean =>
  UNSPACED.test(value) ? !STATES_WITHOUT_BLANKS.test(value) : OTHER_SCRIPT.test(value) && !isSaid(value);

/** The shortest word that the list of what is said of passwords is asked about. */
const SHORTEST_CHOSEN = 4;
const isSaid = (value: string): boolean => value.length >= SHORTEST_CHOSEN && !isChosenWord(value);

/**
 * True for a plain word that a message sets off as a password, by quotes or by a sign: `clave "barcelona"`,
 * `пароль: наташа`, `開啟密碼＝寶貝`, `密码woaini，`.
 */
export function isSetOff(
  text: string,
  label: Label,
  { value, start, end, quoted }: ReadValue,
  tie: Tie,
): boolean {
  if (label.sort === 'slang') {
    if ((tie !== 'operator' && !quoted) || !LATIN.test(value) || !isChosenWord(value)) return false;
    return (
      PLAIN_SLANG.has(label.text) ||
      (label.text === 'pass' &&
        tie === 'operator' &&
        endsClause(text, end) &&
        ACCOUNT.test(text.slice(Math.max(0, start - REACH_OF_ACCOUNT), start)))
    );
  }
  if (label.sort !== 'password') return false;
  // What a form shows begins with a capital.
  if (quoted && /^\p{Lu}/u.test(value)) return false;
  if (quoted) return LATIN.test(value) ? isChosenWord(value) : isWordOfOtherScript(value);
  if (tie === 'operator')
    return (
      (endsClause(text, end) || (UNSPACED.test(value) && BLANK.test(text.charAt(end)))) &&
      isWordOfOtherScript(value)
    );
  // Behind a label of a script without blanks, letters of ASCII are no part of its sentence.
  return (
    label.joined &&
    tie === 'beside' &&
    SMALL_ASCII.test(value) &&
    isChosenWord(value) &&
    endsClause(text, end)
  );
}
