import { endsClause } from '../text/clause.ts';
import type { Label } from '../text/label-words-index.ts';
import { isChosenWord } from '../text/message-word.ts';
import { isUnspaced, isWordOfOtherScript } from '../text/other-script.ts';
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

const LATIN = /^[\p{sc=Latin}\p{M}]{4,30}$/u;
const BLANK = /[ \u3000]/;
const SMALL_ASCII = /^[a-z]{5,24}$/;

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
      (endsClause(text, end) || (isUnspaced(value) && BLANK.test(text.charAt(end)))) &&
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
